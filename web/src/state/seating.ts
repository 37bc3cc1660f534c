/** What a seat at a table is connected with: the wire to its room, and the pace at which others' acts are told. */

import { newToken, socketAddress } from "../wire/api";
import { type Socket, WireClient, type Wiring } from "../wire/client";
import type { DecisionSeen, Position, SeenEvent } from "../wire/messages";
import { Playback, type Stage } from "./playback";
import { isShared } from "./mine";
import { prefs } from "./prefs.svelte";
import { isThrow } from "./throws";

/** the event of core/hands.py that tells who has had advice */
const ADVISED = "core.event.advised.";

type Ears = Pick<Wiring, "token" | "seen" | "hear" | "status">;
type Tellings = Pick<Stage, "show" | "tell" | "told" | "together" | "held">;

export function newWire(ears: Ears): WireClient {
  return new WireClient({
    ...ears,
    name: isShared(ears.token) ? "" : prefs.name,
    open: () => new WebSocket(socketAddress(location.href)) as unknown as Socket,
    later: (run, ms) => void setTimeout(run, ms),
    // not a UUID of the browser's: it makes them only for pages that come over TLS
    newId: newToken,
  });
}

export function newPlayback(tellings: Tellings): Playback {
  return new Playback({
    ...tellings,
    pace: () => (document.hidden ? 0 : prefs.paceMs),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
}

/** A line of what happened, with its number in the seat's own count. */
export interface LogLine {
  readonly line: number;
  readonly event: SeenEvent;
}

export function linesOf({ events }: Position): readonly LogLine[] {
  return events.map(([line, event]) => ({ line, event }));
}

/** Whether this seat has something to decide, or nobody has any more. */
export function isMine({ asked, over }: Position): boolean {
  return asked.length > 0 || over;
}

/** What of its own acts a seat is told: what dice decided. The rest it has done itself. */
export function thrownIn({ events }: Position): readonly SeenEvent[] {
  return events.flatMap(([, event]) => (isThrow(event) ? [event] : []));
}

/** What of others' acts a seat is told; that somebody has had advice is read in the log. */
export function toldIn({ events }: Position): readonly SeenEvent[] {
  return events.flatMap(([, event]) => (event.text.key.startsWith(ADVISED) ? [] : [event]));
}

export function sameDecisions(before: readonly DecisionSeen[], now: readonly DecisionSeen[]): boolean {
  return before.length === now.length && before.every((decision, i) => decision.id === now[i]?.id);
}
