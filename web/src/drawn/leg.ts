/** A way, or an attack, from one place or piece to another. */
export type Leg = readonly [from: string, to: string];
