import { equal, ok } from "node:assert/strict";
import { muscleBias, muscleDynamics, muscleGain, muscleGainLength, muscleGainVel, sigmoid } from "./muscle.ts";

const RANGE = Float64Array.of(0.2, 0.6);
// range, force, scale, lmin, lmax, vmax, fpmax, fvmax
const PRM = Float64Array.of(0.75, 1.05, 10, 200, 0.5, 1.6, 1.5, 1.3, 1.2);

Deno.test("muscleGainLength() is a smooth bump between lmin and lmax with its peak of one at one", () => {
  for (const length of [0.4, 0.5, 1.6, 2]) equal(muscleGainLength(length, 0.5, 1.6), 0);
  equal(muscleGainLength(1, 0.5, 1.6), 1);
  const h = 1e-7;
  for (const joint of [0.5, 0.75, 1, 1.3, 1.6]) {
    const left = (muscleGainLength(joint, 0.5, 1.6) - muscleGainLength(joint - h, 0.5, 1.6)) / h;
    const right = (muscleGainLength(joint + h, 0.5, 1.6) - muscleGainLength(joint, 0.5, 1.6)) / h;
    ok(Math.abs(left - right) < 1e-5, `at ${joint}`);
  }
});

Deno.test("muscleGain() pulls, and not at all when it shortens at full speed", () => {
  for (const velocity of [-0.5, 0, 0.5]) ok(muscleGain(0.4, velocity, RANGE, 0, 1, PRM, 0) < 0);
  equal(Math.abs(muscleGain(0.4, -1e3, RANGE, 0, 1, PRM, 0)), 0);
});

Deno.test("muscleGainVel() is the derivative of muscleGain() with respect to velocity", () => {
  const h = 1e-6;
  for (const velocity of [-3, -1, -0.2, 0.1, 0.3, 2]) {
    const slope = (muscleGain(0.45, velocity + h, RANGE, 0, 1, PRM, 0) -
      muscleGain(0.45, velocity - h, RANGE, 0, 1, PRM, 0)) / (2 * h);
    ok(Math.abs(muscleGainVel(0.45, velocity, RANGE, 0, 1, PRM, 0) - slope) < 1e-6, `velocity ${velocity}`);
  }
});

Deno.test("muscleBias() is slack below the optimum length and never pushes", () => {
  equal(muscleBias(0.3, RANGE, 0, 1, PRM, 0), 0);
  let last = 0;
  for (let length = 0.3; length < 1.2; length += 0.05) {
    const force = muscleBias(length, RANGE, 0, 1, PRM, 0);
    ok(force <= last, `length ${length}`);
    last = force;
  }
});

Deno.test("muscleDynamics() rises towards excitation and falls towards rest, with time constants between the two", () => {
  const prm = Float64Array.of(0.01, 0.04, 0);
  ok(muscleDynamics(1, 0, prm, 0) === 1 / (0.01 * 0.5));
  ok(muscleDynamics(0, 1, prm, 0) === -1 / (0.04 / 2));
  equal(muscleDynamics(0.5, 0.5, prm, 0), 0);
  const smooth = Float64Array.of(0.01, 0.04, 0.5);
  const rate = muscleDynamics(0.5, 0.4, smooth, 0);
  ok(rate > 0 && rate < muscleDynamics(0.5, 0.4, prm, 0));
});

Deno.test("sigmoid() rises from zero to one, symmetric about its middle", () => {
  equal(sigmoid(-1), 0);
  equal(sigmoid(2), 1);
  for (const x of [0.1, 0.3, 0.5]) ok(Math.abs(sigmoid(x) + sigmoid(1 - x) - 1) < 1e-15);
});
