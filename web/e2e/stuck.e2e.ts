/** A computer player that cannot answer: the page says so, and what to do. */

import { expect, it } from "vitest";
import { HexMouse } from "./support/hexes";
import { stage } from "./support/stage";
import { makeWarAlone, setUp, sitDown, words } from "./support/winterwar";

const on = stage("stuck", { words: ["--think-seconds", "0"] });

it("a computer that does not answer is told of, with what to do", () =>
  on.visit({}, async (visit) => {
    await sitDown(visit, await makeWarAlone(on.server.address));
    await setUp(visit, new HexMouse(visit));
    await visit.page.getByTestId("stuck").waitFor();
    expect(await words(visit.page, "stuck")).toMatch(/The computer \(the captain\) cannot answer for Soviet Union.*the game is kept.*start it again/);
    expect(await words(visit.page, "waiting")).toMatch(/Soviet Union sets up/);
  }));
