import { describe, expect, it } from "vitest";
import { Broken, type Socket, WireClient } from "../src/wire/client";
import type { ToClient } from "../src/wire/messages";

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }
  close(): void {
    this.onclose?.({ code: 1000 });
  }
  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The server opens the door: hello comes, welcome goes. */
  welcome(): void {
    this.onopen?.();
    this.tell({ type: "welcome", game: "norway", match: "m", seat: "germany", roles: ["germany"] });
  }
}

function wired() {
  const sockets: FakeSocket[] = [];
  const heard: ToClient[] = [];
  const statuses: string[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const holding: (() => void)[] = [];
  const waited: number[] = [];
  let ids = 0;
  const state = { seen: -1 };
  const client = new WireClient({
    token: "secret",
    name: "Anna",
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    later: (run, ms) => {
      // ten seconds are no wait before coming back: by then a connection is sound
      if (ms === 10_000) holding.push(run);
      else {
        waited.push(ms);
        timers.push({ run, ms });
      }
    },
    newId: () => `id-${(ids += 1)}`,
    seen: () => state.seen,
    hear: (message) => heard.push(message),
    status: (status) => statuses.push(status),
  });
  client.start();
  const socket = () => sockets.at(-1)!;
  const reconnect = () => timers.shift()!.run();
  const waits = () => waited;
  const held = () => holding.splice(0).forEach((run) => run());
  return { client, sockets, socket, heard, statuses, timers, waits, held, state, reconnect };
}

describe("the connection to a room", () => {
  it("says hello first, with the link and what it has seen", () => {
    const { socket, statuses } = wired();
    socket().welcome();
    expect(socket().sent).toEqual([{ type: "hello", token: "secret", seen: -1, name: "Anna" }]);
    expect(statuses).toEqual(["connecting", "open"]);
  });

  it("sends nothing before it is welcome, and then everything", () => {
    const { client, socket } = wired();
    void client.act("germany", "d1", { action: { kind: "pass" } });
    socket().onopen?.();
    expect(socket().sent).toHaveLength(1);
    socket().welcome();
    expect(socket().sent.at(-1)).toEqual({ type: "act", id: "id-1", role: "germany", decision: "d1", action: { kind: "pass" } });
  });

  it("answers each request with the reply of its id", async () => {
    const { client, socket } = wired();
    socket().welcome();
    const first = client.ask({ type: "choices", decision: "d1", partial: [] });
    const second = client.undo();
    socket().tell({ type: "refused", id: "id-2", reason: { key: "core.illegal.nothing-to-undo" } });
    socket().tell({ type: "choices", id: "id-1", choices: [], action: null, text: "" });
    expect((await first).type).toBe("choices");
    expect((await second).type).toBe("refused");
  });

  it("comes back after a break with what it has seen, and sends unanswered acts again with the same id", async () => {
    const { client, socket, sockets, state, statuses, reconnect } = wired();
    socket().welcome();
    const act = client.act("germany", "d1", { text: "pass" });
    const sent = socket().sent.at(-1);
    state.seen = 17;
    socket().onclose?.({ code: 1006 });
    expect(statuses.at(-1)).toBe("broken");
    reconnect();
    expect(sockets).toHaveLength(2);
    socket().welcome();
    expect(socket().sent).toEqual([{ type: "hello", token: "secret", seen: 17, name: "Anna" }, sent]);
    socket().tell({ type: "done", id: "id-1", line: 18 });
    expect(await act).toEqual({ type: "done", id: "id-1", line: 18 });
  });

  it("does not send again what was answered before the break", async () => {
    const { client, socket, reconnect } = wired();
    socket().welcome();
    const act = client.act("germany", "d1", { text: "pass" });
    socket().tell({ type: "done", id: "id-1", line: 1 });
    await act;
    socket().onclose?.({ code: 1006 });
    reconnect();
    socket().welcome();
    expect(socket().sent.map((message) => message["type"])).toEqual(["hello"]);
  });

  it("waits longer after each failed try, and a moment again once an act has come home", () => {
    const { client, socket, waits, reconnect } = wired();
    for (let i = 0; i < 3; i += 1) {
      socket().onclose?.({ code: 1006 });
      reconnect();
    }
    expect(waits()).toEqual([300, 600, 1200]);
    socket().welcome();
    void client.undo();
    socket().tell({ type: "done", id: "id-1", line: 1 });
    socket().onclose?.({ code: 1006 });
    expect(waits().at(-1)).toBe(300);
  });

  it("waits a moment again once a connection has held", () => {
    const { socket, waits, reconnect, held } = wired();
    for (const hold of [false, true]) {
      socket().onclose?.({ code: 1006 });
      reconnect();
      socket().welcome();
      if (hold) held();
    }
    socket().onclose?.({ code: 1006 });
    expect(waits()).toEqual([300, 600, 300]);
  });

  it("comes back at once when the room must be opened again, but waits longer each time that it must", () => {
    const { client, socket, waits, reconnect, held } = wired();
    socket().welcome();
    void client.act("germany", "d1", { text: "pass" });
    for (let i = 0; i < 7; i += 1) {
      socket().onclose?.({ code: 4000 });
      reconnect();
      socket().welcome(); // the room opens, and the act is sent again
      expect(socket().sent.at(-1)!["type"]).toBe("act");
    }
    expect(waits()).toEqual([0, 600, 1200, 2400, 4800, 8000, 8000]);
    held();
    socket().onclose?.({ code: 4000 });
    expect(waits().at(-1)).toBe(0);
  });

  it("does not take an earlier connection that held for the one that broke", () => {
    const { socket, waits, reconnect, held } = wired();
    socket().welcome();
    socket().onclose?.({ code: 1006 });
    reconnect();
    held(); // the time of the first one is up
    socket().onclose?.({ code: 1006 });
    expect(waits()).toEqual([300, 600]);
  });

  it("stays away when the link is unknown, and says so to those who wait", async () => {
    const { client, socket, heard, statuses, timers } = wired();
    const asked = client.ask({ type: "prospects" });
    socket().tell({ type: "closed", reason: { key: "server.error.unknown-link" } });
    socket().onclose?.({ code: 4001 });
    await expect(asked).rejects.toBeInstanceOf(Broken);
    expect(heard.at(-1)).toEqual({ type: "closed", reason: { key: "server.error.unknown-link" } });
    expect(statuses.at(-1)).toBe("closed");
    expect(timers).toHaveLength(0);
  });

  it("ignores a late message of a connection that is gone", () => {
    const { socket, sockets, heard, reconnect } = wired();
    socket().welcome();
    socket().onclose?.({ code: 1006 });
    reconnect();
    const before = heard.length;
    sockets[0]!.tell({ type: "said", who: "Bo", text: "late", seat: "norway" });
    expect(heard).toHaveLength(before);
  });
});
