import { describe, expect, it } from "vitest";
import { isPlain } from "../src/state/answer";
import { type Asker, Builder } from "../src/state/builder.svelte";
import { say, type Text } from "../src/texts/text";
import type { Choice, Choices, DecisionSeen, Part, Picking, Refused } from "../src/wire/messages";
import { sheetWith } from "./sheet";

const sheet = sheetWith(["oslo", "hamar", "rena", "voss"]);
const area = (part: string): Choice => ({ part, label: say(`area.${part}`), what: "place" });
const kind = (part: string, more: Partial<Choice> = {}): Choice => ({ part, label: say(`kind.${part}`), what: "kind", ...more });
const count = (part: number): Choice => ({ part, label: say("battalions", { n: part }), what: "count" });
const card = (part: string): Choice => ({ part, label: say(`card.${part}`), what: "card" });
const stop: Choice = { part: ".", label: say("cards-chosen"), what: "end" };

/** The tree of a decision: what may come after each path; a path that is not there is refused. */
class Tree implements Asker {
  asked: (readonly Part[])[] = [];
  whyNots: [readonly Part[], Part | null][] = [];
  /** paths of answers that the game warns of */
  readonly warned = new Set<string>();
  private readonly next: Readonly<Record<string, readonly Choice[]>>;
  private readonly picking: (partial: readonly Part[]) => Picking | null;

  constructor(next: Readonly<Record<string, readonly Choice[]>>, picking: (partial: readonly Part[]) => Picking | null = () => null) {
    this.next = next;
    this.picking = picking;
  }

  choices(_decision: string, partial: readonly Part[]): Promise<Choices | Refused> {
    this.asked.push(partial);
    const path = inOrder(partial).join(" ");
    const choices = this.next[path];
    if (choices === undefined) return Promise.resolve({ type: "refused", id: "", reason: say("no-way"), rule: "2.2-3" });
    const whole = choices.length === 0;
    const told = whole ? { words: say("told", { path }), warnings: this.warned.has(path) ? [say("beware")] : [] } : {};
    return Promise.resolve({ type: "choices", id: "", choices, action: whole ? { path } : null, text: whole ? path : "", picking: whole ? null : this.picking(partial), ...told });
  }

  whyNot(_decision: string, partial: readonly Part[], part: Part | null) {
    this.whyNots.push([partial, part]);
    return Promise.resolve({ type: "why-not" as const, id: "", reason: say("not-adjacent") as Text | null, rule: "4.1b-1" });
  }
}

/** Things that are picked in any order the server puts into that of the rules: here that of the alphabet, before and after the stop. */
function inOrder(partial: readonly Part[]): readonly Part[] {
  const at = partial.indexOf(".");
  return at < 0 ? partial : [...partial.slice(0, at).toSorted(), ".", ...partial.slice(at + 1).toSorted()];
}

function decision(choices: readonly Choice[]): DecisionSeen {
  return { id: "1-germany", role: "germany", prompt: say("prompt"), rule: "4.1b-1", reaction: false, waiting: say("wait"), choices };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

const MOVEMENT: Readonly<Record<string, readonly Choice[]>> = {
  move: [area("oslo"), area("rena")],
  rapid: [area("oslo")],
  "end-movement": [],
  "move oslo": [area("hamar"), area("rena")],
  "move rena": [area("hamar")],
  "rapid oslo": [area("hamar")],
  "move oslo hamar": [count(1), count(2), count(3)],
  "move oslo hamar 2": [],
  "move oslo hamar 3": [],
};

async function movement() {
  const tree = new Tree(MOVEMENT);
  const builder = new Builder(decision([kind("move", { tapped: true }), kind("rapid", { card: "ger-rapid-movement" }), kind("end-movement")]), tree, sheet);
  await builder.begin();
  return { builder, tree };
}

describe("an answer built step by step", () => {
  it("lights the places of the kinds that a tap may mean before anything is chosen", async () => {
    const { builder } = await movement();
    expect([...builder.lit]).toEqual(["oslo", "rena"]);
  });

  it("goes from kind over origin and target to the number, with all who may go", async () => {
    const { builder } = await movement();
    expect(await builder.tap("oslo")).toBe("chosen");
    expect(builder.partial).toEqual(["move", "oslo"]);
    expect([...builder.lit]).toEqual(["hamar", "rena"]);
    expect(await builder.tap("hamar")).toBe("chosen");
    expect(builder.counting).toBe(true);
    expect(builder.amount).toBe(3);
    expect(builder.path).toEqual(["oslo", "hamar"]);
  });

  it("takes quick taps one after the other, and gives nothing that was not shown", async () => {
    const { builder } = await movement();
    const quick = await Promise.all([builder.tap("oslo"), builder.tap("hamar"), builder.tap("hamar")]);
    expect(quick).toEqual(["chosen", "chosen", "chosen"]);
    expect(builder.partial).toEqual(["move", "oslo", "hamar"]);
    expect(await builder.tap("hamar")).toBe("commit");
  });

  it("previews with the first tap and commits with the second", async () => {
    const { builder } = await movement();
    await builder.tap("oslo");
    await builder.tap("hamar");
    builder.changeAmount(-1);
    builder.changeAmount(7);
    expect(builder.amount).toBe(2);
    expect(await builder.tap("hamar")).toBe("commit");
    expect(await builder.finish()).toMatchObject({ action: { path: "move oslo hamar 2" }, text: "move oslo hamar 2" });
  });

  it("tells what it would be, and what the game warns of, as soon as a number is set", async () => {
    const { builder, tree } = await movement();
    tree.warned.add("move oslo hamar 3");
    await builder.tap("oslo");
    expect(builder.proposed).toBeNull();
    await builder.tap("hamar");
    builder.setAmount(3);
    await settled();
    expect(builder.proposed).toMatchObject({ words: say("told", { path: "move oslo hamar 3" }), warnings: [say("beware")] });
    builder.setAmount(2);
    expect(builder.proposed).toBeNull();
    await settled();
    expect(builder.proposed).toMatchObject({ words: say("told", { path: "move oslo hamar 2" }), warnings: [] });
    builder.setAmount(1);
    await settled();
    expect(builder.proposed, "the server refuses this number").toBeNull();
    await builder.back();
    expect(builder.proposed).toBeNull();
  });

  it("suggests as many as the game does not warn of, and all if it warns of every number", async () => {
    const { builder, tree } = await movement();
    tree.warned.add("move oslo hamar 3");
    await builder.tap("oslo");
    await builder.tap("hamar");
    expect(builder.amount).toBe(2);
    await builder.back();
    tree.warned.add("move oslo hamar 2");
    await builder.tap("hamar");
    expect(builder.amount).toBe(3);
  });

  it("shows the number that was set last, whichever answer comes first", async () => {
    const { builder, tree } = await movement();
    await builder.tap("oslo");
    await builder.tap("hamar");
    await settled();
    const late: (() => void)[] = [];
    const ask = tree.choices.bind(tree);
    tree.choices = async (decision, partial) => {
      if (partial.at(-1) === 2) await new Promise<void>((resolve) => late.push(resolve));
      return ask(decision, partial);
    };
    builder.setAmount(2);
    builder.setAmount(3);
    await settled();
    for (const answer of late) answer();
    await settled();
    expect(builder.proposed?.text).toBe("move oslo hamar 3");
  });

  it("begins anew from another origin of the same kind", async () => {
    const { builder } = await movement();
    await builder.tap("rena");
    await builder.tap("oslo");
    expect(builder.partial).toEqual(["move", "oslo"]);
  });

  it("offers other kinds that begin at the same place", async () => {
    const { builder } = await movement();
    await builder.tap("oslo");
    expect(builder.instead.map(({ part }) => part)).toEqual(["rapid"]);
    await builder.chooseKindAt("rapid", "oslo");
    expect([...builder.lit]).toEqual(["hamar"]);
  });

  it("asks why a place may not be chosen, with what has been chosen so far", async () => {
    const { builder, tree } = await movement();
    expect(await builder.tap("voss")).toBe("refused");
    await builder.tap("oslo");
    expect(await builder.tap("voss")).toBe("refused");
    expect(tree.whyNots).toEqual([
      [["move"], "voss"],
      [["move", "oslo"], "voss"],
    ]);
    expect(builder.reason).toEqual({ part: "voss", text: say("not-adjacent"), rule: "4.1b-1" });
  });

  it("steps back choice by choice to the beginning", async () => {
    const { builder } = await movement();
    await builder.tap("oslo");
    await builder.tap("hamar");
    await builder.back();
    expect(builder.partial).toEqual(["move", "oslo"]);
    await builder.back();
    expect(builder.partial).toEqual([]);
    expect([...builder.lit]).toEqual(["oslo", "rena"]);
  });

  it("knows a whole answer", async () => {
    const { builder } = await movement();
    await builder.choose("end-movement");
    expect(builder.whole).toMatchObject({ action: { path: "end-movement" }, text: "end-movement" });
  });

  it("keeps where it is when a choice is refused, and tells the reason", async () => {
    const { builder } = await movement();
    await builder.tap("oslo");
    await builder.choose("rena");
    expect(builder.partial).toEqual(["move", "oslo"]);
    expect(builder.reason?.text).toEqual(say("no-way"));
    await builder.back();
    expect(builder.partial).toEqual([]);
  });

  it("suggests no number where losses are shared out", async () => {
    const builder = new Builder(decision([count(0), count(1)]), new Tree({ "1": [] }), sheet);
    await builder.begin();
    expect(builder.counting).toBe(true);
    expect(builder.amount).toBeNull();
    await builder.choose(1);
    expect(builder.whole?.text).toBe("1");
  });
});

describe("cards exchanged and battalions placed", () => {
  const HAND = ["panzer", "panzer", "scouts"];
  /** All three, or none: then a battalion less. */
  const rules = (partial: readonly Part[]): readonly Choice[] | null => {
    const at = partial.indexOf(".");
    if (at < 0) {
      const left = [...HAND];
      for (const part of partial) left.splice(left.indexOf(String(part)), 1);
      return [...[...new Set(left)].map(card), ...(partial.length === 0 || partial.length === 3 ? [stop] : [])];
    }
    const placed = partial.length - at - 1;
    const most = at === 3 ? 2 : 1;
    if (partial.slice(at + 1).includes("voss")) return null;
    return placed === most ? [] : [area("oslo"), area("hamar"), area("rena"), area("voss")];
  };

  class Bank implements Asker {
    readonly asked: (readonly Part[])[] = [];

    choices(_decision: string, partial: readonly Part[]): Promise<Choices | Refused> {
      this.asked.push(partial);
      const choices = rules(partial);
      if (choices === null) return Promise.resolve({ type: "refused", id: "", reason: say("no-way"), rule: "2.2-3" });
      const at = partial.indexOf(".");
      const picking: Picking = at < 0 ? { pick: "several", end: ".", note: say("worth", { n: partial.length }) } : { pick: "several", need: at === 3 ? 2 : 1 };
      const whole = choices.length === 0;
      return Promise.resolve({ type: "choices", id: "", choices, picking: whole ? null : picking, action: whole ? { partial } : null, text: "" });
    }

    whyNot(_decision: string, _partial: readonly Part[], part: Part | null) {
      return Promise.resolve({ type: "why-not" as const, id: "", reason: part === "." ? say("too-few") : say("because"), rule: "4.3-2" });
    }
  }

  async function exchange() {
    const bank = new Bank();
    const asked = { ...decision(rules([]) ?? []), picking: { pick: "several", end: "." } as const };
    const builder = new Builder(asked, bank, sheet);
    await builder.begin();
    await settled();
    const cards = builder.form;
    if (cards?.kind !== "several") throw new Error("no list");
    return { builder, bank, cards };
  }

  it("are picked in any order, as many as there are, and told what they are worth", async () => {
    const { builder, bank, cards } = await exchange();
    expect(cards.placing).toBe(false);
    for (const part of ["scouts", "panzer", "panzer"]) await cards.toggle(part);
    expect(bank.asked).toContainEqual(["scouts", "panzer", "panzer", "."]);
    expect([cards.times("panzer"), cards.mayAdd("panzer"), cards.note]).toEqual([2, false, say("worth", { n: 3 })]);
    expect(cards.ending).toEqual(stop.label);
    await builder.closeForm();
    expect(builder.form?.kind === "several" && builder.form.placing).toBe(true);
  });

  it("are closed only with what the rules take, and say why not", async () => {
    const { cards } = await exchange();
    expect([cards.onward === null, cards.lacking]).toEqual([false, null]);
    await cards.toggle("scouts");
    await settled();
    expect(cards.onward).toBeNull();
    expect(cards.lacking).toMatchObject({ text: say("too-few"), rule: "4.3-2" });
    for (const part of ["panzer", "panzer"]) await cards.toggle(part);
    await settled();
    expect([cards.onward === null, cards.lacking]).toEqual([false, null]);
  });

  it("are put back when one is pressed beyond those in hand", async () => {
    const { cards } = await exchange();
    await cards.toggle("scouts");
    await cards.toggle("scouts");
    expect(cards.chosen).toEqual([]);
  });

  it("are followed by places in any order, one of them more than once", async () => {
    const { builder, cards } = await exchange();
    for (const part of ["scouts", "panzer", "panzer"]) await cards.toggle(part);
    // a place is tapped at once: the cards are closed by that
    expect(await builder.tap("rena")).toBe("chosen");
    await settled();
    expect(builder.whole).toBeNull();
    await builder.tap("rena");
    await settled();
    expect(builder.whole?.action).toEqual({ partial: ["scouts", "panzer", "panzer", ".", "rena", "rena"] });
    expect(builder.planned).toEqual(new Map([["rena", 2]]));
    expect(builder.legs, "they go nowhere").toEqual([]);
  });

  it("say it of places that the rules refuse together", async () => {
    const { builder, cards } = await exchange();
    await builder.closeForm();
    await builder.tap("voss");
    await settled();
    expect(builder.form?.kind === "several" && builder.form.refusal?.reason).toEqual(say("no-way"));
    expect(cards.chosen).toEqual([]);
  });

  it("step back from the places to the cards", async () => {
    const { builder } = await exchange();
    await builder.closeForm();
    await builder.tap("oslo");
    await settled();
    await builder.back();
    expect(builder.form?.kind === "several" && builder.form.chosen).toEqual([]);
    await builder.back();
    expect(builder.form?.kind === "several" && builder.form.placing).toBe(false);
  });
});

describe("the card that an answer plays", () => {
  it("is known of the kind that it is played with", async () => {
    const builder = new Builder(decision([kind("invade", { card: "all-invasion" })]), new Tree({ invade: [card("panzer")] }), sheet);
    await builder.choose("invade");
    expect(builder.spent).toBe("all-invasion");
  });

  it("is named until it is stepped back from", async () => {
    const panzer: Choice = { part: 0, label: say("play"), what: "line", card: "ger-panzer" };
    const builder = new Builder(decision([kind("play"), kind("pass")]), new Tree({ play: [panzer], pass: [], "play 0": [] }), sheet);
    await builder.begin();
    await builder.choose("play");
    expect(builder.card).toBeNull();
    await builder.choose(0);
    expect([builder.card, builder.previewing]).toEqual(["ger-panzer", true]);
    await builder.back();
    expect(builder.card).toBeNull();
  });

  it("is named also where the board begins with it", async () => {
    const { builder } = await movement();
    await builder.chooseKindAt("rapid", "oslo");
    expect(builder.card).toBe("ger-rapid-movement");
    await builder.reset();
    expect(builder.card).toBeNull();
  });
});

describe("what is sent at once", () => {
  const whole = { action: {}, text: "end movement" };

  it("costs no card, and the game warns of nothing", () => {
    expect(isPlain(whole, null)).toBe(true);
    expect(isPlain(whole, "ger-panzer")).toBe(false);
    expect(isPlain({ ...whole, warnings: [say("beware")] }, null)).toBe(false);
  });
});

describe("something that the prompt speaks of and that is not offered", () => {
  it("has its reason with the question: decoys alone cannot intercept", async () => {
    const cannot = [{ text: say("decoys-alone"), rule: "6.1-decoy" }];
    const builder = new Builder({ ...decision([kind("pass")]), cannot }, new Tree({ pass: [] }), sheet);
    await builder.begin();
    expect(builder.cannot).toEqual(cannot);
    expect(builder.reason, "nothing was pressed that is refused").toBeNull();
  });
});

describe("ways from place to place", () => {
  it("begin anew where the server says so", async () => {
    const moves: Readonly<Record<string, readonly Choice[]>> = { redeploy: [area("oslo")], "redeploy oslo": [area("hamar")], "redeploy oslo hamar": [area("rena")], "redeploy oslo hamar rena": [area("voss")], "redeploy oslo hamar rena voss": [] };
    const tree = new Tree(moves, (partial) => (partial.length % 2 === 1 ? { anew: true } : null));
    const builder = new Builder(decision([kind("redeploy")]), tree, sheet);
    await builder.choose("redeploy");
    for (const place of ["oslo", "hamar", "rena", "voss"]) await builder.choose(place);
    expect(builder.legs).toEqual([["oslo", "hamar"], ["rena", "voss"]]);
  });
});

const piece = (part: string): Choice => ({ part, label: say(`piece.${part}`), what: "piece" });

/** Two pieces of a stack that can march, the second less far, and an attack from which there is no way back. */
async function stacked() {
  const tree = new Tree({
    move: [piece("I"), piece("II")],
    attack: [area("voss")],
    "move I": [area("hamar"), area("rena")],
    "move II": [area("hamar")],
    "move I hamar": [],
    "move II hamar": [],
    "attack voss": [],
  });
  const builder = new Builder(decision([kind("move", { tapped: true }), kind("attack", { tapped: true, final: true })]), tree, sheetWith(["hamar", "rena", "voss"], ["I", "II"]));
  await builder.begin();
  return { builder, tree };
}

describe("what a tap on the board may give", () => {
  it("is not what there is no way back from, nor what plays a card: its button gives that", async () => {
    const { builder } = await stacked();
    await builder.tap("voss");
    expect(builder.previewing).toBe(true);
    expect(await builder.isLight()).toBe(false);
    expect(await builder.tap("voss")).toBe("chosen");
    await builder.reset();
    await builder.tap("I");
    await builder.tap("hamar");
    expect(await builder.isLight()).toBe(true);
    expect(await builder.tap("hamar")).toBe("commit");
  });
});

describe("a whole stack", () => {
  it("goes where all of it can, until one is chosen alone again", async () => {
    const { builder } = await stacked();
    await builder.tap("I");
    expect(builder.fellows).toEqual(["II"]);
    expect([...builder.lit]).toEqual(["hamar", "rena"]);
    await builder.takeAlong(true);
    expect(builder.along).toEqual(["II"]);
    expect([...builder.lit]).toEqual(["hamar"]);
    await builder.tap("hamar");
    expect(builder.along).toEqual(["II"]);
    await builder.back();
    await builder.takeAlong(false);
    expect([...builder.lit]).toEqual(["hamar", "rena"]);
    await builder.takeAlong(true);
    await builder.tap("II");
    expect(builder.along).toEqual([]);
  });
});
