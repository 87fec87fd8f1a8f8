/** How the time of a step grows with the size of a model. */

import { drawCrowd } from "./bench_family.ts";
import type { StepScene } from "./bench_step_scenes.ts";
import type { Row } from "./bench_table.ts";

/** Models of one kind in growing sizes. */
interface Series {
  name: string;
  about: string;
  sizes: readonly number[];
  draw(size: number): Omit<StepScene, "name" | "about">;
}

const FLOOR = `<geom type="plane" size="90 90 1"/>`;

function spheres(count: number): string {
  const side = Math.ceil(Math.sqrt(count));
  const bodies = Array.from(
    { length: count },
    (_, i) => `<body pos="${i % side} ${Math.floor(i / side)} 0.1"><freejoint/><geom size="0.1"/></body>`,
  );
  return `<mujoco><size memory="900M"/><worldbody>${FLOOR}${bodies.join("")}</worldbody></mujoco>`;
}

function sheet(vertices: number): string {
  const side = Math.round(Math.sqrt(vertices));
  return `<mujoco><size memory="900M"/><option timestep="0.001" solver="CG" iterations="20" tolerance="1e-6"/>
    <worldbody>${FLOOR}<body name="b" pos="0 0 1"><flexcomp name="f" type="grid" dim="2" mass="1" radius="0.005"
    count="${side} ${Math.ceil(vertices / side)} 1" spacing="0.05 0.05 0.05"><contact selfcollide="none"/>
    <edge equality="true" damping="0.02"/></flexcomp></body></worldbody></mujoco>`;
}

const SERIES: readonly Series[] = [
  {
    name: "humanoids",
    about: "humanoids on a floor",
    sizes: [1, 4, 16, 64],
    draw: (size) => ({ model: drawCrowd(size), settle: 150, drive: 0 }),
  },
  {
    name: "bodies",
    about: "free spheres on a floor",
    sizes: [10, 70, 600, 5000],
    draw: (size) => ({ model: spheres(size), settle: 20, drive: 0 }),
  },
  {
    name: "vertices",
    about: "vertices of a falling flex sheet",
    sizes: [10, 80, 640, 5000],
    draw: (size) => ({ model: sheet(size), settle: 20, drive: 0 }),
  },
];

/** The models of all series. */
export const GROWTH_SCENES: readonly StepScene[] = SERIES.flatMap(({ name, about, sizes, draw }) =>
  sizes.map((size) => ({ name: `${name}-${size}`, about: `${size} ${about}`, ...draw(size) }))
);

/** Exponents of the time of a step over the size, by least squares of logarithms. */
export interface GrowthRow {
  series: string;
  about: string;
  sizes: number[];
  plumbline: number;
  mujoco: number;
  native?: number;
}

/** The exponents of all series with at least two results. */
export function exponents(rows: readonly Row[]): GrowthRow[] {
  return SERIES.flatMap(({ name, about, sizes }) => {
    const found = sizes.flatMap((size) => {
      const row = rows.find(({ scene }) => scene === `${name}-${size}`);
      return row === undefined ? [] : [{ size, row }];
    });
    if (found.length < 2) return [];
    const x = found.map(({ size }) => Math.log(size));
    const exponent = (time: (row: Row) => number) => slope(x, found.map(({ row }) => Math.log(time(row))));
    return [{
      series: name,
      about,
      sizes: found.map(({ size }) => size),
      plumbline: exponent(({ plumbline }) => plumbline),
      mujoco: exponent(({ mujoco }) => mujoco),
      ...(found.every(({ row }) => row.native !== undefined)
        ? { native: exponent(({ native }) => native?.time ?? NaN) }
        : {}),
    }];
  });
}

/** Slope of the line through points with the least squares. */
function slope(x: readonly number[], y: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const x0 = mean(x);
  const y0 = mean(y);
  const products = x.reduce((sum, value, i) => sum + (value - x0) * (y[i] - y0), 0);
  return products / x.reduce((sum, value) => sum + (value - x0) ** 2, 0);
}
