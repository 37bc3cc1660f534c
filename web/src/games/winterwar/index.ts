/** The Winter War 1939-40 for the client: everything that knows this game lives in this folder. */

import type { Action, WinterWarView } from "../../generated/winterwar";
import { say } from "../../texts/text";
import type { GameClient } from "../game";
import { battle } from "./battle";
import { type WinterWarBoard as Board, readBoard } from "./board";
import CombatChances from "./CombatChances.svelte";
import CombatRuled from "./CombatRuled.svelte";
import { editChoices } from "./edits";
import { intro } from "./intro";
import "./nations.css";
import { picked, pieceAt } from "./overlays";
import { shapeOf } from "./shape";
import { thing } from "./things";
import UnitFace from "./UnitFace.svelte";
import { about, placeName, result, sideName, status } from "./view";
import WinterWarBoard from "./WinterWarBoard.svelte";
import WinterWarPicture from "./WinterWarPicture.svelte";
import WinterWarTray from "./WinterWarTray.svelte";

/** answers that dice follow upon */
const FIGHTS: ReadonlySet<string> = new Set<Action["kind"]>(["attack", "air-combat"]);
/** a side moves dozens of units: those who only march, fly or come in are told together */
const PLAIN: ReadonlySet<string> = new Set(["moves", "flies", "flies-to-defend", "new-base", "placed", "deployed"].map((event) => `winterwar.event.${event}`));
/** time has run out (R3, R4, R62) */
const TIME_UP: ReadonlySet<string> = new Set(["movement-time-up", "time-over", "choice-time-up"].map((event) => `winterwar.event.${event}`));
/** what is asked while battles lie ahead: their chances stand in the panel */
const FIGHTING: ReadonlySet<string> = new Set(["winterwar.prompt.combat", "winterwar.prompt.air"]);

export const winterwar: GameClient = {
  id: "winterwar",
  Board: WinterWarBoard,
  Picture: WinterWarPicture,
  Tray: WinterWarTray,
  Face: UnitFace,
  Chances: CombatChances,
  Ruled: CombatRuled,
  shape: (board) => shapeOf(board as Board),
  readBoard,
  status: (view, board) => status(view as WinterWarView, board as Board),
  hands: () => [],
  battle: (view, board) => battle(view as WinterWarView, board as Board),
  result: (view) => result(view as WinterWarView),
  about: (view, board, place) => about(view as WinterWarView, board as Board, place),
  sideName,
  placeName: (board, place) => placeName(board as Board, place),
  intro,
  plainOptions: { setup: "historical" },
  variants: [{ name: say("winterwar.own-setup"), about: say("winterwar.own-setup.about"), options: { setup: "own" } }],
  offersOption: () => true,
  thing: (board, id) => thing(board as Board, id),
  guide: () => null,
  oddsBeside: () => null,
  answered: () => [],
  asksChances: (action) => FIGHTS.has((action as Action).kind),
  picked,
  pieceAt: (view, board, place) => pieceAt(view as WinterWarView, board as Board, place),
  tellsTogether: ({ text, ruling }) => PLAIN.has(text.key) && !ruling,
  timeUp: ({ text }) => TIME_UP.has(text.key),
  opensBattle: ({ prompt }) => FIGHTING.has(prompt.key),
  worth: () => null,
  editChoices: (board, _, field) => editChoices(board as Board, field),
  marksDie: () => false,
  sums: () => false,
  orderExample: say("winterwar.order-example"),
};
