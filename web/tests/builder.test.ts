import { describe, expect, it } from "vitest";
import { shapeOf } from "../src/games/norway/shape";
import { isPlain } from "../src/state/answer";
import { type Asker, Builder } from "../src/state/builder.svelte";
import { say, type Text } from "../src/texts/text";
import type { Choice, Choices, DecisionSeen, Part, Refused } from "../src/wire/messages";

const AREAS = ["oslo", "hamar", "rena", "voss"];
const CARDS = ["panzer", "artillery", "scouts"].map((short) => ({ short, country: "germany" }));
const shape = shapeOf(new Set(AREAS), CARDS);
const area = (part: string): Choice => ({ part, label: say(`norway.area.${part}`) });
const kind = (part: string): Choice => ({ part, label: say(`norway.kind.${part}`) });
const count = (part: number): Choice => ({ part, label: say("norway.battalions", { n: part }) });
const card = (part: string): Choice => ({ part, label: say("norway.card-worth", { card: say(`norway.card.ger-${part}`), n: 1 }) });
const stop: Choice = { part: ".", label: say("norway.cards-chosen") };

/** The tree of a decision: what may come after each path; a path that is not there is refused. */
class Tree implements Asker {
  asked: (readonly Part[])[] = [];
  whyNots: [readonly Part[], Part | null][] = [];
  /** paths of answers that the game warns of */
  readonly warned = new Set<string>();
  private readonly next: Readonly<Record<string, readonly Choice[]>>;

  constructor(next: Readonly<Record<string, readonly Choice[]>>) {
    this.next = next;
  }

  choices(_decision: string, partial: readonly Part[]): Promise<Choices | Refused> {
    this.asked.push(partial);
    const path = partial.join(" ");
    const choices = this.next[path];
    if (choices === undefined) return Promise.resolve({ type: "refused", id: "", reason: say("no-way"), rule: "2.2-3" });
    const whole = choices.length === 0;
    const told = whole ? { words: say("told", { path }), warnings: this.warned.has(path) ? [say("beware")] : [] } : {};
    return Promise.resolve({ type: "choices", id: "", choices, action: whole ? { path } : null, text: whole ? path : "", ...told });
  }

  whyNot(_decision: string, partial: readonly Part[], part: Part | null) {
    this.whyNots.push([partial, part]);
    return Promise.resolve({ type: "why-not" as const, id: "", reason: say("not-adjacent") as Text | null, rule: "4.1b-1" });
  }
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
  const builder = new Builder(decision([kind("move"), kind("rapid"), kind("end-movement")]), tree, shape);
  await builder.begin();
  return { builder, tree };
}

describe("an answer built step by step", () => {
  it("lights the places of the first kind before anything is chosen", async () => {
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
    const heap = (part: number): Choice => ({ part, label: say("norway.heap", { name: "Oslo", n: part }) });
    const builder = new Builder(decision([heap(0), heap(1)]), new Tree({ "1": [] }), shape);
    await builder.begin();
    expect(builder.counting).toBe(true);
    expect(builder.amount).toBeNull();
    await builder.choose(1);
    expect(builder.whole?.text).toBe("1");
  });
});

describe("cards exchanged and battalions placed", () => {
  const EXCHANGE: Readonly<Record<string, readonly Choice[]>> = {
    ".": [area("oslo"), area("hamar")],
    ". oslo": [],
    "panzer panzer scouts .": [area("oslo"), area("hamar"), area("rena")],
    "panzer panzer scouts . oslo": [area("oslo"), area("hamar"), area("rena")],
    "panzer panzer scouts . oslo oslo": [],
    "panzer panzer scouts . oslo rena": [],
  };

  async function exchange() {
    const tree = new Tree(EXCHANGE);
    const builder = new Builder(decision([card("panzer"), card("scouts"), stop]), tree, shape);
    await builder.begin();
    return { builder, tree };
  }

  it("takes cards in any order and sends them in the order of the rules", async () => {
    const { builder, tree } = await exchange();
    expect(builder.filling?.kind).toBe("items");
    builder.toggle("scouts", 1);
    builder.toggle("panzer", 2);
    builder.toggle("panzer", 2);
    await builder.closeBag();
    expect(tree.asked).toContainEqual(["panzer", "panzer", "scouts", "."]);
    expect(builder.filling?.kind).toBe("places");
  });

  it("is closed only with what the rules take, and says why not", async () => {
    const { builder } = await exchange();
    await settled();
    expect(builder.closable).toBe("yes");
    builder.toggle("scouts", 1);
    expect(builder.closable).toBeNull();
    await settled();
    expect(builder.closable).toMatchObject({ text: say("no-way"), rule: "2.2-3" });
    for (const part of ["panzer", "panzer"]) builder.toggle(part, 2);
    await settled();
    expect(builder.closable).toBe("yes");
  });

  it("takes cards that the rules only name once others are chosen", async () => {
    const tree = new Tree({ invade: [card("panzer")], "invade panzer scouts .": [area("oslo")], "invade panzer scouts . oslo": [] });
    const builder = new Builder(decision([kind("invade"), kind("end-movement")]), tree, shape);
    await builder.begin();
    await builder.choose("invade");
    builder.toggle("scouts", 1);
    builder.toggle("panzer", 1);
    await builder.closeBag();
    expect(builder.partial).toEqual(["invade", "panzer", "scouts", "."]);
    expect(builder.filling?.kind).toBe("places");
  });

  it("knows the card that the answer itself is played with", async () => {
    const tree = new Tree({ invade: [card("panzer")] });
    const builder = new Builder(decision([kind("invade")]), tree, shape);
    await builder.choose("invade");
    expect(builder.spent).toBe("all-invasion");
  });

  it("names the card that it plays until it is stepped back from", async () => {
    const panzer: Choice = { part: 0, label: say("norway.play-card", { card: say("norway.card.ger-panzer") }) };
    const tree = new Tree({ play: [panzer], pass: [], "play 0": [] });
    const builder = new Builder(decision([kind("play"), kind("pass")]), tree, shape);
    await builder.begin();
    await builder.choose("play");
    expect(builder.card).toBeNull();
    await builder.choose(0);
    expect([builder.card, builder.previewing]).toEqual(["ger-panzer", true]);
    await builder.back();
    expect(builder.card).toBeNull();
  });

  it("names the card also where the board begins with it, and not those that are given away", async () => {
    const { builder } = await movement();
    await builder.chooseKindAt("rapid", "oslo");
    expect(builder.card).toBe("ger-rapid-movement");
    await builder.reset();
    expect(builder.card).toBeNull();
    const given = await exchange();
    given.builder.toggle("panzer", 2);
    given.builder.toggle("panzer", 2);
    given.builder.toggle("scouts", 1);
    await given.builder.closeBag();
    expect(given.builder.card).toBeNull();
  });

  it("puts a card back when it is pressed beyond those in hand", async () => {
    const { builder } = await exchange();
    builder.toggle("scouts", 1);
    builder.toggle("scouts", 1);
    expect(builder.filling?.items).toEqual([]);
  });

  it("finds out how many battalions there are, and takes places in any order", async () => {
    const { builder } = await exchange();
    for (const part of ["scouts", "panzer", "panzer"]) builder.toggle(part, 2);
    await builder.closeBag();
    await settled();
    expect(builder.filling?.needs).toBe(2);
    await builder.tap("rena");
    expect(builder.whole).toBeNull();
    await builder.tap("oslo");
    expect(builder.whole?.text).toBe("panzer panzer scouts . oslo rena");
    expect(builder.lit.size).toBe(0);
  });

  it("is whole also when the places are named before they are counted", async () => {
    const { builder } = await exchange();
    for (const part of ["scouts", "panzer", "panzer"]) builder.toggle(part, 2);
    const closed = builder.closeBag();
    while (builder.filling?.kind !== "places") await Promise.resolve();
    for (const place of ["oslo", "rena", "rena"]) void builder.tap(place);
    expect(builder.filling.needs).toBeNull();
    await closed;
    await settled();
    expect(builder.filling.items).toEqual(["oslo", "rena"]);
    expect(builder.whole?.text).toBe("panzer panzer scouts . oslo rena");
  });

  it("takes back a place that the rules refuse in the end", async () => {
    const { builder } = await exchange();
    for (const part of ["scouts", "panzer", "panzer"]) builder.toggle(part, 2);
    await builder.closeBag();
    await settled();
    await builder.tap("hamar");
    await builder.tap("rena");
    expect(builder.filling?.items).toEqual(["hamar"]);
    expect(builder.reason?.text).toEqual(say("no-way"));
  });

  it("steps back from the places to the cards", async () => {
    const { builder } = await exchange();
    await builder.closeBag();
    await settled();
    await builder.tap("oslo");
    await builder.back();
    expect(builder.filling?.items).toEqual([]);
    await builder.back();
    expect(builder.filling?.kind).toBe("items");
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
  const asked = (choices: readonly Choice[]) => ({ ...decision(choices), prompt: say("norway.prompt.intercept") });

  it("is asked for, and the reason shown: decoys alone cannot intercept", async () => {
    const tree = new Tree({ pass: [] });
    const builder = new Builder(asked([kind("pass")]), tree, shape);
    await builder.begin();
    await settled();
    expect(tree.whyNots).toEqual([[[], "intercept"]]);
    expect(builder.cannot).toEqual([{ part: "intercept", text: say("not-adjacent"), rule: "4.1b-1" }]);
    expect(builder.reason, "nothing was pressed that is refused").toBeNull();
  });

  it("is not asked for where it is offered", async () => {
    const tree = new Tree({ pass: [], intercept: [] });
    const builder = new Builder(asked([kind("intercept"), kind("pass")]), tree, shape);
    await builder.begin();
    await settled();
    expect([tree.whyNots, builder.cannot]).toEqual([[], []]);
  });
});

describe("Norway's parts", () => {
  it("are counts by their label, not by being numbers", () => {
    expect(shape.isCount(count(2))).toBe(true);
    expect(shape.isCount({ part: 2, label: say("norway.play-card", { card: say("norway.card.ger-panzer"), n: 2 }) })).toBe(false);
  });

  it("name the card they play", () => {
    expect(shape.cardOf({ part: 0, label: say("norway.play-card", { card: say("norway.card.ger-panzer") }) })).toBe("ger-panzer");
    expect(shape.cardOf({ part: 1, label: say("norway.card.all-tank") })).toBe("all-tank");
    expect(shape.cardOf(kind("drop"))).toBe("ger-paratroops");
    expect(shape.cardOf({ part: "oslo", label: say("norway.plane-to", { area: say("norway.area.oslo") }) })).toBe("ger-transport-plane");
    expect(shape.cardOf(kind("move"))).toBeNull();
  });

  it("do not take the stop of a train for the end of an exchange", () => {
    expect(shape.bagAt(["train", "oslo", "hamar"], [area("rena"), { part: ".", label: say("norway.stop-here") }])).toBeNull();
    expect(shape.bagAt(["train", "oslo", "hamar", "."], [count(1)])).toBeNull();
  });
});
