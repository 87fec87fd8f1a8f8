/** Lists of points, each with the furthest point at its end. A point is on one list at most. */

/** numbers of a list: its first point, the last but one, and the furthest, which is the last */
export const LIST = 3;
const END = 1;
const LAST = 2;

const NONE = -1;
/** instead of the furthest point of a list, if that was taken */
const TAKEN = -2;

/** Linked lists in tables. Lists have addresses, which are multiples of `LIST`. */
export class PointLists {
  private heads = new Int32Array(64 * LIST).fill(NONE);
  private next = new Int32Array(64);

  /** Makes room for points. The lists are those of an earlier hull until they are cleared. */
  reserve(points: number): void {
    if (points > this.next.length) this.next = new Int32Array(Math.max(points, 2 * this.next.length));
  }

  /** Makes room for the lists below an address. */
  reserveLists(end: number): void {
    if (end <= this.heads.length) return;
    const larger = new Int32Array(2 * end);
    larger.set(this.heads);
    this.heads = larger;
  }

  /** Makes a list empty. */
  clear(at: number): void {
    const { heads } = this;
    heads[at] = heads[at + END] = heads[at + LAST] = NONE;
  }

  /** Whether the list has, or had, a point. */
  isUsed(at: number): boolean {
    const { heads } = this;
    return heads[at] >= 0 || heads[at + LAST] !== NONE;
  }

  /** The furthest point of the list, negative if there is none. */
  last(at: number): number {
    return this.heads[at + LAST];
  }

  /** Removes the furthest point. */
  takeLast(at: number): number {
    const point = this.heads[at + LAST];
    this.heads[at + LAST] = TAKEN;
    return point;
  }

  /** Adds a point that is further than all others. */
  add(at: number, point: number): void {
    const last = this.heads[at + LAST];
    if (last >= 0) this.append(at, last);
    this.heads[at + LAST] = point;
  }

  /** Adds a point before the furthest one. */
  addBeforeLast(at: number, point: number): void {
    this.append(at, point);
  }

  /** The first point of a list that is not changed any more, negative if there is none; `after` has the others. */
  first(at: number): number {
    const last = this.heads[at + LAST];
    if (last >= 0) this.append(at, last);
    this.heads[at + LAST] = NONE;
    return this.heads[at];
  }

  /** The point after another, negative at the end. */
  after(point: number): number {
    return this.next[point];
  }

  private append(at: number, point: number): void {
    const { heads, next } = this;
    next[point] = NONE;
    if (heads[at] < 0) heads[at] = point;
    else next[heads[at + END]] = point;
    heads[at + END] = point;
  }
}
