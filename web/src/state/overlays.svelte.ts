/** What can be laid over the board: by the board itself, in every position; and by the server, of the position while it is laid, and of the piece that is picked. */

import type { Board } from "../drawn/board";
import type { WireClient } from "../wire/client";
import type { Look, Overlay, Position, SeenEvent } from "../wire/messages";
import { unlessClosed } from "./asking";

/** The seat whose board it is. */
interface Seat {
  readonly board: Pick<Board, "overlays"> | null;
  /** the piece among what is chosen for an answer */
  readonly picked: string | null;
  readonly position: Pick<Position, "line"> | null;
  readonly past: Look | null;
  readonly telling: SeenEvent | null;
}

/** What is known of the position after a line; `ofPosition` may be older while none of it is laid. */
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
  /** the one that lies over the board now */
  private laid = $state.raw<string | null>(null);
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

  /** While the past is looked at those of the board alone: the others are of the present. */
  get shown(): readonly Overlay[] {
    const { board, past, position } = this.seat;
    const lasting = board?.overlays ?? [];
    if (past !== null || position === null) return lasting;
    const { line, ofPosition, ofPiece } = this.known;
    const ofPicked = line === position.line ? ofPiece.get(this.picked ?? "") : undefined;
    return [...ofPosition, ...lasting, ...(ofPicked ?? [])];
  }

  /** This one lies over the board from now on. */
  lay(id: string | null): void {
    this.laid = id;
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
    if (this.isWanted) void this.ask("");
    if (picked !== null) void this.ask(picked);
  }

  /** Of those of the position one is laid, or none is known by name yet. */
  private get isWanted(): boolean {
    const { ofPosition } = this.known;
    return ofPosition.length === 0 || ofPosition.some(({ id }) => id === this.laid);
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
