/** Nothing of the other's hand is on a player's page, nor in what his page is sent. */

import { expect, it } from "vitest";
import type { Scene } from "../src/generated/scene";
import { Mouse } from "./support/hands";
import { Robot } from "./support/robot";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { invite, takeTheSeat, toTheTable } from "./support/table";
import type { Wire } from "./support/wire";

const on = stage("secrets");

interface Card {
  readonly id: string;
  readonly side: string;
  readonly name: { readonly key: string };
}

it("a page never holds the other's hand", () =>
  on.visit({}, (germany) =>
    on.visit({}, async (others) => {
      const { board } = await ask<{ board: { cards: Card[] } }>("games/norway/opening");
      const { cards } = board;
      const { texts } = await ask<{ texts: Record<string, string> }>("texts/en");
      await takeTheSeat(others.page, await invite(germany.page), "Carl");
      await toTheTable(germany.page);
      const players = [
        { visited: germany, own: cards.filter(({ side }) => side === "germany") },
        { visited: others, own: cards.filter(({ side }) => side !== "germany") },
      ];
      const expectOwnHandShown = async () => {
        for (const { visited, own } of players) {
          await visited.page.locator('[data-testid="tray"] .card').first().waitFor();
          await shown(visited);
          const names = cardsIn(visited.wire.position.scene).map((id) => texts[own.find((card) => card.id === id)?.name.key ?? ""] ?? id);
          expect((await visited.page.locator('[data-testid="tray"] .card .name').allTextContents()).toSorted()).toEqual(names.toSorted());
        }
      };
      await expectOwnHandShown();
      // nobody has played a card yet, so that no card of the other has ever been named
      expect(positionsNaming(others.wire, /ger-[a-z]/)).toBe(false);
      expect(positionsNaming(germany.wire, /(nor|all)-[a-z]/)).toBe(false);

      const habits = { moves: 2, cards: 1, exchanged: 2 };
      const robots = players.map(({ visited }, i) => new Robot(visited, new Mouse(visited.page), habits, `secrets ${i}`));
      await Promise.all(robots.map((robot) => robot.playUntil(({ turn }) => turn.startsWith("Round 3"))));

      await expectOwnHandShown();
      for (const { visited, own } of players) expectOnly(visited.wire, own);
    }),
  ));

async function ask<T>(path: string): Promise<T> {
  return (await (await fetch(`${on.server.address}api/${path}`)).json()) as T;
}

/** In every position sent the hand has these cards alone. */
function expectOnly(wire: Wire, own: readonly Card[]): void {
  expect(wire.positions.length).toBeGreaterThan(20);
  const mine = new Set(own.map(({ id }) => id));
  for (const { scene } of wire.positions) expect(cardsIn(scene).filter((id) => !mine.has(id))).toEqual([]);
}

/** Whether anything that was sent speaks of this, but the board, on which all cards of the game are described. */
function positionsNaming({ received }: Wire, what: RegExp): boolean {
  return received.some((frame) => !frame.startsWith('{"type":"board"') && what.test(frame));
}

/** The cards in the hands of a scene. */
function cardsIn({ holdings = [] }: Scene): readonly string[] {
  return holdings.flatMap(({ kind, items = [] }) => (kind === "hand" ? items : []));
}
