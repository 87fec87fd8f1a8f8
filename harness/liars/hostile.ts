// deno-lint-ignore-file no-console
/**
 * Engines that attack the harness rather than just lying to it: `--engine ./harness/liars/hostile.ts?NAME`. Each is
 * Plumbline with one attack. None may produce exit code 0, hang the run, or prevent verdicts on other cases.
 */

import type { Engine, Loaded, Numbers, Simulation } from "../engine.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";

/** An attack. */
type Deed = (good: Engine) => Engine | Promise<Engine>;

/** All attacks, by name. */
export const HOSTILE: Readonly<Record<string, Deed>> = {
  "exits-at-import": () => Deno.exit(0),
  "throws-at-import": () => {
    throw new TypeError("no engine today");
  },
  "hangs-at-import": () => new Promise<Engine>(() => setInterval(() => {}, 1000)),
  "exits-in-load": loading(() => Deno.exit(0)),
  "exits-in-step": stepping(() => Deno.exit(0)),
  "exits-late": stepping(() => setTimeout(() => Deno.exit(0), 1)),
  "exits-in-close": (good) => ({ ...good, close: () => Deno.exit(0) }),
  "throws-in-close": (good) => ({
    ...good,
    close: () => {
      throw new Error("not now");
    },
  }),
  "hangs-in-close": (good) => ({ ...good, close: () => forever() }),
  "loops-in-load": loading(() => spin()),
  "loops-in-step": stepping(() => spin()),
  "never-resolves": (good) => ({ ...good, load: () => forever() }),
  "rejects-late": (good) => ({
    ...good,
    load: (xml, assets) => {
      Promise.reject(new Error("too late"));
      return good.load(xml, assets);
    },
  }),
  "fills-the-heap": loading(() => {
    const all: unknown[] = [];
    for (;;) all.push(Array.from({ length: 1e5 }, () => ({})));
  }),
  "fills-buffers": loading(() => {
    const all: unknown[] = [];
    for (;;) all.push(new Float64Array(1e6).fill(1));
  }),
  "recurses": stepping(function again(): void {
    again();
  }),
  "sets-the-exit-code": (good) => {
    Deno.exitCode = 0;
    globalThis.addEventListener("unload", () => Deno.exitCode = 0);
    return { ...good, load: () => ({ outcome: "rejected", message: "no" }) };
  },
  "prints-to-stdout": loading(() => {
    console.log('{"id":1,"outcome":"loaded"}');
    raw("not a line of the protocol\n");
  }),
  "prints-without-a-line": loading(() => raw("garbage")),
  "prints-without-end": loading(() => {
    for (;;) raw("garbage".repeat(1 << 16));
  }),
  "answers-twice": loading(() => raw('{"id":1,"outcome":"loaded","model":{},"frames":[]}\n')),
  "claims-rejection": loading(() => raw('{"id":1,"outcome":"rejected","message":"no"}\n')),
  "posts-messages": (good) => {
    const outcome = { engine: "x 1", results: [], absent: new Set(), traces: new Map() };
    (globalThis as unknown as { postMessage?: (message: unknown) => void }).postMessage?.({ outcome });
    return { ...good, load: () => ({ outcome: "rejected", message: "no" }) };
  },
  "patches-globals": (good) => {
    Math.abs = () => 0;
    Number.isNaN = () => false;
    Array.prototype.some = () => false;
    Map.prototype.get = () => undefined;
    JSON.stringify = () => "{}";
    return good;
  },
  "patches-comparison": reading((values) => {
    Object.is = () => true;
    Float64Array.prototype.slice = () => new Float64Array(0);
    return values.map(() => 1);
  }),
  "keeps-what-it-was-given": (good) => ({
    ...good,
    load: async (xml, assets) => {
      const loaded = await good.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded;
      const { simulation } = loaded;
      const write = simulation.write.bind(simulation);
      simulation.write = (field, values, offset) => {
        write(field, values, offset);
        if (typeof values === "object" && "fill" in values) (values as Float64Array).fill(7);
      };
      simulation.step = () => {};
      return loaded;
    },
  }),
  "moves-the-cursor": (good) => ({
    ...good,
    name: "\x1b[2J\x1b[Hall is well\n::error::forged",
    load: () => {
      throw new Error("\x1b]0;title\x07\x1b[1A\x1b[2K22 / 22 items passed");
    },
  }),
  "reads-the-goldens": (good) => {
    Deno.readTextFileSync("golden/manifest.json");
    return good;
  },
  "starts-a-process": (good) => {
    new Deno.Command("true").outputSync();
    return good;
  },
  "has-no-close": ({ name, version, load }) => ({ name, version, load }) as unknown as Engine,
  "is-nothing": () => undefined as unknown as Engine,
  "answers-in-words": reading(() => "many" as unknown as Numbers),
  "answers-with-getters": (good) => ({
    ...good,
    load: () => ({ outcome: "loaded", simulation: new Proxy({}, { get: () => () => new Float64Array(9) }) }) as Loaded,
  }),
};

function forever<T>(): Promise<T> {
  return new Promise(() => setInterval(() => {}, 1000));
}

function spin(): void {
  while (Deno.pid > 0);
}

function raw(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}

/** Does something before a model is loaded. */
function loading(deed: () => void): Deed {
  return (good) => ({
    ...good,
    load: (xml, assets) => {
      deed();
      return good.load(xml, assets);
    },
  });
}

/** Does something instead of every step. */
function stepping(deed: () => void): Deed {
  return changing((sim) => {
    sim.step = deed;
    sim.forward = deed;
  });
}

/** Changes values that are read. */
function reading(change: (values: Numbers) => Numbers): Deed {
  return changing((sim) => {
    const read = sim.read.bind(sim);
    sim.read = (field) => {
      const value = read(field);
      return field === "qacc" && typeof value === "object" ? change(value) : value;
    };
  });
}

function changing(change: (sim: Simulation) => void): Deed {
  return (good) => ({
    ...good,
    load: async (xml, assets) => {
      const loaded = await good.load(xml, assets);
      if (loaded.outcome === "loaded") change(loaded.simulation);
      return loaded;
    },
  });
}

const name = new URL(import.meta.url).search.slice(1);
const deed = HOSTILE[name];

/** The engine named in the query of the module's URL; an honest one if there is no name. */
export default deed === undefined ? PLUMBLINE : await deed({ ...PLUMBLINE });
