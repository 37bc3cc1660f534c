/** Whether dice fell for something that is told. */

import type { SeenEvent } from "../wire/messages";

export function isThrow({ ruling }: SeenEvent): boolean {
  return (ruling?.throws ?? []).some(({ values }) => values.length > 0);
}
