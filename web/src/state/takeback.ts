/** What going back would undo. */

import type { SeenEvent } from "../wire/messages";
import type { LogLine } from "./seating";

/** what is done beside the game stays done */
const BESIDE: ReadonlySet<string> = new Set(["ask-takeback", "grant-takeback", "refuse-takeback", "hand-over", "paused", "resumed"].map((act) => `core.event.${act}`));

/** What of the log would be undone if the game went back to after a line. */
export function undoneAfter(log: readonly LogLine[], line: number): readonly SeenEvent[] {
  return log.filter((entry) => entry.line > line && !BESIDE.has(entry.event.text.key)).map(({ event }) => event);
}
