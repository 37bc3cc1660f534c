/** My games: the links this browser holds. They never leave it but to the server they belong to. */

export interface MyGame {
  readonly token: string;
  readonly game: string;
  readonly match: string;
  readonly seat: string;
  readonly roles: readonly string[];
  /** when it was last opened, in milliseconds */
  readonly opened: number;
  /** the last line seen here */
  readonly seen: number;
  readonly over: boolean;
  /** invitations that have not been given away yet, by seat */
  readonly invitations: Readonly<Record<string, string>>;
}

const KEPT = "feltherre.games";
const MOST = 100;

export function myGames(): readonly MyGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? (kept as MyGame[]) : [];
  } catch {
    return [];
  }
}

export function myGame(token: string): MyGame | null {
  return myGames().find((game) => game.token === token) ?? null;
}

/** Note what is known of a game; what is not named stays as it was. */
export function keepGame(token: string, news: Partial<Omit<MyGame, "token">>): void {
  const before: MyGame = myGame(token) ?? {
    token,
    game: "",
    match: "",
    seat: "",
    roles: [],
    opened: 0,
    seen: -1,
    over: false,
    invitations: {},
  };
  const others = myGames().filter((game) => game.token !== token);
  write([{ ...before, ...news }, ...others].toSorted((a, b) => b.opened - a.opened).slice(0, MOST));
}

export function forgetGame(token: string): void {
  write(myGames().filter((game) => game.token !== token));
}

function write(games: readonly MyGame[]): void {
  localStorage.setItem(KEPT, JSON.stringify(games));
}
