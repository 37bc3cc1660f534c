/** The board as the server describes it (core/scene.py), with everything it leaves out because it is as usual. */

import type { Board as SentBoard, Card as SentCard, Cues as SentCues, Guide as SentGuide, Tip as SentTip, Kind as SentKind, Layer as SentLayer, Legend, Nation as SentNation, Overlay, Place as SentPlace, Printed as SentPrinted, Side as SentSide, Sign } from "../generated/scene";
import { plainText, type Text } from "../texts/text";

export type Point = readonly [number, number];
export type Box = readonly [x: number, y: number, width: number, height: number];
export type { Legend, Overlay, Sign };

/** Everything is there, and nothing of it changes. */
type Whole<T> = { readonly [K in keyof T]-?: NonNullable<T[K]> extends readonly (infer I)[] ? readonly I[] | Extract<T[K], null> : Exclude<T[K], undefined> };

export type Place = Whole<Omit<SentPlace, "at" | "label" | "leader">> & { readonly at: Point; readonly label: Point | null; readonly leader: Point | null };
export type Side = Whole<SentSide>;
export type Nation = Whole<SentNation>;
export type Kind = Whole<SentKind>;
export type Card = Whole<SentCard>;
export type Layer = Whole<SentLayer>;
export type Printed = Whole<Omit<SentPrinted, "at">> & { readonly at: Point };
export type Cues = Whole<SentCues>;
export type Tip = Whole<SentTip>;

export interface Board {
  readonly kind: SentBoard["kind"];
  readonly title: Text;
  readonly box: Box;
  /** what is looked at first */
  readonly home: Box;
  readonly places: readonly Place[];
  readonly placeOf: ReadonlyMap<string, Place>;
  readonly sides: readonly Side[];
  readonly nations: readonly Nation[];
  readonly kinds: readonly Kind[];
  readonly kindOf: ReadonlyMap<string, Kind>;
  readonly cards: readonly Card[];
  readonly unit: number;
  readonly columns: number;
  readonly corners: readonly Point[];
  readonly layers: readonly Layer[];
  readonly names: readonly Printed[];
  readonly signs: readonly Sign[];
  readonly borders: readonly { readonly between: readonly [string, string]; readonly middle: Point }[];
  readonly outline: string;
  readonly legend: readonly Legend[];
  readonly intro: Readonly<Record<string, readonly Text[]>>;
  readonly tips: Readonly<Record<string, readonly Tip[]>>;
  readonly order: string;
  readonly cues: Cues;
  readonly guide: SentGuide | null;
  readonly overlays: readonly Overlay[];
  readonly more: unknown;
}

const PLACE = { at: [0, 0] as Point, path: "", kind: "area", ground: "", owner: "", marks: [], value: 0, rank: 0, written: null, label: null, beside: "", label_width: 0, leader: null, closed: false, reconstructed: false, listed: null };
const KIND = { shape: "ground", symbol: "", size: "", label: "", faces: [], nation: "", weight: 0, facts: [], lot: false, reconstructed: false };
const CARD = { part: "", original: "", effects: [], worth: null, facts: [], help: [] };
const CUES: Cues = { together: [], loud: [], battle: [], odds: {}, chances: [], sums: [], moments: false, declared: [], turns: [] };

export function readPlace(place: SentPlace): Place {
  return { ...PLACE, ...place };
}

export function readKind(kind: SentKind): Kind {
  return { ...KIND, ...kind };
}

export function readBoard(sent: SentBoard): Board {
  const places = sent.places.map(readPlace);
  const kinds = (sent.kinds ?? []).map(readKind);
  return {
    kind: sent.kind,
    title: sent.title,
    box: sent.box,
    home: sent.home ?? sent.box,
    places,
    placeOf: new Map(places.map((place) => [place.id, place])),
    sides: sent.sides.map((side) => ({ look: "", outline: "square", of: "", ...side })),
    nations: (sent.nations ?? []).map((nation) => ({ mark: "bars", ...nation })),
    kinds,
    kindOf: new Map(kinds.map((kind) => [kind.id, kind])),
    cards: (sent.cards ?? []).map((card) => ({ ...CARD, ...card, part: card.part ?? card.id })),
    unit: sent.unit ?? 100,
    columns: sent.columns ?? 0,
    corners: pairs(sent.corners ?? []),
    layers: (sent.layers ?? []).map((layer) => ({ form: "fill", side: "", overlay: "", level: 0, width: 0, place: "", ...layer })),
    names: (sent.names ?? []).map((name) => ({ kind: "", turn: 0, size: 100, spaced: false, room: 0, ...name })),
    signs: sent.signs ?? [],
    borders: (sent.borders ?? []).map(([a, b, middle]) => ({ between: [a, b], middle })),
    outline: sent.outline ?? "",
    legend: sent.legend ?? [],
    intro: sent.intro ?? {},
    tips: Object.fromEntries(Object.entries(sent.tips ?? {}).map(([role, tips]) => [role, tips.map((tip) => ({ places: [], ...tip }))])),
    order: sent.order ?? "",
    cues: { ...CUES, ...sent.cues },
    guide: sent.guide ?? null,
    overlays: sent.overlays ?? [],
    more: sent.more ?? null,
  };
}

function pairs(numbers: readonly number[]): readonly Point[] {
  const found: Point[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) found.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
  return found;
}

/** The side for which a role plays: itself, or that of a commander. */
export function sideOf(board: Board | null, role: string): string {
  return board?.sides.find(({ id }) => id === role)?.of || role;
}

/** What a side is called. */
export function sideName(board: Board | null, side: string): Text {
  return board?.sides.find(({ id }) => id === side)?.name ?? plainText(side);
}

/** The colours of a side: those that its look names, or one of the house's by its number. */
export function lookOf(board: Board, side: string): string {
  const number = board.sides.findIndex(({ id }) => id === side);
  return board.sides[number]?.look || `house-${(number < 0 ? 0 : number) + 1}`;
}
