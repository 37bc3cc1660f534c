/** What was searched for, found in a text that is read. */

export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** A text in pieces, those marked that were searched for (in small letters; "": nothing was). */
export function piecesOf(whole: string, wanted: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const low = whole.toLowerCase();
  let at = 0;
  for (let found = wanted === "" ? -1 : low.indexOf(wanted); found >= 0; found = low.indexOf(wanted, at)) {
    if (found > at) pieces.push({ text: whole.slice(at, found), marked: false });
    at = found + wanted.length;
    pieces.push({ text: whole.slice(found, at), marked: true });
  }
  if (at < whole.length) pieces.push({ text: whole.slice(at), marked: false });
  return pieces;
}
