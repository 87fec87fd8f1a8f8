import assert from "node:assert/strict";
import { acos, asin, atan, atan2, cos, exp, pow, sin, sincos, tan } from "./scalar.ts";
import { randomFrom } from "../../harness/random.ts";

// what the C library of MuJoCo 3.5.1 returns: x, sin x, cos x
// deno-fmt-ignore
const CIRCLE = [
  [0.1, 0.09983341664682815, 0.9950041652780258],
  [0.7, 0.644217687237691, 0.7648421872844885],
  [0.8, 0.7173560908995228, 0.6967067093471654],
  [1.6, 0.9995736030415051, -0.029199522301288815],
  [2.5, 0.5984721441039564, -0.8011436155469337],
  [3.14159, 0.00000265358979335273, -0.9999999999964793],
  [-4, 0.7568024953079282, -0.6536436208636119],
  [7.9, 0.998941341839772, -0.04600212563953695],
  [100, -0.5063656411097588, 0.8623188722876839],
  [-12345.678, 0.7040813137533816, 0.7101193587160628],
  [1.5707963267948966, 1, 6.123233995736766e-17],
  // about odd multiples of π/4, where the multiple of π/2 is not always the nearest, and beyond three parts of π/2
  [0.7853981633974498, 0.7071067811865486, 0.7071067811865465],
  [2.356194490700883, 0.7071067808269569, -0.7071067815461383],
  [-5.497787143782935, 0.7071067811859844, 0.7071067811871108],
  [7.068583470577138, 0.7071067811866208, 0.7071067811864742],
  [18.06415775814131, -0.7071067811865487, 0.7071067811865464],
  [-335.3650157707104, -0.7071067811865775, -0.7071067811865176],
  [105035.22338195774, -0.7071067811950028, 0.7071067811780923],
  [1647099.5, 0.1700049719114738, 0.9854432046167749],
  [3670332.9101283983, -0.7090580404017969, -0.7051501225565829],
  [5.73094e+40, 0.9059026349272858, -0.4234860281423706],
  [1.7080860135201268e+158, -0.5711284936735667, -0.8208606725347259],
  [2.8654695368798483e+273, -0.5536694363269701, 0.8327365461401194],
  [-7.988597724703704e+280, -0.5933850621109911, -0.8049187338256797],
  [8e+307, -0.05680777869157559, -0.9983851342443602],
];

// x, exp x
const EXPONENTIAL = [
  [1, 2.718281828459045],
  [-1, 0.36787944117144233],
  [0.001, 1.0010005001667084],
  [-20.5, 1.2501528663867426e-9],
  [3.3, 27.112638920657883],
  [-0.3, 0.7408182206817179],
  [300, 1.9424263952412558e+130],
  [-300, 5.148200222412013e-131],
  [600.25, 4.844653964072874e+260],
  [-720.5, 1.2326102893e-313],
];

function* randoms(seed: number, count: number, low: number, high: number): Generator<number> {
  const random = randomFrom(seed);
  for (let i = 0; i < count; i++) yield low + (high - low) * random();
}

function assertClose(got: number, want: number, ulps: number, what: string): void {
  assert.ok(Math.abs(got - want) <= ulps * 2.3e-16 * Math.abs(want), `${what}: got ${got}, want ${want}`);
}

Deno.test("sin(), cos() and exp() equal the reference values to the last bit", () => {
  for (const [x, s, c] of CIRCLE) {
    assert.equal(sin(x), s, `sin ${x}`);
    assert.equal(cos(x), c, `cos ${x}`);
  }
  for (const [x, e] of EXPONENTIAL) assert.equal(exp(x), e, `exp ${x}`);
});

Deno.test("sincos() equals sin() and cos() everywhere", () => {
  const res = new Float64Array(2);
  for (const x of [0, -0, 1e-300, 1e-9, 1e9, ...CIRCLE.map(([x]) => x), ...randoms(1, 2000, -8, 8)]) {
    res[0] = x;
    sincos(res, 0);
    assert.ok(Object.is(res[0], sin(x)), `sin ${x}`);
    assert.ok(Object.is(res[1], cos(x)), `cos ${x}`);
  }
});

Deno.test("every function stays within a unit in the last place of the JavaScript engine's", () => {
  for (const x of randoms(2, 5000, -1, 1)) {
    assertClose(asin(x), Math.asin(x), 1, `asin ${x}`);
    assertClose(acos(x), Math.acos(x), 1, `acos ${x}`);
    assertClose(tan(7 * x), Math.tan(7 * x), 1, `tan ${7 * x}`);
    assertClose(atan(5 * x), Math.atan(5 * x), 1, `atan ${5 * x}`);
    assertClose(exp(700 * x), Math.exp(700 * x), 1, `exp ${700 * x}`);
    assertClose(pow(1 + x, 30 * x), Math.pow(1 + x, 30 * x), 1, `pow ${1 + x}, ${30 * x}`);
    assertClose(atan2(x, 0.3), Math.atan2(x, 0.3), 1, `atan2 ${x}`);
  }
});

Deno.test("atan2() treats zero, infinity, and NaN as C does, in every quadrant", () => {
  const values = [0, -0, 1, -1, 0.3, -0.3, 1e-310, -1e-310, 1e300, -1e300, Infinity, -Infinity, NaN];
  for (const y of values) {
    for (const x of values) {
      const got = atan2(y, x);
      const want = Math.atan2(y, x);
      assert.ok(Object.is(got, want) || Math.abs(got - want) <= 4.5e-16, `atan2(${y}, ${x}) = ${got}, not ${want}`);
    }
  }
});

Deno.test("pow() is exact where the result is a double", () => {
  for (let i = -40; i <= 40; i++) {
    assert.equal(pow(2, i), 2 ** i);
    assert.equal(pow(-2, i), (-2) ** i);
  }
  for (let i = 1; i < 1000; i++) {
    assert.equal(pow(i, 2), i * i);
    assert.equal(pow(i, 5), i * i * i * i * i);
    assert.equal(pow(i * i, 0.5), i);
  }
});

Deno.test("pow() and exp() treat zero, infinity and NaN as C does", () => {
  const values = [0, -0, 1, -1, Infinity, -Infinity, NaN, 2, -2, 0.5, -0.5, 1e-310, -8, 1e308];
  const exponents = [...values, 3, -3, 1 / 3, 2 ** 53, 1e-320, 1e300, -1074, -1075];
  for (const x of values) {
    for (const y of exponents) {
      // the one place where JavaScript departs from C
      const want = x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : Math.pow(x, y);
      const got = pow(x, y);
      assert.ok(Object.is(got, want) || Math.abs(got - want) <= 2.3e-16 * Math.abs(want), `pow(${x}, ${y}) = ${got}`);
    }
  }
  assert.deepEqual([exp(710), exp(-746), exp(Infinity), exp(-Infinity), exp(NaN)], [Infinity, 0, Infinity, 0, NaN]);
});

Deno.test("asin(), acos() and tan() are exact at the ends and NaN outside", () => {
  assert.equal(asin(1), Math.PI / 2);
  assert.equal(asin(-1), -Math.PI / 2);
  assert.equal(acos(1), 0);
  assert.equal(acos(-1), Math.PI);
  assert.equal(acos(0), Math.PI / 2);
  assert.ok(Object.is(tan(-0), -0));
  assert.deepEqual([asin(1.1), acos(-1.1), tan(Infinity)], [NaN, NaN, NaN]);
});
