/** The outlines of counters. Sides differ by outline as well as by colour, so that they are told apart without it. */

export type Outline = "square" | "cut" | "round";

/** A counter of an edge, around its middle. */
export function outlinePath(outline: Outline, size: number): string {
  const h = size / 2;
  if (outline === "cut") {
    const c = size * 0.3;
    return `M${-h},${-h}H${h - c}L${h},${-h + c}V${h}H${-h}Z`;
  }
  const r = size * (outline === "round" ? 0.36 : 0.06);
  const arc = (x: number, y: number) => `a${r},${r} 0 0 1 ${x},${y}`;
  return `M${-h + r},${-h}H${h - r}${arc(r, r)}V${h - r}${arc(-r, r)}H${-h + r}${arc(-r, -r)}V${-h + r}${arc(r, -r)}Z`;
}
