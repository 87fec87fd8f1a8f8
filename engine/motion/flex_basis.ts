/**
 * Shape functions of interpolated flexes: a box of 8 (order 1) or 27 (order 2) nodes deforms everything inside it. In
 * the numbering of nodes the third coordinate varies fastest; coordinates range from 0 to 1.
 */

/** numbers per axis in the arrays of shape functions */
export const SHAPES = 3;

/** Writes the shape functions of order 1 or 2 at the point `x[o … o + 3)`: three numbers for each axis. */
export function shapeFunctions(res: Float64Array, x: Float64Array, o: number, order: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const s = x[o + axis];
    const r = SHAPES * axis;
    if (order === 1) {
      res[r] = 1 - s;
      res[r + 1] = s;
    } else {
      res[r] = 2 * s * s - 3 * s + 1;
      res[r + 1] = 4 * (s - s * s);
      res[r + 2] = 2 * s * s - s;
    }
  }
}

/** Writes their derivatives. */
export function shapeSlopes(res: Float64Array, x: Float64Array, o: number, order: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const s = x[o + axis];
    const r = SHAPES * axis;
    if (order === 1) {
      res[r] = -1;
      res[r + 1] = 1;
    } else {
      res[r] = 4 * s - 3;
      res[r + 1] = 4 * (1 - 2 * s);
      res[r + 2] = 4 * s - 1;
    }
  }
}

const shape = new Float64Array(3 * SHAPES);
const slope = new Float64Array(3 * SHAPES);

// products along the second and the third axis
const face = new Float64Array(SHAPES * SHAPES);

/** res = the nodes' vectors `value`, interpolated at the point `x[o …]` */
export function interpolate3(
  res: Float64Array,
  r: number,
  x: Float64Array,
  o: number,
  value: Float64Array,
  order: number,
): void {
  shapeFunctions(shape, x, o, order);
  const nodes = order + 1;
  for (let j = 0; j < nodes; j++) {
    for (let k = 0; k < nodes; k++) face[nodes * j + k] = shape[2 * SHAPES + k] * shape[SHAPES + j];
  }

  const faceNodes = nodes * nodes;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  let v = 0;
  for (let i = 0; i < nodes; i++) {
    const across = shape[i];
    for (let k = 0; k < faceNodes; k++) {
      const weight = face[k] * across;
      sx += value[v] * weight;
      sy += value[v + 1] * weight;
      sz += value[v + 2] * weight;
      v += 3;
    }
  }
  res[r] = sx;
  res[r + 1] = sy;
  res[r + 2] = sz;
}

/** res = the derivative of the same with respect to the point, a 3 × 3 matrix */
export function gradient3(
  res: Float64Array,
  x: Float64Array,
  o: number,
  value: Float64Array,
  order: number,
): void {
  shapeFunctions(shape, x, o, order);
  shapeSlopes(slope, x, o, order);
  for (let n = 0; n < 9; n++) res[n] = 0;
  let v = 0;
  for (let i = 0; i <= order; i++) {
    for (let j = 0; j <= order; j++) {
      for (let k = 0; k <= order; k++) {
        const gx = slope[i] * shape[SHAPES + j] * shape[2 * SHAPES + k];
        const gy = shape[i] * slope[SHAPES + j] * shape[2 * SHAPES + k];
        const gz = shape[i] * shape[SHAPES + j] * slope[2 * SHAPES + k];
        for (let row = 0; row < 9; row += 3) {
          const node = value[v++];
          res[row] += node * gx;
          res[row + 1] += node * gy;
          res[row + 2] += node * gz;
        }
      }
    }
  }
}
