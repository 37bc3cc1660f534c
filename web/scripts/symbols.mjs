/**
 * Draws the NATO symbols of the counters once, with milsymbol, into src/boards/symbols.json. The page loads only what is
 * drawn here: the library itself weighs more than the rest of the client. Run it after adding a kind: node scripts/symbols.mjs
 */
import { writeFileSync } from "node:fs";
import ms from "milsymbol";

/** MIL-STD-2525D: version, friend (its frame is a rectangle), set, and the sign with its two modifiers; sizes stand on the counter itself */
const land = (sign, modifiers = "0000") => `1003100000${sign}${modifiers}`;

export const KINDS = {
  infantry: land("121100"),
  ski: land("121100", "0042"),
  mountain: land("121100", "0027"),
  airborne: land("121100", "0001"),
  motorised: land("121104"),
  mechanised: land("121102"),
  cavalry: land("121300"),
  tank: land("120500"),
  artillery: land("130300"),
  flak: land("130100"),
  engineer: land("140700"),
  // irregulars have no sign of their own in the standard: the book's P stands in an empty frame
  partisan: land("000000"),
  air: land("120800"),
  ship: "10033000001202000000",
};

const LETTER = { partisan: "P" };

/** The marks of one symbol without the <svg> around them, and the box they fill. */
export function drawn(sidc, letter = "") {
  const symbol = new ms.Symbol(sidc, { size: 100, monoColor: "currentColor", fill: false, strokeWidth: 5, specialHeadquarters: letter });
  if (!symbol.isValid()) throw new Error(`milsymbol does not know ${sidc}`);
  const [, box, marks] = /viewBox="([^"]+)"[^>]*>(.*)<\/svg>$/s.exec(symbol.asSVG()) ?? [];
  if (box === undefined || /style|class=|<script|href/.test(marks)) throw new Error(`the drawing of ${sidc} is not plain`);
  return { box: box.split(" ").map(Number), marks: marks.replaceAll(" >", ">") };
}

/** On a counter that bears nothing beside it but a number: infantry with the two strokes of its size, in bolder lines. */
const BATTALION = { box: [0, 0, 172, 150], marks: '<path d="M6,50H166V144H6ZM6,50L166,144M166,50L6,144M68,2V40M104,2V40" stroke-width="12" stroke="currentColor" fill="none"></path>' };

/** The standard knows no coastal artillery: the dot of artillery over the sea, in the same frame. */
const COASTAL = { box: [20, 45, 160, 110], marks: '<path d="M25,50 l150,0 0,100 -150,0 z" stroke-width="5" stroke="currentColor" fill="none"></path><circle cx="100" cy="86" r="15" fill="currentColor"></circle><path d="M34,128 q11,-16 22,0 t22,0 t22,0 t22,0 t22,0 t22,0" stroke-width="5" stroke="currentColor" fill="none"></path>' };

export function symbols() {
  const known = Object.fromEntries(Object.entries(KINDS).map(([kind, sidc]) => [kind, drawn(sidc, LETTER[kind])]));
  return { ...known, "coastal-artillery": COASTAL, battalion: BATTALION };
}

if (process.argv[1] === import.meta.filename) {
  const file = new URL("../src/boards/symbols.json", import.meta.url);
  writeFileSync(file, `${JSON.stringify(symbols(), null, 1)}\n`);
}
