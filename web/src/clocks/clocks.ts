/** The clocks of a game that is played with them. The server keeps the time; between its messages the page counts along. */

import { say, type Text } from "../texts/text";
import type { ClockSeen, NumberedEvent, SeenEvent, Welcome } from "../wire/messages";

/** A clock with less than this is shown as urgent. */
const SHORT_MS = 30_000;
/** What is left, in seconds, when it is said aloud. */
const SPOKEN = [60, SHORT_MS / 1000, 10];

/** What who comes for the first time reads of time, with what follows when it is up; null: it does not count. */
export function aboutTime({ game, clocks = false, pace = 0 }: Pick<Welcome, "game" | "clocks" | "pace">): Text | null {
  if (clocks) return say(`${game}.clocks.about`);
  return pace > 0 ? say("web.time.pace.about", { n: pace }) : null;
}

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

const HOUR_MS = 3_600_000;

/** What is left of days, as people say it: about so many days, then hours, then minutes, then none. */
export function daysLeft(ms: number): Text {
  const hours = ms / HOUR_MS;
  if (hours >= 48) return say("web.time.days", { n: Math.round(hours / 24) });
  if (hours >= 2) return say("web.time.hours", { n: Math.round(hours) });
  return ms > 0 ? say("web.time.minutes", { n: Math.ceil(ms / 60_000) }) : say("web.time.up");
}

/** A moment in days to come, as people of this place write it. */
export function untilWhen(ms: number): string {
  return new Date(ms).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
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
