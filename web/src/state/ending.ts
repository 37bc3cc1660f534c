/** The end of a game: what a seat reads first, and the game that may follow. */

import type { Outcome } from "../drawn/scene";
import { say, type Text } from "../texts/text";
import { isOffered, seatName, type GameInfo, type NewMatch } from "../wire/api";
import type { SeatInfo, Welcome } from "../wire/messages";
import { ADVICE } from "./advice.svelte";

/** Won or lost for who played; who won for who watched. */
export function outcome({ winners, headline }: Outcome, played: readonly string[]): Text {
  if (played.length === 0) return headline;
  if (winners.length === 0) return say("web.over.drawn");
  return say(winners.some((role) => played.includes(role)) ? "web.over.won" : "web.over.lost");
}

/** Those of its options that mean something together. */
export function optionsOf(info: GameInfo, { options }: Welcome): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => isOffered(info, name, options)));
}

/** Whether it can be: of a scenario file of somebody's own the text is not known here. */
export function canBeAgain({ scenarios }: GameInfo, { scenario }: Welcome): boolean {
  return scenario === "" || scenarios.includes(scenario);
}

/** The same game once more, on this seat; who sat there (a computer, or a person to be invited) takes one's own. */
export function rematch(info: GameInfo, welcome: Welcome, seats: readonly SeatInfo[], seat: string): NewMatch {
  const { game, scenario = "", umpire, spectators, watched = "live", turns_late = 0, dice, clocks = false } = welcome;
  const held = seats.map(({ name }) => name).toSorted().join();
  const changed = (name: string) => (name === welcome.seat ? seat : name === seat ? welcome.seat : name);
  return {
    game,
    seating: info.seatings.findIndex((roles) => roles.map(seatName).toSorted().join() === held),
    seat,
    computers: Object.fromEntries(seats.flatMap(({ name, player }) => (player === "" || name === welcome.seat ? [] : [[changed(name), player]]))),
    options: optionsOf(info, welcome),
    ...(scenario === "" ? {} : { scenario }),
    umpire,
    spectators,
    ...(watched === "live" ? {} : { watched, turns_late: Math.max(1, turns_late) }),
    dice: dice === "typed" ? "typed" : "live",
    clocks,
    // who plays knows whether there is advice at this table
    ...(seats.some(({ name }) => name === welcome.seat) ? { aids: welcome.aids.includes(ADVICE) } : {}),
  };
}
