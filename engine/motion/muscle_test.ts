import { equal, ok } from "node:assert/strict";
import * as muscle from "./muscle.ts";

const RANGE = Float64Array.of(0.2, 0.6);
// range, force, scale, lmin, lmax, vmax, fpmax, fvmax
const PRM = Float64Array.of(0.75, 1.05, 10, 200, 0.5, 1.6, 1.5, 1.3, 1.2);

const ACC0 = Float64Array.of(1);
const result = new Float64Array(1);

function gainLength(length: number, lmin: number, lmax: number): number {
  const curve = Float64Array.of(length, lmin, lmax);
  muscle.muscleGainLength(curve);
  return curve[0];
}

function gain(length: number, velocity: number): number {
  const [l, v] = [Float64Array.of(length), Float64Array.of(velocity)];
  muscle.muscleGain(result, 0, 0, l, v, RANGE, ACC0, PRM, 0);
  return result[0];
}

function gainVel(length: number, velocity: number): number {
  const [l, v] = [Float64Array.of(length), Float64Array.of(velocity)];
  muscle.muscleGainVel(result, 0, 0, l, v, RANGE, ACC0, PRM, 0);
  return result[0];
}

function bias(length: number): number {
  muscle.muscleBias(result, 0, 0, Float64Array.of(length), RANGE, ACC0, PRM, 0);
  return result[0];
}

function dynamics(ctrl: number, act: number, ...prm: number[]): number {
  muscle.muscleDynamics(result, 0, Float64Array.of(ctrl), 0, Float64Array.of(act), 0, Float64Array.from(prm), 0);
  return result[0];
}

Deno.test("muscleGainLength() is a smooth bump between lmin and lmax with its peak of one at one", () => {
  for (const length of [0.4, 0.5, 1.6, 2]) equal(gainLength(length, 0.5, 1.6), 0);
  equal(gainLength(1, 0.5, 1.6), 1);
  const h = 1e-7;
  for (const joint of [0.5, 0.75, 1, 1.3, 1.6]) {
    const left = (gainLength(joint, 0.5, 1.6) - gainLength(joint - h, 0.5, 1.6)) / h;
    const right = (gainLength(joint + h, 0.5, 1.6) - gainLength(joint, 0.5, 1.6)) / h;
    ok(Math.abs(left - right) < 1e-5, `at ${joint}`);
  }
});

Deno.test("muscleGain() pulls, and not at all when it shortens at full speed", () => {
  for (const velocity of [-0.5, 0, 0.5]) ok(gain(0.4, velocity) < 0);
  equal(Math.abs(gain(0.4, -1e3)), 0);
});

Deno.test("muscleGainVel() is the derivative of muscleGain() with respect to velocity", () => {
  const h = 1e-6;
  for (const velocity of [-3, -1, -0.2, 0.1, 0.3, 2]) {
    const slope = (gain(0.45, velocity + h) -
      gain(0.45, velocity - h)) / (2 * h);
    ok(Math.abs(gainVel(0.45, velocity) - slope) < 1e-6, `velocity ${velocity}`);
  }
});

Deno.test("muscleBias() is slack below the optimum length and never pushes", () => {
  equal(bias(0.3), 0);
  let last = 0;
  for (let length = 0.3; length < 1.2; length += 0.05) {
    const force = bias(length);
    ok(force <= last, `length ${length}`);
    last = force;
  }
});

Deno.test("muscleDynamics() rises towards excitation and falls towards rest, with time constants between the two", () => {
  ok(dynamics(1, 0, 0.01, 0.04, 0) === 1 / (0.01 * 0.5));
  ok(dynamics(0, 1, 0.01, 0.04, 0) === -1 / (0.04 / 2));
  equal(dynamics(0.5, 0.5, 0.01, 0.04, 0), 0);
  const rate = dynamics(0.5, 0.4, 0.01, 0.04, 0.5);
  ok(rate > 0 && rate < dynamics(0.5, 0.4, 0.01, 0.04, 0));
});

Deno.test("sigmoid() rises from zero to one, symmetric about its middle", () => {
  equal(muscle.sigmoid(-1), 0);
  equal(muscle.sigmoid(2), 1);
  for (const x of [0.1, 0.3, 0.5]) ok(Math.abs(muscle.sigmoid(x) + muscle.sigmoid(1 - x) - 1) < 1e-15);
});
