/** A growing array of single-precision numbers. */
export class GrowingFloats {
  values = new Float32Array(1024);
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
