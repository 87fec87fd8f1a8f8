/** A sorted set whose tree shape matters: if the comparison has a tolerance, the result of a search depends on it. */

const NONE = -1;

/** A red–black tree over indices, searched and balanced as in LLVM's C++ library. */
export class OrderedSet {
  private root = NONE;
  private readonly left: number[] = [];
  private readonly right: number[] = [];
  private readonly parent: number[] = [];
  private readonly red: boolean[] = [];

  /**
   * Elements are node numbers. `compare(a, b)`, which may be called with any two of them, including the newest, is
   * negative if `a` comes before `b`, positive if it comes after it, and 0 if they count as equal.
   */
  constructor(private readonly compare: (a: number, b: number) => number) {}

  /** The node that equals `key`, or -1. */
  find(key: number): number {
    let node = this.root;
    let result = NONE;
    while (node !== NONE) {
      if (this.compare(node, key) >= 0) {
        result = node;
        node = this.left[node];
      } else {
        node = this.right[node];
      }
    }
    return result !== NONE && this.compare(key, result) >= 0 ? result : NONE;
  }

  /** Adds the node `key` unless the descent finds an equal one; returns whether it was added. */
  add(key: number): boolean {
    let parent = NONE;
    let node = this.root;
    let goesLeft = false;
    while (node !== NONE) {
      parent = node;
      const order = this.compare(key, node);
      if (order === 0) return false;
      goesLeft = order < 0;
      node = goesLeft ? this.left[node] : this.right[node];
    }
    this.left[key] = NONE;
    this.right[key] = NONE;
    this.parent[key] = parent;
    if (parent === NONE) this.root = key;
    else if (goesLeft) this.left[parent] = key;
    else this.right[parent] = key;
    this.balance(key);
    return true;
  }

  /** All nodes in order. */
  *[Symbol.iterator](): Generator<number> {
    const path: number[] = [];
    let node = this.root;
    while (node !== NONE || path.length > 0) {
      while (node !== NONE) {
        path.push(node);
        node = this.left[node];
      }
      const next = path.pop() as number;
      yield next;
      node = this.right[next];
    }
  }

  private balance(node: number): void {
    const { parent, left, right, red } = this;
    red[node] = node !== this.root;
    while (node !== this.root && red[parent[node]]) {
      const above = parent[node];
      const top = parent[above];
      const isLeft = left[top] === above;
      const uncle = isLeft ? right[top] : left[top];
      if (uncle !== NONE && red[uncle]) {
        red[above] = false;
        red[uncle] = false;
        red[top] = top !== this.root;
        node = top;
        continue;
      }

      // rotate an inner grandchild outward first
      if (isLeft && right[above] === node) {
        node = above;
        this.rotate(node, left, right);
      } else if (!isLeft && left[above] === node) {
        node = above;
        this.rotate(node, right, left);
      }
      red[parent[node]] = false;
      red[top] = true;
      if (isLeft) this.rotate(top, right, left);
      else this.rotate(top, left, right);
      return;
    }
  }

  /** Rotates the child of `node` on the `far` side above it; `near` is the other side. */
  private rotate(node: number, near: number[], far: number[]): void {
    const { parent, left, right } = this;
    const child = far[node];
    far[node] = near[child];
    if (far[node] !== NONE) parent[far[node]] = node;
    parent[child] = parent[node];
    if (this.root === node) this.root = child;
    else if (left[parent[node]] === node) left[parent[node]] = child;
    else right[parent[node]] = child;
    near[child] = node;
    parent[node] = child;
  }
}
