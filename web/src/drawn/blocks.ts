/** Bases that stand in ranks and files are sent as one block (`Pose.blocks` of core/scene.py): here each becomes an outline of its own. */

/** The outlines of a block, rank by rank: each from its left front corner along its front, as x, y, x, y. */
export function basesOf(block: readonly number[]): readonly (readonly number[])[] {
  const [x = 0, y = 0, dx = 0, dy = 0, rx = 0, ry = 0, files = 1, sx = 0, sy = 0, ranks = 1, tx = 0, ty = 0] = block;
  return Array.from({ length: files * ranks }, (_, i) => {
    const [rank, file] = [Math.floor(i / files), i % files];
    const left = x + share(sx, file, files) + share(tx, rank, ranks);
    const front = y + share(sy, file, files) + share(ty, rank, ranks);
    return [left, front, left + dx, front + dy, left + dx + rx, front + dy + ry, left + rx, front + ry];
  });
}

/** Of the way from the first to the last of so many, that to one of them. */
function share(way: number, number: number, count: number): number {
  return count > 1 ? Math.round((way * number) / (count - 1)) : 0;
}
