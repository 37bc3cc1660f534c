/** The exact chances of what an answer would bring about, worked out by the server's desk before the answer is given. */

import type { Foreseen } from "../games/game";
import { fetchOdds } from "../wire/api";
import type { Prospect } from "../wire/messages";

export async function chancesOf(game: string, { like, situation }: Foreseen): Promise<Prospect> {
  // the known chances are those of this very situation
  if (JSON.stringify(situation) === JSON.stringify(like.situation)) return like;
  const found = await fetchOdds(game, like.procedure, situation);
  const outputs = like.outputs.map((output) => {
    const labels = new Map(output.chances.map(({ value, label }) => [value, label]));
    const chances = (found[output.name] ?? []).map((chance) => ({ ...chance, label: labels.get(chance.value) ?? null }));
    return { ...output, chances };
  });
  return { ...like, situation, outputs };
}
