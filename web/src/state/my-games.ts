/** One's own games in words: which side, against whom, and how they stand. */

import { plainText, say, type Text } from "../texts/text";
import type { Mine, Sitting } from "../wire/api";
import type { MyGame } from "./mine";

/** his role has the same name in every game */
const UMPIRE = "umpire";

type Known = ReadonlyMap<string, Mine> | null;

/** The sides that are played from here: at one screen there are several. */
export function rolesOf(game: MyGame, mine: Mine | undefined, known: Known): readonly Text[] {
  const seats = [mine?.roles.length ? mine.roles : game.roles, ...game.beside.map((token) => known?.get(token)?.roles ?? [])];
  const roles = seats.flat();
  return roles.length === 0 ? [say("web.mine.watching")] : roles.map((role) => nameOf(role, game, mine));
}

/** The others at the table, each with his side where there are more than one. */
export function againstWhom(game: MyGame, mine: Mine): readonly Text[] {
  const here = ownSeats(game, mine);
  if (game.beside.length > 0 && mine.seats.every(({ name }) => here.has(name))) return [say("web.mine.one-screen")];
  const others = mine.seats.filter(({ name }) => !here.has(name));
  const plays = here.size > 0 && [...here].some((seat) => mine.seats.some(({ name }) => name === seat));
  return others.map((seat, i) => {
    const roles = seat.roles.map((role) => nameOf(role, game, mine));
    const who = others.length > 1 || !plays ? say("web.mine.who-as", { who: called(seat), roles }) : called(seat);
    return plays && i === 0 ? say("web.mine.against", { who }) : who;
  });
}

/** What is to be done, or how it ended; `yours`: it waits for somebody here. */
export function howItStands(game: MyGame, mine: Mine | undefined): { readonly text: Text; readonly yours: boolean } | null {
  if (mine === undefined) return { text: say("web.mine.gone"), yours: false };
  if (mine.finished) return { text: ended(game, mine), yours: false };
  if (mine.waiting === null) return null;
  const here = ownSeats(game, mine);
  const yours = mine.waiting.some((seat) => here.has(seat));
  if (yours && game.beside.length === 0) return { text: say("web.mine.asked"), yours };
  const roles = mine.seats.filter(({ name }) => mine.waiting?.includes(name)).flatMap((seat) => seat.roles);
  return roles.length === 0 ? null : { text: say("web.mine.waiting", { roles: roles.map((role) => nameOf(role, game, mine)) }), yours };
}

function ended(game: MyGame, mine: Mine): Text {
  const winners = mine.result?.winners;
  if (winners === undefined) return say("web.mine.over");
  if (winners.length === 0) return say("web.mine.drawn");
  const own = mine.roles.filter((role) => role !== UMPIRE);
  if (own.length === 0 || game.beside.length > 0) return say("web.mine.won-by", { roles: winners.map((role) => nameOf(role, game, mine)) });
  return say(winners.some((role) => own.includes(role)) ? "web.mine.won" : "web.mine.lost");
}

function ownSeats({ seat, beside }: MyGame, mine: Mine): Set<string> {
  // of a game at one screen all that no computer holds
  return new Set(beside.length > 0 ? mine.seats.filter(({ player }) => player === "").map(({ name }) => name) : [mine.seat || seat]);
}

function called({ player, called: name }: Sitting): Text {
  if (player !== "") return say("web.mine.computer");
  return name === "" ? say("web.mine.somebody") : plainText(name);
}

function nameOf(role: string, game: MyGame, mine: Mine | undefined): Text {
  if (role === UMPIRE) return say("web.tab.umpire");
  return mine?.role_names[role] ?? game.names[role] ?? say(`${game.game}.role.${role}`);
}
