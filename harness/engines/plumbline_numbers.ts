/** Uses of functions of numbers, rotations, and directions, with arguments at and beside the bounds of their cases. */

import { atan2f } from "../../engine/math/atan2f.ts";
import { eig3AtRuntime } from "../../engine/math/eigen3.ts";
import { extractRotation } from "../../engine/math/extract_rotation.ts";
import { makeFrame } from "../../engine/math/mat3.ts";
import { exp, log, pow } from "../../engine/math/power.ts";
import { principalAxes } from "../../engine/math/principal_axes.ts";
import { acos, asin, atan, atan2, cos, sin, sincos, tan } from "../../engine/math/scalar.ts";
import { solveQCQP } from "../../engine/solver/dual/qcqp.ts";
import { allFinite } from "../../engine/solver/problem/load.ts";
import { mat2Quat, normalize4, quat2Vel, quatIntegrate, quatZ2Vec } from "../../mod.ts";
import { type Random, symmetricFrom } from "../random.ts";
import { hashOfNumbers } from "./spoken_numbers.ts";

/** Where series, tables, and reductions take turns. */
const BOUNDS = [
  ...[0, 2 ** -1074, 2 ** -1022, 1e-300, 2 ** -64, 2 ** -54, 2 ** -28, 2 ** -27, 2 ** -26, 1.4901161193847656e-8],
  ...[
    2 ** -7,
    0.3,
    0.4375,
    0.5,
    0.6744,
    0.67434,
    0.6875,
    0.69,
    0.7854,
    Math.PI / 4,
    0.78125,
    0.9375,
    0.975,
    0.9999999,
    1,
  ],
  ...[1.0647, 1.1875, Math.PI / 2, 2, 2.4375, 2.5, 3 * Math.PI / 4, 3, Math.PI, 4, 5 * Math.PI / 4, 4.7123, 5.5, 6],
  ...[2 * Math.PI, 7.0685, 22, 355, 512.5, 700, 709.7, 709.8, 710, 745, 746, 1000, 1024, 1030, 2 ** 20, 2 ** 26],
  ...[2 ** 20 * Math.PI / 2, 647099.5 * Math.PI, 2 ** 53, 2 ** 66, 2 ** 67, 6381956970095103 * 2 ** 797, 1e300],
  // products that are rounded past the middle between two multiples
  ...[11, 15, 17, 19, 21].map((k) => k * Math.PI / 4),
  ...[Number.MAX_VALUE, Infinity, NaN],
];

const nextTo = new Float64Array(1);
const word = new BigInt64Array(nextTo.buffer);

/** The bounds, the numbers next to them, and all of them below zero. */
function candidates(): number[] {
  const all = BOUNDS.flatMap((x) =>
    (x > 0 && x < 2 ** 27 ? [-1n, 0n, 1n] : [0n]).map((step) => {
      nextTo[0] = x;
      word[0] += step;
      return nextTo[0];
    })
  );
  return [...all, ...all.map((x) => -x)];
}

/** Everything that the uses say. */
export function saidByNumbers(): string[] {
  return [...ofOne(), ...ofTwo(), ...rotations(symmetricFrom(21)), ...frictions(), finite()];
}

/** Of which lists of numbers all are finite, as far as they count: each in turn is not. */
function finite(): string {
  return [0, 1, 2, 3, 4, 5].map((n) =>
    [0, 1, 2, 3, 4, 5, 6].map((k) =>
      [NaN, -Infinity, -1e300].map((x) => {
        const numbers = Float64Array.of(1, -2, 3, -4, 5, -6);
        if (k < 6) numbers[k] = x;
        return Number(allFinite(numbers, n));
      }).join("")
    ).join(" ")
  ).join(", ");
}

/** A line with the name of a function and a hash of its results, of which there are too many to be read. */
function line(name: string, results: number[]): string {
  return `${name} ${hashOfNumbers(results)}`;
}

function ofOne(): string[] {
  const pair = new Float64Array(2);
  const functions = { sin, cos, tan, asin, acos, atan, exp, log };
  const numbers = candidates();
  const lines = Object.entries(functions).map(([name, it]) => line(name, numbers.map((x) => it(x))));
  const both = numbers.flatMap((x) => {
    pair[0] = x;
    sincos(pair, 0);
    return [...pair];
  });
  return [...lines, line("sincos", both)];
}

function ofTwo(): string[] {
  const some = [0, 2 ** -1074, 1e-160, 1e-20, 0.3, 1, 1.5, 2, 3, 1e19, 1e200, Infinity, NaN].flatMap((x) => [x, -x]);
  const single = [1e-30, 1e-4, 0.4375, 0.6, 0.6875, 1, 1.1875, 2, 2.4375, 7, 67108864, 2 ** 27, 1e30].map(Math.fround);
  return [
    line("atan2", some.flatMap((y) => some.map((x) => atan2(y, x)))),
    line("pow", some.flatMap((x) => some.map((y) => pow(x, y)))),
    line("atan2f", single.flatMap((y) => single.flatMap((x) => [atan2f(y, x), atan2f(y, -x), atan2f(y, 0)]))),
  ];
}

/** Problems of friction at the bounds of their cases: of the determinant, of the excess, and of the step. */
function frictions(): string[] {
  const small = 1e-10;
  const problems: [diagonal: number, b: number[], r: number][] = [
    [small, [1e-3, 2], 1],
    [1, [8e-6, 6e-6], 0],
    [2 * small, [-2 * small, 0], 0],
    [0.3, [0.2, -0.4], 0.1],
  ];
  return [2, 3, 5].flatMap((n) =>
    problems.map(([diagonal, [b0, b1], r]) => {
      const A = new Float64Array(n * n);
      // the others have no part in the sums
      for (let i = 0; i < n; i++) A[i * (n + 1)] = i > 0 && diagonal < 1e-9 ? 1 : diagonal;
      const [res, b] = [new Float64Array(n), new Float64Array(n)];
      b.set([b0, b1]);
      return `${solveQCQP(res, A, b, new Float64Array(n).fill(1), 0, r, n)} ${res}`;
    })
  );
}

function rotations(random: Random): string[] {
  const lines: string[] = [];
  const axes = [[0, 0, 1], [0, 0, -1], [0, 0, 0], [1e-9, 0, -1], [1, 0, 0], [3, 4, 0], [1e-16, 0, 0], [0.2, -2, 0.1]];
  for (const axis of axes) {
    const [quat, vel] = [new Float64Array(4), new Float64Array(3)];
    const frame = Float64Array.of(...axis, ...axis.map((x, k) => k === 1 ? x : 0), 0, 0, 0);
    quatZ2Vec(quat, 0, Float64Array.from(axis), 0);
    lines.push(`${quat}`);
    quat2Vel(vel, 0, quat, 0, 0.3);
    quatIntegrate(quat, 0, Float64Array.from(axis), 0, 0.7);
    lines.push(`${vel} ${quat} ${makeFrame(frame, 0)} ${frame}`);
  }
  for (let k = 0; k < 10; k++) {
    // tensors, some of them with equal values on their diagonal, or none beside it
    const [a, b, c] = [random(), k % 3 === 1 ? 0 : 10 ** -(k % 9) * random(), k % 3 === 0 ? 0 : random()];
    const [x, y, z] = [2 + (k & 1) * random(), 2, 2 + (k & 2) * random()];
    const tensor = Float64Array.of(x, a * c, b, a * c, y, c, b, c, z);
    const [quat, turn] = [new Float64Array(4), Float64Array.of(1, 0.1 * k * b, 0, 0)];
    const [val, vec] = [new Float64Array(3), new Float64Array(9)];
    lines.push(`${eig3AtRuntime(val, 0, vec, 0, quat, 0, tensor, 0)} ${val} ${vec} ${quat}`);
    lines.push(`${principalAxes(quat, val, Float64Array.of(x, y, z, a * c, b, c))} ${val} ${quat}`);
    const mat = tensor.map((x, i) => i % 4 === k % 5 ? -x : x + (k & 4) * random());
    normalize4(turn, 0);
    lines.push(`${extractRotation(turn, mat)} ${turn}`);
    mat2Quat(quat, 0, vec, 0);
    lines.push(`${quat}`);
  }
  return lines;
}
