/** What a person has set for himself; kept in this browser. */

export type Theme = "auto" | "light" | "dark";

/** How long each act of the others stands before the next, in milliseconds. */
export const PACES: readonly { readonly id: string; readonly ms: number }[] = [
  { id: "slow", ms: 2200 },
  { id: "calm", ms: 1100 },
  { id: "quick", ms: 450 },
  { id: "none", ms: 0 },
];

/** games and battles of which it is kept that they have introduced themselves */
const MOST_INTRODUCED = 200;
const KEPT = "feltherre.prefs";
const NIGHT = "(prefers-color-scheme: dark)";

interface Kept {
  readonly theme: Theme;
  readonly pace: string;
  readonly name: string;
  readonly odds: boolean;
  /** a sand-glass beside the order sheet */
  readonly glass: boolean;
  /** games whose introduction has been read */
  readonly introduced: readonly string[];
}

function read(): Kept {
  const usual: Kept = { theme: "auto", pace: "calm", name: "", odds: true, glass: false, introduced: [] };
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
  glass = $state(false);
  introduced = $state.raw<readonly string[]>([]);

  start(): void {
    const kept = read();
    this.theme = kept.theme;
    this.pace = kept.pace;
    this.name = kept.name;
    this.odds = kept.odds;
    this.glass = kept.glass;
    this.introduced = kept.introduced;
    this.apply();
    matchMedia(NIGHT).addEventListener("change", () => this.apply());
  }

  keep(): void {
    const { theme, pace, name, odds, glass, introduced } = this;
    localStorage.setItem(KEPT, JSON.stringify({ theme, pace, name, odds, glass, introduced }));
    this.apply();
  }

  /** A game's introduction has been read, or is wanted again. */
  introduce(game: string, read: boolean): void {
    this.introduced = [...this.introduced.filter((other) => other !== game), ...(read ? [game] : [])].slice(-MOST_INTRODUCED);
    this.keep();
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
