/** The five games of the house, for the start page. */

export type Status = "terminal" | "planned";

export interface Game {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly status: Status;
}

export const GAMES: readonly Game[] = [
  {
    id: "norway",
    title: "Norway 1940",
    about: "Germany, Norway and the Allies on a board of areas, with cards. Two or three players.",
    status: "terminal",
  },
  {
    id: "winterwar",
    title: "Winter War 1939–40",
    about: "Finland and the Soviet Union on hexes, in eight turns of two weeks.",
    status: "planned",
  },
  {
    id: "normandy",
    title: "Normandy 1944",
    about: "Divisions on hexes, in eight turns of a week.",
    status: "planned",
  },
  {
    id: "napoleon",
    title: "Napoleon 1812–1815",
    about: "Miniatures on a tabletop, with simultaneous written orders and an umpire.",
    status: "planned",
  },
  {
    id: "civilwar",
    title: "American Civil War 1861–63",
    about: "Miniatures on a tabletop, with simultaneous written orders and an umpire.",
    status: "planned",
  },
];

/** What a reader can do about a game today. */
export function statusText(game: Game): string {
  switch (game.status) {
    case "terminal":
      return `Basic rules, in the terminal: feltherre play ${game.id}`;
    case "planned":
      return "Not there yet";
  }
}
