/** Motion that degrees of freedom add to a body. */

/** res = a + the motion of `n` axes that begin at dof `adr` */
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
  if (n === 0) {
    for (let k = 0; k < 6; k++) res[r + k] = a[i + k];
    return;
  }
  for (let k = 0; k < 6; k++) {
    let sum = axes[6 * adr + k] * speed[adr];
    for (let j = adr + 1; j < adr + n; j++) sum += axes[6 * j + k] * speed[j];
    res[r + k] = a[i + k] + sum;
  }
}
