import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { compile, Data, step } from "@plumbline/sim";
import { answer, service } from "./node_service.ts";

const MODEL =
  '<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>';

function expected(): unknown {
  const model = compile(MODEL);
  const data = new Data(model);
  for (let i = 0; i < 7; i++) step(model, data);
  return { time: data.time, qpos: [...data.qpos], qvel: [...data.qvel], ncon: 0 };
}

Deno.test("the service simulates what is posted to it", async () => {
  const server = service();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const body = JSON.stringify({ model: MODEL, steps: 7 });
    const response = await fetch(`http://localhost:${port}`, { method: "POST", body });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), expected());
    const tooLong = await fetch(`http://localhost:${port}`, { method: "POST", body: " ".repeat(2 << 20) });
    assert.equal(tooLong.status, 413);
    await tooLong.body?.cancel();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

Deno.test("the service gives the same answer in Node", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const source = new URL("node_service.ts", import.meta.url).pathname;
    const run = async (command: string, args: string[]) => {
      const { success, stdout, stderr } = await new Deno.Command(command, { args }).output();
      assert.ok(success, new TextDecoder().decode(stderr));
      return new TextDecoder().decode(stdout);
    };
    await run(Deno.execPath(), ["bundle", "-q", "--platform", "deno", "-o", `${dir}/service.mjs`, source]);
    await Deno.writeTextFile(
      `${dir}/main.mjs`,
      `import { service } from "./service.mjs";
const server = service().listen(0, async () => {
  const body = JSON.stringify({ model: ${JSON.stringify(MODEL)}, steps: 7 });
  const response = await fetch("http://localhost:" + server.address().port, { method: "POST", body });
  console.log(await response.text());
  server.close();
});
`,
    );
    assert.deepEqual(JSON.parse(await run("node", [`${dir}/main.mjs`])), expected());
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

const REFUSALS: readonly (readonly [what: string, text: string, status: number, message: RegExp])[] = [
  ["what is not JSON", "{", 400, /JSON/],
  ["no model", "{}", 400, /'model' must be MJCF/],
  ["a bad model", '{"model": "<mujoco><worldbdoy/></mujoco>"}', 400, /unknown element 'worldbdoy'/],
  ["too many steps", JSON.stringify({ model: MODEL, steps: 1e9 }), 400, /'steps' must be between/],
  ["controls of another number", JSON.stringify({ model: MODEL, ctrl: [1] }), 400, /'ctrl' must be a list of 0/],
  [
    "too many bodies",
    JSON.stringify({
      model:
        '<mujoco><worldbody><replicate count="5000"><body><geom size="1"/></body></replicate></worldbody></mujoco>',
    }),
    413,
    /bodies/,
  ],
];

for (const [what, text, status, message] of REFUSALS) {
  Deno.test(`the service refuses ${what}`, () => {
    const refusal = answer(text);
    assert.equal(refusal.status, status);
    assert.match((refusal.body as { error: string }).error, message);
  });
}
