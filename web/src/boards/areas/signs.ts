/** The signs of the map, about a hundred units wide, drawn round their middle. */

import type { AreaMark } from "./scene";

export const SIGNS: Readonly<Record<AreaMark, string>> = {
  "point-city": "M0,-50L15,-16L50,-15L23,8L31,43L0,24L-31,43L-23,8L-50,-15L-15,-16Z",
  mobilisation: "M-34,0a34,34 0 1 0 68,0a34,34 0 1 0 -68,0zM-12,0a12,12 0 1 1 24,0a12,12 0 1 1 -24,0z",
  airfield: "M0,-55l10,36l50,26v14l-50,-10l-4,30l15,12v10l-21,-6l-21,6v-10l15,-12l-4,-30l-50,10v-14l50,-26z",
};
