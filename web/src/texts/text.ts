/** Text is data: a key and its arguments. It becomes a sentence in the reader's language only where it is shown. */

export type Word = string | number | boolean | Text | null;
export type Argument = Word | readonly Word[];

export interface Text {
  readonly key: string;
  readonly args?: Readonly<Record<string, Argument>>;
}

/** The usual way to write a Text of the client's own. */
export function say(key: string, args?: Readonly<Record<string, Argument>>): Text {
  return args === undefined ? { key } : { key, args };
}

export function isText(value: unknown): value is Text {
  return typeof value === "object" && value !== null && "key" in value;
}

/** A name that is the same in every language. */
export function plainText(text: string): Text {
  return say("core.plain", { text });
}
