/** Norway 1940 for the client: everything that knows this game lives in this folder. */

import type { Action, NorwayView } from "../../generated/norway";
import type { GameClient } from "../game";
import { type NorwayBoard as Board, readBoard } from "./board";
import NorwayBoard from "./NorwayBoard.svelte";
import NorwayPicture from "./NorwayPicture.svelte";
import "./sides.css";
import { editChoices } from "./edits";
import { foresees } from "./foreseen";
import { intro, worth } from "./intro";
import { marksDie } from "./dice";
import { guide } from "./april";
import { placeNumber } from "./sea";
import { RAID_BOX, shapeOf } from "./shape";
import { thing } from "./things";
import { say, type Text } from "../../texts/text";
import { about, battle, hands, result, sideName, status } from "./view";

export const norway: GameClient = {
  id: "norway",
  Board: NorwayBoard,
  Picture: NorwayPicture,
  shape: (board) => shapeOf(placesOf(board as Board), (board as Board).cards),
  readBoard,
  status: (view, board) => status(view as NorwayView, board as Board),
  hands: (view, roles, board) => hands(view as NorwayView, roles, board as Board),
  battle: (view, board) => battle(view as NorwayView, board as Board),
  result: (view) => result(view as NorwayView),
  about: (view, board, place) => about(view as NorwayView, board as Board, place),
  sideName,
  placeName: (board, place) => placeName(board as Board, place),
  intro,
  variants: [{ name: say("norway.advanced"), about: say("norway.advanced.about"), options: { rules: "advanced" } }],
  // the others change nothing in the basic game, and are refused there
  offersOption: (name, chosen) => name === "rules" || chosen["rules"] === "advanced",
  thing: (board, id, role) => thing(board as Board, id, role),
  guide: (view, board, signs) => guide(view as NorwayView, board as Board, signs),
  oddsBeside: ({ prompt }) => (prompt.key.startsWith("norway.prompt.intercept") ? INTERCEPTION : null),
  answered: (view) => (view as NorwayView).answered,
  foresees,
  // what a card changes in the battle being fought
  asksChances: (action) => (action as Action).kind === "play",
  opensBattle: ({ prompt }) => AT_SEA.has(prompt.key),
  worth,
  editChoices: (board, edit, field) => editChoices(board as Board, edit, field),
  offersEdit: (edit, options) => !edit.endsWith("-ship") || options["rules"] === "advanced",
  marksDie,
  sums: ({ procedure }) => procedure === "land-combat",
};

/** what is asked before and between sea battles: their chances stand in the panel */
const AT_SEA: ReadonlySet<string> = new Set(["join-battle", "choose-sea-battle", "fight-or-bomb", "bomb"].map((asked) => `norway.prompt.${asked}`));
const INTERCEPTION = "naval-interception";

function placesOf(board: Board): ReadonlySet<string> {
  return new Set([...board.areas.map(({ id }) => id), ...board.seas.map(({ id }) => id), RAID_BOX]);
}

function placeName(board: Board, place: string): Text {
  if (place === RAID_BOX) return board.ship_places[placeNumber(board, "raidBox")]?.name ?? say("core.plain", { text: place });
  const sea = board.seas.findIndex(({ id }) => id === place);
  return sea < 0 ? say(`norway.area.${place}`) : (board.ship_places[sea]?.name ?? say(`norway.sea.${place}`));
}
