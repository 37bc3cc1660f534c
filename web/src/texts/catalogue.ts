/** Renders Texts from the catalogues the server sends; the rules of feltherre/core/catalogue.py, and signs and decimals as they are printed. */

import { type Argument, isText, say, type Text } from "./text";

/** One message: its forms, more than one if it counts things. */
export type Forms = readonly string[];
export type Messages = Readonly<Record<string, Forms | string>>;

/** Which form a number takes. All languages of the house have two forms, one for exactly 1. */
function formOf(n: number, forms: Forms): string {
  const at = Math.abs(n) === 1 ? 0 : 1;
  return forms[Math.min(at, forms.length - 1)] ?? "";
}

export class Catalogue {
  readonly language: string;
  private readonly messages: Messages;
  private readonly fallback: Catalogue | null;

  constructor(language: string, messages: Messages, fallback: Catalogue | null = null) {
    this.language = language;
    this.messages = messages;
    this.fallback = fallback;
  }

  has(key: string): boolean {
    return key in this.messages || (this.fallback?.has(key) ?? false);
  }

  /** The sentence a person reads; an unknown key is shown as the key in angle brackets. */
  render(text: Text): string {
    const forms = this.find(text.key);
    if (forms === null) return `<${text.key}>`;
    const args = text.args ?? {};
    return fill(this.form(forms, args), (name) => (name in args ? this.show(args[name] ?? null) : `{${name}}`));
  }

  private find(key: string): Forms | null {
    const found = this.messages[key];
    if (found !== undefined) return typeof found === "string" ? [found] : found;
    return this.fallback?.find(key) ?? null;
  }

  private form(forms: Forms, args: Readonly<Record<string, Argument>>): string {
    const n = args["n"];
    return forms.length > 1 && typeof n === "number" ? formOf(n, forms) : (forms[0] ?? "");
  }

  /** An argument as it stands in a sentence: a nested Text, a list, a number or a word. */
  show(value: Argument): string {
    if (isText(value)) return this.render(value);
    if (Array.isArray(value)) return this.joined(value.map((item) => this.show(item)));
    if (typeof value === "number") return this.language === "en" ? String(value) : String(value).replace(".", ",");
    return printed(String(value));
  }

  private joined(items: readonly string[]): string {
    const [first, ...rest] = items;
    if (first === undefined) return this.render(say("core.list.none"));
    const last = rest.pop();
    if (last === undefined) return first;
    const line = rest.reduce((before, next) => this.render(say("core.list.comma", { first: before, next })), first);
    return this.render(say("core.list.and", { first: line, last }));
  }
}

/** Odds, results and figures as they are printed: `≥ 6-1`, `A1-F1R`, `8-10-4`; they stay on one line. */
function printed(word: string): string {
  const sign = word.replace(/^([<>])=/, (_, than: string) => (than === "<" ? "≤\u00a0" : "≥\u00a0"));
  return FIGURES.test(sign) ? sign.replaceAll("-", "\u2011") : sign;
}

const FIGURES = /^[≤≥]?\s*[\dA-Z]+(-[\dA-Z]+)+$/;

/** Puts values for the names in braces; doubled braces are braces. */
function fill(form: string, value: (name: string) => string): string {
  return form.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name: string | undefined) =>
    name === undefined ? found.charAt(0) : value(name),
  );
}
