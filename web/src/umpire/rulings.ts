/** The outputs of a ruling that an umpire can change, as fields, by the types its procedure declares. */

export type Output =
  | { readonly name: string; readonly kind: "number"; readonly value: number }
  | { readonly name: string; readonly kind: "switch"; readonly value: boolean }
  | { readonly name: string; readonly kind: "word"; readonly value: string | null; readonly words: readonly (string | null)[] };

const ENUM = /^enum\[(.*)\]$/;

/** What of a ruling he can change, and the words that he may choose from; null: nobody. */
export interface Changeable {
  readonly names: readonly string[];
  readonly choices: Readonly<Record<string, readonly (string | null)[]>>;
}

/** Lists and records are left as they are: they are changed on the board, by an edit. */
export function outputsOf(outputs: Readonly<Record<string, unknown>>, types: ReadonlyMap<string, string>, { names, choices }: Changeable): readonly Output[] {
  return Object.entries(outputs).flatMap(([name, value]): readonly Output[] => {
    if (!names.includes(name)) return [];
    if (typeof value === "number") return [{ name, kind: "number", value }];
    if (typeof value === "boolean") return [{ name, kind: "switch", value }];
    const words = choices[name] ?? ENUM.exec(types.get(name) ?? "")?.[1]?.split("|") ?? [];
    return (typeof value === "string" || value === null) && words.includes(value) ? [{ name, kind: "word", value, words }] : [];
  });
}

/** Only what differs from the ruling. */
export function changedOutputs(outputs: readonly Output[], values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(outputs.flatMap(({ name, value }) => (name in values && values[name] !== value ? [[name, values[name]]] : [])));
}
