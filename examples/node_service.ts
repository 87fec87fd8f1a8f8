// deno-lint-ignore-file no-console
/**
 * A web service that simulates, for Node and Deno: `node node_service.js` after bundling, or
 * `deno run -A examples/node_service.ts`.
 *
 * POST / with `{"model": "<mujoco>…", "steps": 100, "ctrl": [0]}` answers with the state after these steps. Documents
 * come from strangers, so `limits` bound what one may ask for.
 */

import { createServer, type IncomingMessage, type Server } from "node:http";
import process from "node:process";
import { compile, Data, LimitError, MjcfError, step, UnsupportedError } from "@plumbline/sim";

const MAX_BYTES = 1 << 20;
const MAX_STEPS = 10_000;
const LIMITS = { bodies: 1_000, geoms: 5_000, modelBytes: 64 << 20 };

/** An answer: a status of HTTP, and what is sent. */
interface Answer {
  status: number;
  body: unknown;
}

/** Runs what a request asks for. */
export function answer(text: string): Answer {
  try {
    const { model: xml, steps = 1, ctrl = [] } = JSON.parse(text) as Record<string, unknown>;
    if (typeof xml !== "string") throw new RangeError("'model' must be MJCF");
    if (!Number.isInteger(steps) || Number(steps) < 0 || Number(steps) > MAX_STEPS) {
      throw new RangeError(`'steps' must be between 0 and ${MAX_STEPS}`);
    }
    const model = compile(xml, { limits: LIMITS });
    if (!Array.isArray(ctrl) || (ctrl.length !== 0 && ctrl.length !== model.nu)) {
      throw new RangeError(`'ctrl' must be a list of ${model.nu} numbers`);
    }
    const data = new Data(model);
    data.ctrl.set(ctrl.map(Number));
    for (let i = 0; i < Number(steps); i++) step(model, data);
    const { time, qpos, qvel, ncon } = data;
    return { status: 200, body: { time, qpos: [...qpos], qvel: [...qvel], ncon } };
  } catch (error) {
    if (error instanceof LimitError) return { status: 413, body: { error: error.message } };
    if (error instanceof UnsupportedError) return { status: 501, body: { error: error.message } };
    if (error instanceof MjcfError || error instanceof RangeError || error instanceof SyntaxError) {
      return { status: 400, body: { error: error.message } };
    }
    throw error;
  }
}

/** The text of a request, or null if it is too long. */
async function textOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return await new Blob(chunks as Uint8Array<ArrayBuffer>[]).text();
}

/** The service; call `listen` on it. */
export function service(): Server {
  return createServer(async (request, response) => {
    const text = await textOf(request);
    const { status, body } = text === null ? { status: 413, body: { error: "the request is too long" } } : answer(text);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
}

if (import.meta.main) {
  const port = Number(process.env.PORT ?? 8080);
  service().listen(port, () => console.log(`simulating on http://localhost:${port}`));
}
