/** How a chance is written. */

/** A percentage that never says 0 or 100 of something that can go either way. */
export function percent(probability: number): string {
  if (probability <= 0) return "0 %";
  if (probability >= 1) return "100 %";
  const rounded = Math.round(probability * 100);
  if (rounded === 0) return "< 1 %";
  return rounded === 100 ? "> 99 %" : `${rounded} %`;
}
