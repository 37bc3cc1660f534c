/** The reader's language, and the catalogues in it. */

import { fetchLanguages, fetchTexts } from "../wire/api";
import { Catalogue } from "./catalogue";
import { say as makeText, type Argument, type Text } from "./text";

export const LANGUAGES: readonly { readonly id: string; readonly name: string }[] = [
  { id: "en", name: "English" },
  { id: "nb", name: "Norsk" },
  { id: "sv", name: "Svenska" },
  { id: "da", name: "Dansk" },
];
const FALLBACK = "en";
const KEPT = "feltherre.language";

class Languages {
  catalogue = $state.raw(new Catalogue(FALLBACK, {}));
  /** those of ours that the server has */
  there = $state.raw<readonly (typeof LANGUAGES)[number][]>([]);
  ready = $state(false);
  failed = $state(false);

  /** Load the language kept from last time, or the browser's. */
  async start(): Promise<void> {
    await this.use(localStorage.getItem(KEPT) ?? preferred(navigator.languages));
  }

  async use(language: string): Promise<void> {
    try {
      const [there, english] = await Promise.all([fetchLanguages(), fetchTexts(FALLBACK)]);
      this.there = LANGUAGES.filter(({ id }) => there.includes(id));
      const spoken = there.includes(language) ? language : FALLBACK;
      const fallback = new Catalogue(FALLBACK, english);
      this.catalogue = spoken === FALLBACK ? fallback : new Catalogue(spoken, await fetchTexts(spoken), fallback);
      document.documentElement.lang = spoken;
      localStorage.setItem(KEPT, spoken);
      this.ready = true;
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }
}

/** The first of the browser's languages that we have. */
export function preferred(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const id = tag.toLowerCase().split("-")[0] ?? "";
    const known = id === "no" || id === "nn" ? "nb" : id;
    if (LANGUAGES.some((language) => language.id === known)) return known;
  }
  return FALLBACK;
}

export const languages = new Languages();

/** A Text in the reader's language. */
export function show(text: Text): string {
  return languages.catalogue.render(text);
}

/** A text of the client's own: `t("web.board.fit")`. */
export function t(key: string, args?: Readonly<Record<string, Argument>>): string {
  return languages.catalogue.render(makeText(key, args));
}
