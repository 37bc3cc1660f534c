/** Norway 1940 for the client: everything that knows this game lives in this folder. */

import type { NorwayView } from "../../generated/norway";
import type { GameClient } from "../game";
import { type NorwayBoard as Board, readBoard } from "./board";
import NorwayBoard from "./NorwayBoard.svelte";
import NorwayPicture from "./NorwayPicture.svelte";
import "./sides.css";
import { editChoices } from "./edits";
import { intro, worth } from "./intro";
import { shapeOf } from "./shape";
import { about, battle, hands, result, sideName, status } from "./view";

export const norway: GameClient = {
  id: "norway",
  Board: NorwayBoard,
  Picture: NorwayPicture,
  shape: (board) => shapeOf(new Set((board as Board).areas.map((area) => area.id)), (board as Board).cards),
  readBoard,
  status: (view, board) => status(view as NorwayView, board as Board),
  hands: (view, roles, board) => hands(view as NorwayView, roles, board as Board),
  battle: (view, board) => battle(view as NorwayView, board as Board),
  result: (view) => result(view as NorwayView),
  about: (view, board, place) => about(view as NorwayView, board as Board, place),
  sideName,
  intro,
  worth,
  // the book knows no limit of time
  clocks: () => [],
  editChoices: (board, field) => editChoices(board as Board, field),
  // a six destroys a battalion (4.2-4, 4.2-5); a boat hits with 4 to 6 (4.3-cards)
  marksDie: (ruling, purpose, value) => (purpose === "die" ? value >= 4 : ruling.procedure === "land-combat" && value === 6),
};
