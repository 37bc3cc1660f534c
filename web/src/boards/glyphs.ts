/** Drawn signs, about a hundred units wide, round their middle: silhouettes of ships, and marks of the map. */

const HULL = "M-50,6H50L40,22H-40Z";
const SHIP = `${HULL}M-20,6V-6H-8V-18H4V-6H20V6Z`;

const SHIPS: Readonly<Record<string, string>> = {
  battleship: `${HULL}M-34,6V-4H-18V6ZM-18,-2H-44V-5H-18ZM18,6V-4H34V6ZM18,-2H44V-5H18ZM-12,6V-18H-4V-30H4V-18H12V6Z`,
  carrier: "M-50,-2H50V6H44L38,22H-38L-44,6H-50ZM8,-2V-20H16V-28H20V-20H28V-2Z",
  "heavy-cruiser": `${HULL}M-34,6V-3H-20V6ZM-20,-1H-44V-4H-20ZM-12,6V-12H-4V-24H2V-12H8V6ZM14,6V-8H22V6Z`,
  minor: "M-36,8H36L28,22H-28ZM-14,8V-4H-4V-16H2V-4H8V8ZM14,8V0H20V8Z",
  "coast-defence": "M-40,6H40L34,22H-34ZM-28,6V-6H-14V6ZM14,6V-6H28V6ZM-8,6V-14H-2V-24H2V-14H8V6Z",
  decoy: "M-50,6H-30V9H-50ZM-14,6H14V9H-14ZM30,6H50V9H30ZM-40,19H-18V22H-40ZM18,19H40V22H18ZM-6,-24H6V-8H-6ZM-5,-4H5V2H-5Z",
};

/** The silhouette of a ship, by the symbol of its kind. */
export function silhouette(symbol: string): string {
  return SHIPS[symbol] ?? SHIP;
}

const DOT = "M-24,0a24,24 0 1 0 48,0a24,24 0 1 0 -48,0z";

const SIGNS: Readonly<Record<string, string>> = {
  "point-city": "M0,-50L15,-16L50,-15L23,8L31,43L0,24L-31,43L-23,8L-50,-15L-15,-16Z",
  "mobilisation-point": "M-34,0a34,34 0 1 0 68,0a34,34 0 1 0 -68,0zM-12,0a12,12 0 1 1 24,0a12,12 0 1 1 -24,0z",
  airfield: "M0,-55l10,36l50,26v14l-50,-10l-4,30l15,12v10l-21,-6l-21,6v-10l15,-12l-4,-30l-50,10v-14l50,-26z",
};

/** The name of a mark as a class of its sign. */
export function signClass(kind: string): string {
  return kind.replaceAll("_", "-");
}

/** The sign of a mark of the map; one that is not drawn here is a dot. */
export function signOf(kind: string): string {
  return SIGNS[signClass(kind)] ?? DOT;
}
