/** Pan, zoom and pinch of any board, by d3-zoom; and the way to a part of it. */

import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const CLOSEST = 14;

/** units around points that are shown together */
const RIM = 2.5;
/** pixels beside which the controls and the small map lie */
const BESIDE = 90;
/** how much nearer the map comes at least, if it comes nearer at all */
const WORTH = 1.5;

/** The box with these points and a rim. */
function around(points: readonly (readonly [number, number])[], rim: number): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - rim, Math.min(...ys) - rim];
  return { x, y, width: Math.max(...xs) + rim - x, height: Math.max(...ys) + rim - y };
}

export class Zoom {
  transform = $state.raw<ZoomTransform>(zoomIdentity);
  width = $state(1);
  height = $state(1);
  /** the size of the board on the screen is known: before that there is no way to any part of it */
  measured = $state(false);

  private readonly sheet: Box;
  /** the part of the sheet that the game is played on: what "fit" shows */
  private readonly home: Box;
  private readonly behaviour: ZoomBehavior<SVGSVGElement, unknown>;
  private element: SVGSVGElement | null = null;
  private moved = false;
  /** where things were gathered, and where the map had been */
  private back: { readonly from: ZoomTransform; readonly to: { readonly transform: ZoomTransform; readonly moved: boolean } } | null = null;

  constructor(sheet: Box, home: Box = sheet) {
    this.sheet = sheet;
    this.home = home;
    this.behaviour = zoom<SVGSVGElement, unknown>()
      .clickDistance(6)
      .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
        this.transform = event.transform;
        if (event.sourceEvent !== null) this.moved = true;
      });
  }

  /** For `use:`: the board's SVG element. */
  attach = (element: SVGSVGElement): { destroy: () => void } => {
    this.element = element;
    const selection = select(element).call(this.behaviour).on("dblclick.zoom", null);
    const watch = new ResizeObserver(([entry]) => {
      if (entry !== undefined) this.resize(entry.contentRect.width, entry.contentRect.height);
    });
    watch.observe(element);
    return {
      destroy: () => {
        watch.disconnect();
        selection.on(".zoom", null);
        this.element = null;
      },
    };
  };

  private resize(width: number, height: number): void {
    const { x, y } = this.middle;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    const least = this.scaleFor(this.sheet) * 0.8;
    this.behaviour.extent([
      [0, 0],
      [this.width, this.height],
    ]);
    this.behaviour.scaleExtent([least, this.scaleFor(this.sheet) * CLOSEST]);
    this.behaviour.translateExtent([
      [this.sheet.x - this.sheet.width * 0.2, this.sheet.y - this.sheet.height * 0.2],
      [this.sheet.x + this.sheet.width * 1.2, this.sheet.y + this.sheet.height * 1.2],
    ]);
    // what a person has gone to stays in the middle
    if (this.moved) this.centre(x, y);
    else this.fit();
    this.measured = true;
  }

  private get middle(): { readonly x: number; readonly y: number } {
    const { x, y, width, height } = this.seen;
    return { x: x + width / 2, y: y + height / 2 };
  }

  private scaleFor(box: Box): number {
    return Math.min(this.width / box.width, this.height / box.height);
  }

  /** Units of the sheet to a pixel of the screen. */
  get unitsPerPixel(): number {
    return 1 / this.transform.k;
  }

  /** The part of the sheet that is seen. */
  get seen(): Box {
    const { k, x, y } = this.transform;
    return { x: -x / k, y: -y / k, width: this.width / k, height: this.height / k };
  }

  /** Whether everything that is played on is in sight. */
  get whole(): boolean {
    const { x, y, width, height } = this.seen;
    const slack = 0.02;
    return (
      x <= this.home.x + this.home.width * slack &&
      y <= this.home.y + this.home.height * slack &&
      x + width >= this.home.x + this.home.width * (1 - slack) &&
      y + height >= this.home.y + this.home.height * (1 - slack)
    );
  }

  fit(box: Box = this.home): void {
    const k = this.scaleFor(box);
    const x = this.width / 2 - (box.x + box.width / 2) * k;
    const y = this.height / 2 - (box.y + box.height / 2) * k;
    this.go(zoomIdentity.translate(x, y).scale(k));
    if (box === this.home) this.moved = false;
  }

  /** To a part of the sheet, as if a person had gone there. */
  closer(box: Box): void {
    this.fit(box);
    this.moved = true;
  }

  by(factor: number): void {
    if (this.element !== null) this.behaviour.scaleBy(select(this.element), factor);
    this.moved = true;
  }

  centre(x: number, y: number): void {
    if (this.element !== null) this.behaviour.translateTo(select(this.element), x, y);
    this.moved = true;
  }

  /** Bring a point into view, if it is not. */
  show(x: number, y: number): void {
    const seen = this.seen;
    const rim = 0.08;
    const inside =
      x > seen.x + seen.width * rim &&
      x < seen.x + seen.width * (1 - rim) &&
      y > seen.y + seen.height * rim &&
      y < seen.y + seen.height * (1 - rim);
    if (!inside) this.centre(x, y);
  }

  /** Bring points into view where the map can stay as near as it is: all of them; if they lie too far apart, and none is seen, the first. */
  bring(points: readonly (readonly [number, number])[], unit: number): void {
    const [first] = points;
    const { x, y, width, height } = this.seen;
    const box = around(points, unit);
    if (first === undefined || (box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height)) return;
    if (box.width <= width && box.height <= height) this.centre(box.x + box.width / 2, box.y + box.height / 2);
    else if (!points.some(([px, py]) => px >= x && px <= x + width && py >= y && py <= y + height)) this.centre(...first);
  }

  /** Bring points into view together, with a rim around them and beside the controls; if it is worth while so near that
   * a unit of the sheet has so many pixels. */
  gather(points: readonly (readonly [number, number])[], unit: number, pixels: number): void {
    if (points.length === 0) return;
    const before = this.back?.to ?? { transform: this.transform, moved: this.moved };
    const { k } = this.transform;
    const box = around(points, unit * RIM);
    const { x, y, width, height } = this.seen;
    const left = x + BESIDE / k;
    const inside = box.x >= left && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height;
    const all = Math.min((this.width - BESIDE) / box.width, this.height / box.height);
    const near = Math.min(all, Math.max(k, pixels / unit));
    if (inside && near < k * WORTH) return;
    const scale = near < k * WORTH ? Math.min(k, all) : near;
    this.go(zoomIdentity.translate((this.width + BESIDE) / 2, this.height / 2).scale(scale).translate(-(box.x + box.width / 2), -(box.y + box.height / 2)));
    this.moved = true;
    this.back = { from: this.transform, to: before };
  }

  /** Back to where the map stood before things were gathered, if nobody has moved it since. */
  release(): void {
    if (this.back !== null && this.back.from === this.transform) {
      this.go(this.back.to.transform);
      this.moved = this.back.to.moved;
    }
    this.back = null;
  }

  private go(transform: ZoomTransform): void {
    if (this.element === null) this.transform = transform;
    else select(this.element).call(this.behaviour.transform, transform);
  }
}
