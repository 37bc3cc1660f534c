/** Areas that can be shaded on Norway's board: facts of the map and of the present position. */

import type { Overlay } from "../../boards/areas/scene";
import type { NorwayView } from "../../generated/norway";
import { say } from "../../texts/text";
import type { NorwayArea, NorwayBoard } from "./board";

const SOUTH: ReadonlySet<string> = new Set(["I", "II"]);
const WEST_AND_NORTH: ReadonlySet<string> = new Set(["III", "IV", "V", "VI", "VII"]);

export function overlays(view: NorwayView, board: NorwayBoard): readonly Overlay[] {
  const those = (wanted: (area: NorwayArea) => boolean): ReadonlySet<string> =>
    new Set(board.areas.filter(wanted).map((area) => area.id));
  const touches = (area: NorwayArea, seas: ReadonlySet<string>) => area.coast.some((sea) => seas.has(sea));
  return [
    { id: "air", name: say("norway.overlay.air"), areas: inAirRange(view, board) },
    { id: "south", name: say("norway.overlay.south"), areas: those((area) => touches(area, SOUTH)) },
    {
      id: "west",
      name: say("norway.overlay.west"),
      areas: those((area) => touches(area, WEST_AND_NORTH) && !touches(area, SOUTH)),
    },
    { id: "mobilisation", name: say("norway.overlay.mobilisation"), areas: those((area) => area.mobilisation || area.point_city) },
  ];
}

/** What German aircraft reach now: from Germany, and from airfields with a German battalion. */
function inAirRange(view: NorwayView, board: NorwayBoard): ReadonlySet<string> {
  const reached = new Set(board.areas.filter((area) => area.from_germany).map((area) => area.id));
  board.areas.forEach((area, i) => {
    if (area.airfield && (view.germany[i] ?? 0) > 0) for (const id of area.air_reach) reached.add(id);
  });
  return reached;
}
