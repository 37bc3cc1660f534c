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
/** tips of guided first turns of which it is kept that they have been read */
const MOST_TIPS = 400;
const KEPT = "feltherre.prefs";
const NIGHT = "(prefers-color-scheme: dark)";

interface Kept {
  readonly theme: Theme;
  readonly pace: string;
  readonly name: string;
  readonly odds: boolean;
  /** a sand-glass beside the order sheet */
  readonly glass: boolean;
  /** dice are heard */
  readonly sound: boolean;
  /** it is heard that one is asked, and that time runs short */
  readonly chime: boolean;
  /** the browser tells it while another tab is looked at */
  readonly notify: boolean;
  /** games whose introduction has been read */
  readonly introduced: readonly string[];
  /** tips that have been read, by their keys */
  readonly tipped: readonly string[];
  /** by game, with which seat and against which computer player it was begun last */
  readonly starts: Readonly<Record<string, Start>>;
}

export interface Start {
  readonly seat: string;
  readonly player: string;
}

function read(): Kept {
  const usual: Kept = { theme: "auto", pace: "calm", name: "", odds: true, glass: false, sound: false, chime: false, notify: false, introduced: [], tipped: [], starts: {} };
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
  sound = $state(false);
  chime = $state(false);
  notify = $state(false);
  introduced = $state.raw<readonly string[]>([]);
  tipped = $state.raw<readonly string[]>([]);
  starts = $state.raw<Readonly<Record<string, Start>>>({});

  start(): void {
    const kept = read();
    this.theme = kept.theme;
    this.pace = kept.pace;
    this.name = kept.name;
    this.odds = kept.odds;
    this.glass = kept.glass;
    this.sound = kept.sound;
    this.chime = kept.chime;
    this.notify = kept.notify;
    this.introduced = kept.introduced;
    this.tipped = kept.tipped;
    this.starts = kept.starts;
    this.apply();
    matchMedia(NIGHT).addEventListener("change", () => this.apply());
  }

  keep(): void {
    const { theme, pace, name, odds, glass, sound, chime, notify, introduced, tipped, starts } = this;
    localStorage.setItem(KEPT, JSON.stringify({ theme, pace, name, odds, glass, sound, chime, notify, introduced, tipped, starts }));
    this.apply();
  }

  /** A game's introduction has been read, or is wanted again. */
  introduce(game: string, read: boolean): void {
    this.introduced = [...this.introduced.filter((other) => other !== game), ...(read ? [game] : [])].slice(-MOST_INTRODUCED);
    this.keep();
  }

  /** A game is begun so until something else is chosen. */
  startWith(game: string, start: Start): void {
    this.starts = { ...this.starts, [game]: start };
    this.keep();
  }

  /** Tips have been read, or are wanted again. */
  tip(keys: readonly string[], read: boolean): void {
    this.tipped = [...this.tipped.filter((key) => !keys.includes(key)), ...(read ? keys : [])].slice(-MOST_TIPS);
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
