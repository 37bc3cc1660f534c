/** The clocks of a game that is played with them. The server keeps the time; between its messages the page counts along. */

import type { ClockSeen, NumberedEvent, SeenEvent } from "../wire/messages";

/** A clock with less than this is shown as urgent. */
const SHORT_MS = 30_000;
/** What is left, in seconds, when it is said aloud. */
const SPOKEN = [60, 10];

/** Milliseconds left, `since` milliseconds after the server has told them; never less than none. */
export function leftNow({ left_ms: left, running }: ClockSeen, since: number): number {
  return Math.max(0, left - (running ? since : 0));
}

/** 1:05:09 or 4:07. A clock shows the second that has begun, so that 0:00 means that time is up. */
export function shownTime(ms: number): string {
  const whole = Math.ceil(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function isShort(ms: number): boolean {
  return ms < SHORT_MS;
}

/** The seconds to be said aloud when what is left has gone from `before` to `now`; null: nothing. */
export function spokenAt(before: number, now: number): number | null {
  return SPOKEN.findLast((seconds) => before > seconds * 1000 && now <= seconds * 1000) ?? null;
}

/** The last of these events by which time was up, if it came after the line that was seen before; null: none. */
export function timeCalled(events: readonly NumberedEvent[], seen: number, isTimeUp: (event: SeenEvent) => boolean): SeenEvent | null {
  return events.findLast(([line, event]) => line > seen && isTimeUp(event))?.[1] ?? null;
}

/** Whether a seat with these roles is told of it aloud: its own clocks and everyone's; who plays nothing, of all. */
export function concerns({ role }: ClockSeen, roles: readonly string[]): boolean {
  return role === "" || roles.length === 0 || roles.includes(role);
}
