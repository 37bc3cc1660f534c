/** What people call a clock. */

import type { Table } from "../state/table.svelte";
import { say, type Text } from "../texts/text";

export function clockName(table: Table, { name, role }: { readonly name: string; readonly role: string }): Text {
  const clock = say(`${table.welcome?.game ?? ""}.clock.${name}`);
  if (role === "") return clock;
  return say("web.clocks.of", { clock, role: table.sideName(role) });
}
