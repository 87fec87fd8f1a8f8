/** Motion that the dofs of a body add to it. */

/** res = a + the motion of the `n` axes from dof `adr` on, at the given velocities */
export function addMotion(
  res: Float64Array,
  r: number,
  a: Float64Array,
  i: number,
  axes: Float64Array,
  speed: Float64Array,
  adr: number,
  n: number,
): void {
  let wx = 0;
  let wy = 0;
  let wz = 0;
  let vx = 0;
  let vy = 0;
  let vz = 0;
  for (let j = adr; j < adr + n; j++) {
    const s = speed[j];
    const c = 6 * j;
    wx += axes[c] * s;
    wy += axes[c + 1] * s;
    wz += axes[c + 2] * s;
    vx += axes[c + 3] * s;
    vy += axes[c + 4] * s;
    vz += axes[c + 5] * s;
  }
  res[r] = a[i] + wx;
  res[r + 1] = a[i + 1] + wy;
  res[r + 2] = a[i + 2] + wz;
  res[r + 3] = a[i + 3] + vx;
  res[r + 4] = a[i + 4] + vy;
  res[r + 5] = a[i + 5] + vz;
}
