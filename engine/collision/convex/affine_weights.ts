/** Weights of a point in the plane of a triangle. */

/** lambda = weights of three points that give the point p in their plane */
export function affineWeights(
  lambda: Float64Array,
  s: Float64Array,
  a: number,
  b: number,
  c: number,
  p: Float64Array,
  i: number,
): void {
  const m1 = s[b + 1] * s[c + 2] - s[b + 2] * s[c + 1] - s[a + 1] * s[c + 2] + s[a + 2] * s[c + 1] +
    s[a + 1] * s[b + 2] - s[a + 2] * s[b + 1];
  const m2 = s[b] * s[c + 2] - s[b + 2] * s[c] - s[a] * s[c + 2] + s[a + 2] * s[c] + s[a] * s[b + 2] -
    s[a + 2] * s[b];
  const m3 = s[b] * s[c + 1] - s[b + 1] * s[c] - s[a] * s[c + 1] + s[a + 1] * s[c] + s[a] * s[b + 1] -
    s[a + 1] * s[b];
  const abs1 = Math.abs(m1);
  const abs2 = Math.abs(m2);
  const abs3 = Math.abs(m3);

  // work in the coordinate plane in which the projection of the triangle is largest
  let x = 0;
  let y = 1;
  let area = m3;
  if (abs1 >= abs2 && abs1 >= abs3) {
    x = 1;
    y = 2;
    area = m1;
  } else if (abs2 >= abs3) {
    y = 2;
    area = m2;
  }
  const px = p[i + x];
  const py = p[i + y];
  const ax = s[a + x];
  const ay = s[a + y];
  const bx = s[b + x];
  const by = s[b + y];
  const cx = s[c + x];
  const cy = s[c + y];
  lambda[0] = (px * by + py * cx + bx * cy - px * cy - py * bx - cx * by) / area;
  lambda[1] = (px * cy + py * ax + cx * ay - px * ay - py * cx - ax * cy) / area;
  lambda[2] = (px * ay + py * bx + ax * by - px * by - py * ax - bx * ay) / area;
}
