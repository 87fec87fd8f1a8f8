/** @jsxImportSource react */
/** @jsxImportSourceTypes @types/react */

/**
 * A React component that simulates a model and draws it from the side: `<Simulation xml={…} />`.
 *
 * The simulation lives outside of React's state. An effect steps it with the clock of the display and writes the
 * attributes of the drawing directly, so that React renders once and nothing else happens 60 times per second.
 */

// @ts-types="@types/react"
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { compile, Data, forward, Geom, type Model, step } from "@plumbline/sim";

// what is used of the browser, for programs that are checked without its types
declare function requestAnimationFrame(callback: (now: number) => void): number;
declare function cancelAnimationFrame(request: number): void;
declare global {
  interface SVGGElement {
    readonly children: ArrayLike<{ setAttribute(name: string, value: string): void }>;
  }
}

/** What the component is given. */
export interface SimulationProps {
  /** the model, in MJCF */
  xml: string;
  /** writes controls before each step */
  control?: (model: Model, data: Data) => void;
  /** width of the picture in meters, centered at the origin */
  width?: number;
  /** is the simulation halted? */
  paused?: boolean;
}

/** Longest time that is caught up after a pause of the display, in seconds. */
const CATCH_UP = 0.1;

/** Spheres, capsules, and boxes of a model, seen along y, moving. */
export function Simulation({ xml, control, width = 4, paused = false }: SimulationProps): ReactNode {
  const drawing = useRef<SVGGElement>(null);
  const { model, data } = useMemo(() => start(xml), [xml]);
  useClock(drawing, model, data, paused, control);

  return (
    <svg viewBox={`${-width / 2} ${-width / 2} ${width} ${width}`} role="img" aria-label="simulation">
      <g ref={drawing} transform="scale(1 -1)">
        {Array.from(
          model.geom_type.keys(),
          (i) => <path key={i} d={outline(model, i)} fill={color(model, i)} transform={place(data, i)} />,
        )}
      </g>
    </svg>
  );
}

function start(xml: string): { model: Model; data: Data } {
  const model = compile(xml);
  const data = new Data(model);
  forward(model, data);
  return { model, data };
}

/** Steps the simulation in real time, and moves what is drawn. */
function useClock(
  drawing: RefObject<SVGGElement | null>,
  model: Model,
  data: Data,
  paused: boolean,
  control: SimulationProps["control"],
): void {
  useEffect(() => {
    if (paused) return;
    let before = performance.now();
    let ahead = 0;
    let request = requestAnimationFrame(function tick(now) {
      ahead = Math.min(ahead + (now - before) / 1000, CATCH_UP);
      before = now;
      for (; ahead > 0; ahead -= model.opt.timestep) {
        control?.(model, data);
        step(model, data);
      }
      const paths = drawing.current?.children ?? [];
      for (let i = 0; i < paths.length; i++) paths[i].setAttribute("transform", place(data, i));
      request = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(request);
  }, [drawing, model, data, paused, control]);
}

/** Where a geom is, seen along y: x to the right, z up. */
export function place({ geom_xpos, geom_xmat }: Data, i: number): string {
  const [a, c, b, d] = [0, 2, 6, 8].map((k) => geom_xmat[9 * i + k].toFixed(5));
  return `matrix(${a} ${b} ${c} ${d} ${geom_xpos[3 * i].toFixed(5)} ${geom_xpos[3 * i + 2].toFixed(5)})`;
}

/** The outline of a geom in its own x–z plane, as the path of an SVG. */
function outline({ geom_type, geom_size }: Model, i: number): string {
  const [x, y, z] = geom_size.subarray(3 * i, 3 * i + 3);
  switch (geom_type[i]) {
    case Geom.SPHERE:
      return `M ${-x} 0 A ${x} ${x} 0 0 0 ${x} 0 A ${x} ${x} 0 0 0 ${-x} 0 Z`;
    case Geom.CAPSULE:
      return `M ${-x} ${y} A ${x} ${x} 0 0 0 ${x} ${y} V ${-y} A ${x} ${x} 0 0 0 ${-x} ${-y} Z`;
    case Geom.BOX:
      return `M ${-x} ${-z} H ${x} V ${z} H ${-x} Z`;
    case Geom.PLANE:
      return `M ${-(x || 100)} 0 H ${x || 100} V -0.03 H ${-(x || 100)} Z`;
    default:
      return "";
  }
}

function color({ geom_rgba }: Model, i: number): string {
  const [r, g, b, a] = geom_rgba.subarray(4 * i, 4 * i + 4);
  return `rgb(${Math.round(255 * r)} ${Math.round(255 * g)} ${Math.round(255 * b)} / ${a})`;
}
