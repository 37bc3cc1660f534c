/** A way, or an attack, from one place or piece to another; a piece means where it stands. */
export type Leg = readonly [from: string, to: string];
