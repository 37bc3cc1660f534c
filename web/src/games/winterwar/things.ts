/** Units on the lists of the Winter War's answers: to attack, to take losses, to retreat, to advance. */

import { say } from "../../texts/text";
import type { ThingSeen } from "../game";
import type { WinterWarBoard } from "./board";

export function thing(board: WinterWarBoard, id: string): ThingSeen | null {
  const unit = board.units.find((other) => other.id === id);
  if (unit === undefined) return null;
  const { name, short, air, front, back } = unit;
  const [attack, defence, movement] = front;
  const facts =
    air !== null
      ? say("winterwar.thing.air", { short, combat: air.combat, support: air.support })
      : say(back === null ? "winterwar.thing.one-step" : "winterwar.thing", { short, front: `${attack}-${defence}-${movement}`, back: back?.join("-") ?? "" });
  return { name, facts: [facts], glyph: "" };
}
