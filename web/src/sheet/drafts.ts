/** Sheets that are written and not yet handed in, kept in this browser: a draft for each match and seat, of the sheet that is open. */

export interface Draft {
  /** row -> what stands in its cell */
  readonly cells: Readonly<Record<string, string>>;
  /** lines that belong to no row */
  readonly others: readonly string[];
  /** when it was begun, in ms */
  readonly since: number;
}

/** Whose sheet it is. */
export interface Whose {
  readonly match: string;
  readonly seat: string;
  readonly decision: string;
  readonly role: string;
}

const KEPT = "feltherre.sheet.";

function places({ match, seat, role, decision }: Whose): readonly [all: string, own: string] {
  const all = `${KEPT}${match}.${seat}.${role}.`;
  return [all, `${all}${decision}`];
}

export function readDraft(whose: Whose): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(places(whose)[1]) ?? "null") as Partial<Draft> | null;
    if (kept === null || typeof kept.cells !== "object" || !Array.isArray(kept.others)) return null;
    return { cells: kept.cells, others: kept.others, since: kept.since ?? Date.now() };
  } catch {
    return null;
  }
}

/** Keep it, and none of earlier sheets. What cannot be kept is on the screen still. */
export function keepDraft(whose: Whose, draft: Draft): void {
  forgetDraft(whose);
  try {
    localStorage.setItem(places(whose)[1], JSON.stringify(draft));
  } catch {
    return;
  }
}

export function forgetDraft(whose: Whose): void {
  try {
    const [all] = places(whose);
    for (const key of Object.keys(localStorage)) if (key.startsWith(all)) localStorage.removeItem(key);
  } catch {
    return;
  }
}
