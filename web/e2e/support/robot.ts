/**
 * Somebody who plays: he reads what the page offers and presses it. He knows no rule; what he prefers makes turns in which
 * something happens.
 */

import type { Hand } from "./hands";
import { asked, BACK, BUTTONS, CARDS, CLOSE_BAG, COMMIT, PICKED, PICKS, type Shown, SKIP, UNPLACED } from "./shown";
import type { Visit } from "./visit";

export interface Habits {
  /** moves in one turn, if they are offered */
  readonly moves: number;
  /** cards played in one turn outside of exchanges */
  readonly cards: number;
  /** cards given for battalions each time */
  readonly exchanged: number;
}

/** what ends movement on land and at sea */
const ENDS: ReadonlySet<string> = new Set(["end-movement", "end-sailing"]);

export class Robot {
  readonly visit: Visit;
  readonly hand: Hand;
  private readonly habits: Habits;
  private readonly choice: () => number;
  private turn = "";
  private moves = 0;
  private cards = 0;
  private keeping = false;

  constructor(visit: Visit, hand: Hand, habits: Habits, seed: string) {
    this.visit = visit;
    this.hand = hand;
    this.habits = habits;
    this.choice = randomNumbers(seed);
  }

  skip = (): Promise<void> => this.hand.press(SKIP);

  /** Answer until `done` says so, or the game is over. */
  async playUntil(done: (seen: Shown) => boolean): Promise<Shown> {
    for (let steps = 0; steps < 20_000; steps += 1) {
      const seen = await asked(this.visit, this.skip, done);
      if (seen.over || done(seen)) return seen;
      await this.step(seen);
    }
    throw new Error("the game does not end");
  }

  /** One press, towards an answer. */
  async step(seen: Shown): Promise<void> {
    if (seen.refusal !== "") throw new Error(`the page offered something that was refused: ${seen.refusal}`);
    if (seen.turn !== this.turn) [this.turn, this.moves, this.cards] = [seen.turn, 0, 0];
    if (seen.unplaced > 0) return this.station(seen);
    if (seen.canCommit) return this.hand.press(COMMIT);
    if (seen.canCloseBag || seen.tooFew) return this.exchange(seen);
    const moving = seen.buttons.some(({ part }) => ENDS.has(part));
    if (moving) return this.move(seen);
    if (seen.lit.length > 0) return this.hand.choose(this.oneOf(this.best(seen)));
    if (seen.picks > 0) return this.hand.press(PICKS, Math.floor(this.choice() * seen.picks));
    if (seen.cards > 0 && this.cards < this.habits.cards) return this.playCard(seen);
    if (seen.buttons.length > 0) return this.pressButton(seen);
    if (seen.canGoBack) return this.hand.press(BACK);
    throw new Error(`nothing can be pressed: ${JSON.stringify(seen)}`);
  }

  /** A thing of the list in hand, then the place where it goes. */
  private station(seen: Shown): Promise<void> {
    if (!seen.inHand) return this.hand.press(UNPLACED, 0);
    return this.hand.choose(this.oneOf(seen.lit.map(({ id }) => id)));
  }

  private async move(seen: Shown): Promise<void> {
    if (this.moves < this.habits.moves && seen.lit.length > 0) {
      this.moves += 1;
      return this.hand.choose(this.oneOf(seen.lit.map(({ id }) => id)));
    }
    const end = seen.buttons.findIndex(({ part }) => ENDS.has(part));
    await this.hand.press(BUTTONS, end);
  }

  /** Where enemies stand there will be a battle. */
  private best(seen: Shown): readonly string[] {
    const enemies = this.turn.includes("Germany") ? /Norway: \d|Allies: \d/ : /Germany: \d/;
    const attacks = seen.chosen.length > 0 ? seen.lit.filter(({ spoken }) => enemies.test(spoken)) : [];
    return (attacks.length > 0 ? attacks : seen.lit).map(({ id }) => id);
  }

  private exchange(seen: Shown): Promise<void> {
    const wanted = seen.picked < this.habits.exchanged || seen.tooFew;
    if (seen.cards > 0 && wanted && !this.keeping) return this.hand.press(CARDS, 0);
    // all of them are too few: they are taken back one by one
    this.keeping = seen.tooFew && seen.picked > 0;
    return this.keeping ? this.hand.press(PICKED, 0) : this.hand.press(seen.tooFew ? BACK : CLOSE_BAG);
  }

  private playCard(seen: Shown): Promise<void> {
    this.cards += 1;
    return this.hand.press(CARDS, Math.floor(this.choice() * seen.cards));
  }

  /** A card that can be played in two ways has a button for each. */
  private pressButton(seen: Shown): Promise<void> {
    const pass = seen.buttons.findIndex(({ part }) => part === "pass");
    const playing = this.cards < this.habits.cards && seen.buttons.length > 1;
    if (pass >= 0 && !playing) return this.hand.press(BUTTONS, pass);
    const others = seen.buttons.map((_, i) => i).filter((i) => i !== pass);
    if (pass >= 0) this.cards += 1;
    return this.hand.press(BUTTONS, others[Math.floor(this.choice() * others.length)] ?? 0);
  }

  private oneOf(places: readonly string[]): string {
    return places[Math.floor(this.choice() * places.length)] ?? "";
  }
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function randomNumbers(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
