/** Linear elasticity of the box spanned by the nodes, with finite elements of first or second order. */

const point = new Float64Array(3);
const weight = new Float64Array(3);

/** Gauss–Legendre quadrature between 0 and 1. */
function quadrature(n: number): void {
  const center = 0.5;
  const half = 0.5;
  if (n === 2) {
    point[0] = -half / Math.sqrt(3) + center;
    point[1] = half / Math.sqrt(3) + center;
    weight.fill(half);
  } else {
    point[0] = center;
    point[1] = -half / Math.sqrt(3 / 5) + center;
    point[2] = half / Math.sqrt(3 / 5) + center;
    weight[0] = 8 / 9 * half;
    weight[1] = 5 / 9 * half;
    weight[2] = 5 / 9 * half;
  }
}

/** Shape function `i` along one axis. */
function shape(s: number, i: number, order: number): number {
  if (order === 1) return i === 0 ? 1 - s : s;
  switch (i) {
    case 0:
      return 2 * s * s - 3 * s + 1;
    case 1:
      return 4 * (s - s * s);
    default:
      return 2 * s * s - s;
  }
}

/** Slope of shape function `i` along one axis. */
function slope(s: number, i: number, order: number): number {
  if (order === 1) return i === 0 ? -1 : 1;
  switch (i) {
    case 0:
      return 4 * s - 3;
    case 1:
      return 4 * (1 - 2 * s);
    default:
      return 4 * s - 1;
  }
}

/** Adds the (negative) stiffness between all coordinates of all nodes, row-major. */
export function nodeStiffness(
  stiffness: Float64Array,
  pos: Float64Array,
  young: number,
  poisson: number,
  order: number,
): void {
  const nbasis = order + 1;
  const n = nbasis * nbasis * nbasis;
  quadrature(nbasis);
  const size = [0, 1, 2].map((k) => pos[3 * (n - 1) + k] - pos[k]);
  const volume = size[0] * size[1] * size[2];
  const inverse = size.map((length) => 1 / length);
  const lambda = young * poisson / (1 + poisson) / (1 - 2 * poisson);
  const mu = young / (2 * (1 + poisson));

  const gradient = new Float64Array(3 * n);
  for (let ps = 0; ps < nbasis; ps++) {
    for (let pt = 0; pt < nbasis; pt++) {
      for (let pu = 0; pu < nbasis; pu++) {
        const dvol = weight[ps] * weight[pt] * weight[pu] * volume;
        gradients(gradient, [point[ps], point[pt], point[pu]], order, inverse);
        addPoint(stiffness, gradient, n, lambda, mu, dvol);
      }
    }
  }
}

function gradients(gradient: Float64Array, [s, t, u]: number[], order: number, inverse: readonly number[]): void {
  let at = 0;
  for (let x = 0; x <= order; x++) {
    for (let y = 0; y <= order; y++) {
      for (let z = 0; z <= order; z++) {
        gradient[at++] = inverse[0] * (slope(s, x, order) * shape(t, y, order) * shape(u, z, order));
        gradient[at++] = inverse[1] * (shape(s, x, order) * slope(t, y, order) * shape(u, z, order));
        gradient[at++] = inverse[2] * (shape(s, x, order) * shape(t, y, order) * slope(u, z, order));
      }
    }
  }
}

const strain1 = new Float64Array(9);
const strain2 = new Float64Array(9);

/**
 * Strain from moving one node along axis `k`: the symmetric part of a tensor whose only nonzero row is the gradient.
 */
function strain(res: Float64Array, gradient: Float64Array, node: number, k: number): void {
  res.fill(0);
  for (let j = 0; j < 3; j++) {
    const half = gradient[3 * node + j] / 2;
    res[3 * k + j] = half;
    res[3 * j + k] = half;
  }
  res[4 * k] = gradient[3 * node + k];
}

function addPoint(
  stiffness: Float64Array,
  gradient: Float64Array,
  n: number,
  lambda: number,
  mu: number,
  dvol: number,
): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < 3; k++) {
        strain(strain1, gradient, i, k);
        for (let l = 0; l < 3; l++) {
          strain(strain2, gradient, j, l);
          const at = 3 * n * (3 * i + k) + 3 * j + l;
          stiffness[at] -= lambda * gradient[3 * i + k] * gradient[3 * j + l] * dvol;
          stiffness[at] -= mu * contraction() * dvol;
        }
      }
    }
  }
}

/** Trace of the product of both strains. */
function contraction(): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    sum += strain1[3 * i] * strain2[i] + strain1[3 * i + 1] * strain2[3 + i] + strain1[3 * i + 2] * strain2[6 + i];
  }
  return sum;
}
