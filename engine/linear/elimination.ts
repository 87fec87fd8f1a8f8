/** Memory in which a kernel factors matrices with long chains. */

import { copyAll, copyAllInt } from "../math/vec.ts";
import { Arena } from "../wasm/arena.ts";
import { ELIMINATION, FACTOR_KERNELS } from "../wasm/factor_kernels.ts";
import type { Block } from "../wasm/struct.ts";

const MODULES = [FACTOR_KERNELS] as const;

/** A matrix in the memory of the kernel; all models and data share it. */
export class Elimination {
  private readonly arena = new Arena(MODULES);
  /** the matrix */
  mat: Float64Array = new Float64Array(0);
  private room: Float64Array = this.mat;
  private roomRowadr: Int32Array = new Int32Array(0);
  private roomColind: Int32Array = new Int32Array(0);
  private block: Block = { at: 0, doubles: this.room, ints: this.roomRowadr };
  /** the arrays of the model whose pattern is in the memory */
  private rowadr: Int32Array = this.roomRowadr;
  private colind: Int32Array = this.roomColind;

  /** Copies a matrix to the memory, and its pattern unless it is that of the last matrix; false if there is no kernel. */
  load(mat: Float64Array, rowadr: Int32Array, colind: Int32Array): boolean {
    if (this.rowadr !== rowadr || this.colind !== colind) this.loadPattern(rowadr, colind);
    if (this.arena.kernels === null) return false;
    copyAll(this.mat, mat);
    return true;
  }

  private loadPattern(rowadr: Int32Array, colind: Int32Array): void {
    const rows = Math.max(rowadr.length, this.roomRowadr.length);
    const elements = Math.max(colind.length, this.roomColind.length);
    if (rows > this.roomRowadr.length || elements > this.roomColind.length) this.lay(rows, elements);
    copyAllInt(this.roomRowadr, rowadr);
    copyAllInt(this.roomColind, colind);
    this.mat = this.room.subarray(0, colind.length);
    this.rowadr = rowadr;
    this.colind = colind;
  }

  private lay(rows: number, elements: number): void {
    this.arena.lay((take) => {
      const mat = this.room = take.float(elements);
      const rowadr = this.roomRowadr = take.int(rows);
      const colind = this.roomColind = take.int(elements);
      this.block = ELIMINATION.take(take);
      ELIMINATION.point(this.block, { mat, rowadr, colind });
    });
  }

  /**
   * Subtracts the outer products of four rows with `p` common ancestors from the rows of these ancestors. The rows begin
   * at `a`, `b`, `c`, and `d`; their inverse diagonals are those of dofs `k` to `k − 3`.
   */
  eliminate(diaginv: Float64Array, k: number, a: number, b: number, c: number, d: number, p: number): void {
    const { at, doubles } = this.block;
    const { slot } = ELIMINATION;
    doubles[slot.da] = diaginv[k];
    doubles[slot.db] = diaginv[k - 1];
    doubles[slot.dc] = diaginv[k - 2];
    doubles[slot.dd] = diaginv[k - 3];
    this.arena.kernels?.eliminateFour(at, a, b, c, d, p);
  }
}
