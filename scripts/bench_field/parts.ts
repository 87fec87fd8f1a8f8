/** What machines of the field are made of, and how their documents are written. */

import type { Dice } from "../bench_dice.ts";

/** Sections of a document, in the order in which they are written. */
const SECTIONS = ["default", "asset", "worldbody", "contact", "tendon", "equality", "actuator", "sensor"] as const;

/** A machine as it is drawn: the sections of its document, and how it is measured. */
export interface Drawing extends Partial<Record<typeof SECTIONS[number], string>> {
  about: string;
  worldbody: string;
  /** attributes of `<option>` */
  option?: string;
  /** attributes of its `<flag>` */
  flag?: string;
  /** steps before the first recorded state, 60 unless it is given */
  settle?: number;
  /** amplitude of the controls, 0 unless it is given */
  drive?: number;
  sleeps?: boolean;
}

/** A machine: how it is called, and how it is drawn. */
export interface Machine {
  name: string;
  draw(dice: Dice): Drawing;
}

export function documentOf(drawing: Drawing): string {
  const sections = SECTIONS.map((name) => drawing[name] === undefined ? "" : `<${name}>${drawing[name]}</${name}>`);
  return `<mujoco><compiler autolimits="true"/><option ${drawing.option ?? ""}><flag ${drawing.flag ?? ""}/></option>
    ${sections.join("\n")}</mujoco>`;
}

export const AXES = ["1 0 0", "0 1 0", "0 0 1"] as const;

export const FLOOR = `<geom name="floor" type="plane" size="0 0 0.1"/>`;

/** Numbers of a vector, as short as they can be. */
export function vector(...numbers: number[]): string {
  return numbers.map((value) => Number(value.toFixed(4))).join(" ");
}

/** A place in a grid of so many columns. */
export function place(i: number, columns: number, spacing: number, height: number | string): string {
  return `${vector((i % columns) * spacing, Math.floor(i / columns) * spacing)} ${height}`;
}

/** A joint that turns; its limits are in degrees. */
export function hinge(name: string, axis: string, low: number | string, high: number | string, more = ""): string {
  return `<joint name="${name}" axis="${axis}" range="${low} ${high}" ${more}/>`;
}

/** A joint that slides, without limits unless there is a range. */
export function slide(name: string, axis: string, more = ""): string {
  return `<joint name="${name}" type="slide" axis="${axis}" ${more}/>`;
}

/** A capsule that begins in the origin of its body. */
export function rod(x: number, y: number, z: number, radius: number | string, more = ""): string {
  return `<geom type="capsule" fromto="0 0 0 ${vector(x, y, z)}" size="${radius}" ${more}/>`;
}

export function box(x: number | string, y: number | string, z: number | string, more = ""): string {
  return `<geom type="box" size="${x} ${y} ${z}" ${more}/>`;
}

/** One body of a chain. */
export interface Link {
  /** where it is in the body before it */
  at: string;
  /** attributes of the body */
  body?: string;
  /** its joints, geoms, and sites */
  has: string;
}

/** Bodies in a row, named by their number, with something more in the last one. */
export function chain(name: string, count: number, link: (i: number) => Link, inner = ""): string {
  const part = (i: number): string => {
    if (i === count) return inner;
    const { at, body = "", has } = link(i);
    return `<body name="${name}${i}" pos="${at}" ${body}>${has}${part(i + 1)}</body>`;
  };
  return part(0);
}

/** Names with the numbers from 0. */
export function names(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}${i}`);
}

/** The names of all hinges and slides in a part of a document. */
export function jointsIn(text: string): string[] {
  return [...text.matchAll(/<joint name="([^"]+)"(?! type="ball")/g)].map((found) => found[1]);
}

/** Exclusions of each body of a chain with the next. */
export function excludeNeighbors(bodies: readonly string[]): string {
  return bodies.slice(1).map((body, i) => `<exclude body1="${bodies[i]}" body2="${body}"/>`).join("");
}

/** A mesh: points on a block with rounded edges, with the given half sizes. */
export function blockMesh(dice: Dice, name: string, points: number, halves: readonly number[]): string {
  const point = () => {
    const at = halves.map(() => Number(dice.real(-1, 1, 6)));
    const norm = Math.cbrt(at.reduce((sum, value) => sum + Math.abs(value) ** 3, 0)) || 1;
    return at.map((value, axis) => (halves[axis] * value / norm).toFixed(5)).join(" ");
  };
  return `<mesh name="${name}" vertex="${Array.from({ length: points }, point).join(" ")}"/>`;
}
