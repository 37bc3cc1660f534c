/** What is known of an answer that is being built: the whole of it, or why it does not go on. */

import type { Text } from "../texts/text";
import type { Choices, Part } from "../wire/messages";

export interface Whole {
  readonly action: unknown;
  readonly text: string;
  readonly words?: Text | null;
  readonly warnings?: readonly Text[];
  readonly parts?: readonly Part[];
}

export type Told = Pick<Choices, "choices" | "action" | "text" | "words" | "warnings" | "picking" | "parts">;

/** The answer that a reply with nothing more to choose stands for. */
export function wholeOf(reply: Told): Whole {
  return { action: reply.action, text: reply.text, words: reply.words ?? null, warnings: reply.warnings ?? [], parts: reply.parts ?? [] };
}

/** It costs no card and the game warns of nothing: a single press is enough to send it. */
export function isPlain({ warnings = [] }: Whole, card: string | null): boolean {
  return card === null && warnings.length === 0;
}

/** Key of the sentence that tells how an answer begins: on areas or on single pieces, and with a button only where there is one. */
export function howTo(onPieces: boolean, buttons: boolean): string {
  if (onPieces) return buttons ? "web.answer.click-piece" : "web.answer.click-piece-only";
  return buttons ? "web.answer.click-board" : "web.answer.click-board-only";
}

/** Key of the sentence that tells how an answer goes on whose kind is chosen: where from, or (of a place that was named) where to. */
export function whereTo(onPieces: boolean, named: boolean): string {
  if (onPieces) return "web.answer.click-hex";
  return named ? "web.answer.click-target" : "web.answer.click-board-only";
}

export interface Reason {
  readonly part: Part | null;
  readonly text: Text;
  readonly rule: string | null;
}

/** What a tap on a place did. */
export type Tapped = "chosen" | "commit" | "refused";
