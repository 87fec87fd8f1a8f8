/** What the Worker of a simulation does: it follows commands, lets time pass, and reports. */

import { MjcfError, UnsupportedError } from "../../engine/types/errors.ts";
import { unpack } from "./files.ts";
import { texturePixels } from "./file_texture.ts";
import type { Command, FileMap, Report } from "./messages.ts";
import { sceneryOf } from "./scenery.ts";
import { type Compiled, compileFiles, Simulation } from "./simulation.ts";
import type { Twin } from "./twin.ts";

/** Pause between two looks at the clock, ms. */
const PAUSE = 4;

let simulation: Simulation | undefined;
let twin: Twin | undefined;
let isWanted = false;

function tell(report: Report, transfer: Transferable[] = []): void {
  self.postMessage(report, { transfer });
}

async function load(main: string, packed: FileMap): Promise<void> {
  simulation = undefined;
  const files = unpack(packed);
  let compiled: Compiled;
  try {
    compiled = compileFiles(main, files);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const place = error instanceof MjcfError
      ? error
      : error instanceof UnsupportedError
      ? error.uses[0]?.place
      : undefined;
    const { file = "", line = 0, column = 0 } = place ?? {};
    return tell({ tell: "rejected", message: error.message, kind: error.name, file, line, column });
  }
  const { spec, model, warnings } = compiled;
  const textures = await texturePixels(spec, files);
  try {
    twin?.load(main, files);
  } catch (error) {
    const message = `${twin?.name}: ${error instanceof Error ? error.message : error}`;
    return tell({ tell: "rejected", message, kind: "twin", file: "", line: 0, column: 0 });
  }
  const lost = spec.textures.filter((_, i) => textures[i] === null).map(({ name }) => `texture '${name}' is not shown`);
  simulation = new Simulation(model, model.vis.map, twin);
  tell({ tell: "loaded", scenery: sceneryOf(model, simulation.data, spec, textures, [...warnings, ...lost]) });
}

/** What each command does. */
const COMMANDS: { [K in Command["do"]]: (command: Extract<Command, { do: K }>) => void | Promise<void> } = {
  load: ({ main, files }) => load(main, files),
  pause({ isPaused }) {
    if (simulation !== undefined) simulation.isPaused = isPaused;
  },
  speed({ factor }) {
    if (simulation !== undefined) simulation.clock.speed = factor;
  },
  step: ({ count }) => simulation?.step(count),
  reset: ({ key }) => simulation?.reset(key),
  set: ({ field, index, value }) => simulation?.set(field, index, value),
  pull: ({ start }) => simulation?.grab(start),
  move: ({ by }) => simulation?.move(by),
  turn: ({ axis, angle }) => simulation?.turn(axis, angle),
  release: () => simulation?.release(),
  plot: ({ what }) => simulation?.plot(what),
  save() {
    if (simulation !== undefined) tell({ tell: "states", ...simulation.states() });
  },
  restore({ size, states }) {
    simulation?.restore(size, states);
  },
  bisect() {
    if (simulation === undefined || twin === undefined) return;
    tell({ tell: "bisected", text: twin.firstDifference(simulation.model) });
  },
  next() {
    isWanted = true;
  },
};

function tick(): void {
  try {
    simulation?.run();
    if (isWanted && simulation !== undefined) {
      isWanted = false;
      const frame = simulation.frame();
      const arrays = [...Object.values(frame.fields), frame.samples, frame.contacts.pos, frame.contacts.force];
      tell({ tell: "frame", frame }, arrays.map(({ buffer }) => buffer as ArrayBuffer));
    }
  } catch (error) {
    simulation = undefined;
    tell({ tell: "failed", message: String(error instanceof Error ? error.message : error) });
  }
  setTimeout(tick, PAUSE);
}

/** Starts to listen, with a second engine if there is one. */
export function serve(other?: Twin): void {
  twin = other;
  self.onmessage = async ({ data }: MessageEvent<Command>) => {
    try {
      await (COMMANDS[data.do] as (command: Command) => void | Promise<void>)(data);
    } catch (error) {
      tell({ tell: "failed", message: String(error instanceof Error ? error.message : error) });
    }
  };
  tell({ tell: "ready" });
  tick();
}
