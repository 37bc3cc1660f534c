/** Clocks of a game that has them. Time enters a game as recorded acts; between them the page only counts along. */

import type { Text } from "../texts/text";

export interface ClockSeen {
  /** whose or what it is */
  readonly name: Text;
  /** seconds left when the position was told */
  readonly left: number;
  readonly running: boolean;
}

/** Seconds left, `since` milliseconds after it was told; never less than none. */
export function leftNow({ left, running }: ClockSeen, since: number): number {
  return Math.max(0, left - (running ? since / 1000 : 0));
}

/** 1:05:09 or 4:07. A clock shows the second that has begun, so that 0:00 means that time is up. */
export function shownTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
