/** A planned way: from a place, or from where a piece stands, to a place. */
export type Leg = readonly [from: string, to: string];
