/** A sorted set whose tree shape matters: if the comparison has a tolerance, the result of a search depends on it. */

const NONE = -1;

/** A red–black tree over indices, searched and balanced as in LLVM's C++ library. */
export class OrderedSet {
  private root = NONE;
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  private readonly parent: Int32Array;
  private readonly red: Uint8Array;
  private count = 0;

  /**
   * Elements are node numbers below `capacity`. `compare(a, b)`, which may be called with any two of them, including the newest, is
   * negative if `a` comes before `b`, positive if it comes after it, and 0 if they count as equal.
   */
  constructor(capacity: number, private readonly compare: (a: number, b: number) => number) {
    this.left = new Int32Array(capacity);
    this.right = new Int32Array(capacity);
    this.parent = new Int32Array(capacity);
    this.red = new Uint8Array(capacity);
  }

  /**
   * Adds the node `key`, and returns it, unless the descent passes an equal one. Then it goes on to the first of these,
   * and returns it; or -1 if the tolerance has led it elsewhere.
   */
  add(key: number): number {
    const { left, right } = this;
    let parent = NONE;
    let found = NONE;
    let foundOrder = 0;
    let passed = false;
    for (let node = this.root; node !== NONE;) {
      parent = node;
      const order = this.compare(key, node);
      if (order > 0) {
        node = right[node];
      } else {
        found = node;
        foundOrder = order;
        if (order === 0) passed = true;
        node = left[node];
      }
    }
    if (passed) return foundOrder === 0 ? found : NONE;
    left[key] = NONE;
    right[key] = NONE;
    this.parent[key] = parent;
    if (parent === NONE) this.root = key;
    else if (parent === found) left[parent] = key;
    else right[parent] = key;
    this.balance(key);
    this.count++;
    return key;
  }

  /** All nodes in order. */
  inOrder(): Int32Array {
    const { left, right, count } = this;
    const nodes = new Int32Array(count);
    const path: number[] = [];
    let node = this.root;
    for (let i = 0; i < count; i++) {
      while (node !== NONE) {
        path.push(node);
        node = left[node];
      }
      nodes[i] = path.pop() as number;
      node = right[nodes[i]];
    }
    return nodes;
  }

  private balance(node: number): void {
    const { parent, left, right, red } = this;
    red[node] = Number(node !== this.root);
    while (node !== this.root && red[parent[node]] === 1) {
      const above = parent[node];
      const top = parent[above];
      const isLeft = left[top] === above;
      const uncle = isLeft ? right[top] : left[top];
      if (uncle !== NONE && red[uncle] === 1) {
        red[above] = 0;
        red[uncle] = 0;
        red[top] = Number(top !== this.root);
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
      red[parent[node]] = 0;
      red[top] = 1;
      if (isLeft) this.rotate(top, right, left);
      else this.rotate(top, left, right);
      return;
    }
  }

  /** Rotates the child of `node` on the `far` side above it; `near` is the other side. */
  private rotate(node: number, near: Int32Array, far: Int32Array): void {
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
