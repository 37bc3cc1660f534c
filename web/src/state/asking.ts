/** Questions to the server, and what becomes of them when the connection has ended for good. */

import type { Text } from "../texts/text";
import { Broken, type WireClient } from "../wire/client";
import type { Refused } from "../wire/messages";
import type { Asker } from "./forms";

/** Something was not done, and why. */
export interface Refusal {
  readonly reason: Text;
  readonly rule: string | null;
}

export function refusalOf({ reason, rule }: Refused): Refusal {
  return { reason, rule: rule ?? null };
}

/** A question whose answer will never come is answered. */
export function unlessClosed<T>(reply: Promise<T>): Promise<T | Refused> {
  return reply.catch((error: unknown): Refused => {
    if (!(error instanceof Broken)) throw error;
    return { type: "refused", id: "", reason: { key: "web.error.broken" } };
  });
}

/** Who asks for an answer that is being built. */
export function askerOf(wire: Pick<WireClient, "ask">): Asker {
  return {
    choices: (decision, partial) => unlessClosed(wire.ask({ type: "choices", decision, partial })),
    whyNot: (decision, partial, part) => unlessClosed(wire.ask({ type: "why-not", decision, partial, part })),
  };
}
