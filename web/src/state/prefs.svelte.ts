/** What a person has set for himself; kept in this browser. */

export type Theme = "auto" | "light" | "dark";

/** How long each act of the others stands before the next, in milliseconds. */
export const PACES: readonly { readonly id: string; readonly ms: number }[] = [
  { id: "slow", ms: 2200 },
  { id: "calm", ms: 1100 },
  { id: "quick", ms: 450 },
  { id: "none", ms: 0 },
];

const KEPT = "feltherre.prefs";
const NIGHT = "(prefers-color-scheme: dark)";

interface Kept {
  readonly theme: Theme;
  readonly pace: string;
  readonly name: string;
  readonly odds: boolean;
}

function read(): Kept {
  const usual: Kept = { theme: "auto", pace: "calm", name: "", odds: true };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Kept>) };
  } catch {
    return usual;
  }
}

class Prefs {
  theme = $state<Theme>("auto");
  pace = $state("calm");
  name = $state("");
  odds = $state(true);

  start(): void {
    const kept = read();
    this.theme = kept.theme;
    this.pace = kept.pace;
    this.name = kept.name;
    this.odds = kept.odds;
    this.apply();
    matchMedia(NIGHT).addEventListener("change", () => this.apply());
  }

  keep(): void {
    const { theme, pace, name, odds } = this;
    localStorage.setItem(KEPT, JSON.stringify({ theme, pace, name, odds }));
    this.apply();
  }

  /** Whether the night map is shown now. */
  dark = $state(false);

  private apply(): void {
    this.dark = this.theme === "dark" || (this.theme === "auto" && matchMedia(NIGHT).matches);
    document.documentElement.dataset["theme"] = this.dark ? "dark" : "light";
  }

  get paceMs(): number {
    return PACES.find((pace) => pace.id === this.pace)?.ms ?? 0;
  }
}

export const prefs = new Prefs();
