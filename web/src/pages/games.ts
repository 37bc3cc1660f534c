/** The five games of the house as the start page shows them. What can be played the server says. */

export interface GameCard {
  readonly id: string;
  /** key of the sentence about it */
  readonly about: string;
  readonly players: string;
  readonly time: string;
}

export const GAMES: readonly GameCard[] = [
  { id: "norway", about: "web.game.norway.about", players: "web.game.norway.players", time: "web.game.norway.time" },
  { id: "winterwar", about: "web.game.winterwar.about", players: "web.game.winterwar.players", time: "web.game.winterwar.time" },
  { id: "normandy", about: "web.game.normandy.about", players: "web.game.normandy.players", time: "web.game.normandy.time" },
  { id: "napoleon", about: "web.game.napoleon.about", players: "web.game.napoleon.players", time: "web.game.napoleon.time" },
  { id: "civilwar", about: "web.game.civilwar.about", players: "web.game.civilwar.players", time: "web.game.civilwar.time" },
];
