/**
 * A second family of models: machines as people build them. They are for judging, not for tuning: whoever makes the
 * engine faster looks at the other scenes, and learns here what it is worth elsewhere. Another seed draws others of the
 * same kinds and sizes.
 */

import { Dice } from "../bench_dice.ts";
import type { StepScene } from "../bench_step_scenes.ts";
import { ANIMALS } from "./animals.ts";
import { ARMS } from "./arms.ts";
import { FLEXES } from "./flexes.ts";
import { HANDS } from "./hands.ts";
import { HUMANOIDS } from "./humanoids.ts";
import { MANY } from "./many.ts";
import { ODD } from "./odd.ts";
import { documentOf, type Machine } from "./parts.ts";
import { PLANAR } from "./planar.ts";
import { QUADRUPEDS } from "./quadrupeds.ts";

const KINDS: Readonly<Record<string, readonly Machine[]>> = {
  planar: PLANAR,
  arms: ARMS,
  hands: HANDS,
  quadrupeds: QUADRUPEDS,
  humanoids: HUMANOIDS,
  animals: ANIMALS,
  flexes: FLEXES,
  many: MANY,
  odd: ODD,
};

/** The machines of a seed. */
export function drawField(seed: number): StepScene[] {
  const machines = Object.entries(KINDS).flatMap(([kind, list]) => list.map((machine) => ({ kind, ...machine })));
  return machines.map(({ kind, name, draw }, i) => {
    const drawing = draw(new Dice(seed * 1009 + i));
    const { about, settle = 60, drive = 0, sleeps = false } = drawing;
    return { name, kind, about, model: documentOf(drawing), settle, drive, sleeps };
  });
}
