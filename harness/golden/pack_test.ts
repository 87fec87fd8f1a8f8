import assert from "node:assert/strict";
import { conform } from "../commands/conform.ts";
import { openStore } from "../disk.ts";
import { packSuite } from "./write_pack.ts";
import { readCase, sha256 } from "./golden.ts";

const GOLDEN = new URL("../../golden", import.meta.url).pathname;

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  let said = "";
  const take = (text: string) => said += text;
  const code = await conform(args, { out: take, err: take, isPainted: false, isWatched: false });
  return { code, said };
}

/** A suite of a few cases, packed. */
function pack(...ids: string[]): Uint8Array {
  const whole = openStore(GOLDEN);
  const all = new Map(ids.map((id) => [id, readCase(whole, id)]));
  const manifest = Object.fromEntries([...all].map(([id, { file }]) => [id, file.minted?.compared]));
  const store = {
    ...whole,
    read: (id: string, path: string) =>
      id === "." ? new TextEncoder().encode(JSON.stringify(manifest)) : whole.read(id, path),
  };
  return packSuite({ store, all }, "a few");
}

const dir = Deno.makeTempDirSync();
const IDS = ["18/ac1", "24/ac1", "sol/toggled"];
const BYTES = pack(...IDS);
const FILE = `${dir}/few.zip`;
Deno.writeFileSync(FILE, BYTES);

Deno.test("packSuite() gives the same bytes each time, which openStore() reads as the directory", () => {
  assert.deepEqual(pack(...IDS), BYTES);
  const [packed, whole] = [openStore(FILE), openStore(GOLDEN)];
  assert.deepEqual(packed.list(), IDS);
  for (const id of IDS) {
    assert.deepEqual(packed.files(id), whole.files(id));
    for (const path of whole.files(id)) assert.deepEqual(packed.read(id, path), whole.read(id, path), path);
  }
  assert.equal(packed.read("24/ac1", "none"), undefined);
});

Deno.test("conform --golden FILE.zip judges as from a directory", async () => {
  const { code, said } = await run("--golden", FILE);
  assert.equal(code, 0, said);
  assert.match(said, /3 \/ 3 cases/);
});

Deno.test("conform --golden FILE.zip refuses an archive of which anything was changed or cut off", async (t) => {
  const text = Array.from(BYTES, (byte) => String.fromCharCode(byte)).join("");
  const attempts: [string, Uint8Array, RegExp][] = [
    ["cut off", BYTES.subarray(0, BYTES.length - 100), /not a zip file|damaged zip directory/],
    ["empty", new Uint8Array(), /not a zip file/],
    ["of fewer cases", renamed(text, "24/ac1/case.json", "24/ac1/kase.json"), /ac1|cases 2 instead of 3/],
    ["with other arrays", flipped("24/ac1/trajectory.npz"), /corrupt|bytes/],
    ["with another recipe", flipped("24/ac1/case.json"), /few\d*\.zip|changed/],
  ];
  for (const [i, [name, bytes, complaint]] of attempts.entries()) {
    await t.step(name, async () => {
      const path = `${dir}/few${i}.zip`;
      Deno.writeFileSync(path, bytes);
      const { code, said } = await run("--golden", path);
      assert.notEqual(code, 0, said);
      assert.match(said, complaint);
    });
  }

  /** The archive with a bit of a file changed. */
  function flipped(name: string): Uint8Array {
    const out = BYTES.slice();
    out[text.indexOf(name) + name.length + 40] ^= 1;
    return out;
  }
});

function renamed(text: string, from: string, to: string): Uint8Array {
  return Uint8Array.from(text.replaceAll(from, to), (letter) => letter.charCodeAt(0));
}

Deno.test("conform --golden ADDRESS downloads an archive once, and checks it", async () => {
  let requests = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    requests++;
    return url.endsWith(".zip") ? new Response(BYTES.slice()) : new Response("none", { status: 404 });
  });
  const cache = Deno.makeTempDirSync();
  const address = `http://127.0.0.1:${server.addr.port}/few-${Date.now()}.zip`;
  const cli = new URL("../cli.ts", import.meta.url).pathname;
  const start = async (golden: string) => {
    const args = ["run", "-A", "--no-check", cli, "--case", "24/ac1", "--golden", golden];
    const command = new Deno.Command(Deno.execPath(), { args, env: { PLUMBLINE_CACHE: cache } });
    const { code, stderr } = await command.output();
    return { code, said: new TextDecoder().decode(stderr) };
  };
  try {
    assert.deepEqual(await start(address), { code: 0, said: `downloading ${address}\n` });
    assert.deepEqual(await start(`${address}#sha256=${sha256(BYTES)}`), { code: 0, said: "" });
    assert.equal(requests, 1);
    const wrong = await start(`${address}#sha256=${sha256("other")}`);
    assert.equal(wrong.code, 2);
    assert.match(wrong.said, /is not the archive with the hash/);
    const lost = await start(`${address}none`);
    assert.equal(lost.code, 2);
    assert.match(lost.said, /cannot be downloaded \(404/);
    assert.match((await start(`${address}#sha256=12`)).said, /expected #sha256= and 64 digits/);
  } finally {
    await server.shutdown();
  }
});
