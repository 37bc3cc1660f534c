/** What is to be seen at a place, in words, for those who do not see it. */

import { say, type Text } from "../texts/text";
import { type Board, sideName } from "./board";
import type { Piece, Scene } from "./scene";

/** A town, the ground, its marks, whose it is, and who stands there. */
export function standing(board: Board, scene: Scene, id: string): readonly Text[] {
  const place = scene.placeOf.get(id);
  if (place === undefined) return [];
  const signs = [place.ground, ...place.marks.map(({ kind }) => kind)];
  const owner = scene.owners[id] ?? place.owner;
  return [
    ...(place.written === null ? [] : [place.written]),
    ...signs.flatMap((sign) => board.legend.find(({ kind }) => kind === sign)?.text ?? []),
    ...(scene.words[id] === undefined ? [] : [scene.words[id]]),
    ...(board.sides.some((side) => side.id === owner) ? [sideName(board, owner)] : []),
    ...(scene.stacks.get(id) ?? []).flatMap(called),
  ];
}

function called({ id, kind, count, told }: Piece): readonly Text[] {
  return [id === "" ? say("web.board.lot", { n: count, what: kind.name }) : kind.name, ...(told === null ? [] : [told])];
}
