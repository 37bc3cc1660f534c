/** What the server lays over the board: of the position, and of the piece that is picked. Asked for once in a position. */

import type { WireClient } from "../wire/client";
import type { Look, Overlay, Position, SeenEvent } from "../wire/messages";
import { unlessClosed } from "./asking";

/** The seat whose board it is. */
interface Seat {
  /** the piece among what is chosen for an answer */
  readonly picked: string | null;
  readonly position: Pick<Position, "line"> | null;
  readonly past: Look | null;
  readonly telling: SeenEvent | null;
}

/** What is known of the position after a line; `ofPosition` may be a moment older. */
interface Known {
  readonly line: number;
  readonly ofPosition: readonly Overlay[];
  readonly ofPiece: ReadonlyMap<string, readonly Overlay[]>;
}

const NOTHING: Known = { line: -1, ofPosition: [], ofPiece: new Map() };
/** the aid policy of the game does not allow it */
const NOT_ALLOWED = "server.illegal.no-reach";

export class Overlays {
  private known = $state.raw<Known>(NOTHING);
  private looked = $state.raw<{ readonly line: number; readonly piece: string } | null>(null);

  private readonly seat: Seat;
  private readonly wire: Pick<WireClient, "ask">;
  private allowed = true;
  private line = -1;
  private readonly asked = new Set<string>();

  constructor(seat: Seat, wire: Pick<WireClient, "ask">) {
    this.seat = seat;
    this.wire = wire;
  }

  /** The piece that is chosen for an answer, or else the one that is looked at. */
  get picked(): string | null {
    const { picked, position } = this.seat;
    const looked = this.looked?.line === position?.line ? (this.looked?.piece ?? null) : null;
    return picked ?? looked;
  }

  /** The one that shows while the player has asked for none. */
  get suggested(): string | null {
    return this.shown.find(({ suggested }) => suggested)?.id ?? null;
  }

  /** Nothing while the past is looked at: these are of the present. */
  get shown(): readonly Overlay[] {
    const { past, position } = this.seat;
    if (past !== null || position === null) return [];
    const { line, ofPosition, ofPiece } = this.known;
    const ofPicked = line === position.line ? ofPiece.get(this.picked ?? "") : undefined;
    return [...ofPosition, ...(ofPicked ?? [])];
  }

  /**
   * Look at a piece that is not to be chosen, as one of the enemy's, until the position changes; again: no longer.
   * Whoever is choosing where a piece goes looks at that one.
   */
  lookAt(piece: string | null): void {
    const { picked, position } = this.seat;
    if (picked !== null) return;
    const line = position?.line ?? -1;
    const again = this.looked?.line === line && this.looked.piece === piece;
    this.looked = piece === null || again ? null : { line, piece };
  }

  /** Ask for what is not known yet of the position and the picked piece; the page calls it when either changes. */
  follow(): void {
    const { position, past, telling } = this.seat;
    // what others have done meanwhile is still being told: only the last position is of use
    if (!this.allowed || position === null || past !== null || telling !== null) return;
    if (position.line !== this.line) this.asked.clear();
    this.line = position.line;
    const { picked } = this;
    void this.ask("");
    if (picked !== null) void this.ask(picked);
  }

  private async ask(picked: string): Promise<void> {
    if (this.asked.has(picked)) return;
    this.asked.add(picked);
    const reply = await unlessClosed(this.wire.ask({ type: "overlays", picked }));
    if (reply.type === "overlays") this.keep(reply.line, picked, reply.overlays);
    else if (reply.reason.key === NOT_ALLOWED) this.allowed = false;
  }

  private keep(line: number, picked: string, overlays: readonly Overlay[]): void {
    const { known } = this;
    const ofPiece = line === known.line ? known.ofPiece : NOTHING.ofPiece;
    if (picked === "") this.known = { line, ofPosition: overlays, ofPiece };
    else this.known = { line, ofPosition: known.ofPosition, ofPiece: new Map([...ofPiece, [picked, overlays]]) };
  }
}
