/** Growing arrays of single-precision numbers and of integers. */

const ROOM = 1024;

export class GrowingFloats {
  values = new Float32Array(ROOM);
  length = 0;

  /** Appends room for a few numbers, and returns where it begins. */
  extend(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.values.length) {
      const larger = new Float32Array(2 * this.length);
      larger.set(this.values);
      this.values = larger;
    }
    return at;
  }

  toArray(): Float32Array {
    return this.values.slice(0, this.length);
  }
}

export class GrowingInts {
  values = new Int32Array(ROOM);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  toArray(): Int32Array {
    return this.values.slice(0, this.length);
  }
}
