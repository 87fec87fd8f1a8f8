import assert from "node:assert/strict";
import { openStore } from "./disk.ts";
import { packSuite } from "./golden/write_pack.ts";
import { readCase } from "./golden/golden.ts";
import manifest from "../deno.json" with { type: "json" };

const ROOT = new URL("../", import.meta.url).pathname;

/** Names packages in full, as a registry does when it publishes modules. */
function published(code: string): string {
  const imports = manifest.imports as Record<string, string>;
  return code.replace(/((?:from |import |import\(|resolve\()")([@\w][^".]*)"/g, (whole, start, name) => {
    return imports[name]?.startsWith("npm:") ? `${start}${imports[name]}"` : whole;
  });
}

/** Serves the repository as a registry does. */
function serve(): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async ({ url }) => {
    const { pathname } = new URL(url);
    const bytes = await Deno.readFile(ROOT + pathname.slice(1)).catch(() => undefined);
    if (bytes === undefined) return new Response("none", { status: 404 });
    if (!pathname.endsWith(".ts")) return new Response(bytes, { headers: { "content-type": "application/json" } });
    const code = published(new TextDecoder().decode(bytes));
    return new Response(code, { headers: { "content-type": "application/typescript" } });
  });
}

Deno.test("conform runs from a registry, without a checkout: with an archive, and with MuJoCo in Python", async () => {
  const store = openStore(`${ROOT}golden`);
  const all = new Map(["24/ac1"].map((id) => [id, readCase(store, id)]));
  const few = { ...store, read: (id: string, path: string) => id === "." ? lines(all) : store.read(id, path) };
  const folder = Deno.makeTempDirSync();
  const cache = `${folder}/cache`;
  Deno.writeFileSync(`${folder}/few.zip`, packSuite({ store: few, all }, "a few"));
  const server = serve();
  const start = async (...args: string[]) => {
    const entry = `http://127.0.0.1:${server.addr.port}/harness/cli.ts`;
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--no-check", "--no-lock", entry, ...args],
      cwd: folder,
      env: { PLUMBLINE_CACHE: cache, NO_COLOR: "1" },
    }).output();
    return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
  };
  try {
    for (const engine of ["plumbline", "native@3.5.0"]) {
      const { code, said } = await start("--golden", "few.zip", "--engine", engine);
      assert.equal(code, 0, said);
      assert.match(said, /1 \/ 1 cases/);
    }
    // the adapter came from the registry
    assert.ok(Deno.statSync(`${cache}/adapters-latest/plumbline_engine/mujoco.py`).isFile);
    // goldens are looked for where those of this version are published, which they are not from here
    const { said } = await start("24");
    const address = `https://jsr.io/@plumbline/golden/${manifest.version}/golden.zip`;
    assert.ok(said.startsWith(`downloading ${address}\n`), said);
  } finally {
    await server.shutdown();
  }
});

function lines(all: ReadonlyMap<string, ReturnType<typeof readCase>>): Uint8Array {
  const manifest = Object.fromEntries([...all].map(([id, { file }]) => [id, file.minted?.compared]));
  return new TextEncoder().encode(JSON.stringify(manifest));
}
