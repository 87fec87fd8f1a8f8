// deno-lint-ignore-file no-console
/** `deno task pictures`: the viewer's pictures of models beside those of MuJoCo's own renderer. */

import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { HarnessError } from "../harness/engine.ts";
import type { OptionName } from "../web/scene/options.ts";
import { BrowserSession } from "./browser_session.ts";
import { findBrowser } from "./headless_browser.ts";
import { runCommand, wholeNumber } from "./run_command.ts";
import { gather } from "./view/gather.ts";
import { buildPage } from "./view/page.ts";
import { serveViewer } from "./view/serve.ts";

const WIDTH = 640;
const HEIGHT = 480;

/** Options of the viewer that are off at first, and MuJoCo's names for them. */
const FLAGS = {
  joint: "JOINT",
  actuator: "ACTUATOR",
  activation: "ACTIVATION",
  equality: "CONSTRAINT",
  inertia: "INERTIA",
  scaleInertia: "SCLINERTIA",
  com: "COM",
  connect: "AUTOCONNECT",
  contactPoint: "CONTACTPOINT",
  contactForce: "CONTACTFORCE",
  contactSplit: "CONTACTSPLIT",
  island: "ISLAND",
  hull: "CONVEXHULL",
  transparent: "TRANSPARENT",
  camera: "CAMERA",
  light: "LIGHT",
} as const satisfies Partial<Record<OptionName, string>>;

type Flag = keyof typeof FLAGS;

function flagsOf(text: string): Flag[] {
  return text.split(",").map((name) => {
    if (!Object.hasOwn(FLAGS, name)) throw new InvalidArgumentError(`there is no '${name}'`);
    return name as Flag;
  });
}

/** Leaves nothing but the picture, at the size of the window. */
const BARE = `(() => {
  document.body.classList.add("no-left", "no-right");
  for (const name of ["header", "footer"]) document.querySelector(name).hidden = true;
})()`;

async function main(): Promise<number> {
  const program = new Command("deno task pictures")
    .description(
      "Takes pictures of models in the viewer and with MuJoCo's own renderer, in the same pose and from the same camera, " +
        "and prints how far their colors are apart, on average and at worst, of 255. Needs Chromium, and a Python with mujoco and OSMesa " +
        "(PLUMBLINE_PYTHON; apt install libosmesa6).",
    )
    .argument("<model...>", "MJCF files")
    .requiredOption("--out <dir>", "folder of the pictures: MODEL.viewer.png, MODEL.mujoco.png, MODEL.both.png")
    .option("--show <names>", `what else is drawn, separated by commas: ${Object.keys(FLAGS).join(", ")}`, flagsOf, [])
    .option("--steps <n>", "steps before the picture", wholeNumber, 0)
    .exitOverride().parse(Deno.args, { from: "user" });
  const { out, steps, show } = program.opts();
  const [models] = program.processedArgs;

  const command = findBrowser();
  if (command === undefined) throw new HarnessError("there is no Chromium");
  await Deno.mkdir(out, { recursive: true });
  await renderWithMujoco(models, steps, show, out);
  const page = await buildPage();
  const browser = await BrowserSession.start(command, { width: WIDTH, height: HEIGHT });
  try {
    for (const path of models) {
      const name = path.replace(/^.*\//, "").replace(/\.\w+$/, "");
      const { archive, main, error } = await gather(path);
      if (error !== undefined) throw new HarnessError(error);
      const server = serveViewer(page, { archive, main }, 0);
      try {
        await browser.open(server.url);
        await browser.until("globalThis.viewer?.frame");
        await browser.evaluate(BARE);
        await browser.evaluate(`for (const name of ${JSON.stringify(show)}) viewer.shown[name] = true`);
        await browser.evaluate(`viewer.send({ do: "reset", key: -1 }), viewer.send({ do: "step", count: ${steps} })`);
        await browser.until(`viewer.frame.isPaused && viewer.frame.past === ${steps}`);
        await browser.until(`viewer.stage.camera.aspect === ${WIDTH / HEIGHT}`);
        // two more pictures, so that this one is drawn
        await browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        await Deno.writeFile(`${out}/${name}.viewer.png`, await browser.screenshot());
      } finally {
        await server.close();
      }
      const theirs = (await Deno.readFile(`${out}/${name}.mujoco.png`)).toBase64();
      const ours = (await Deno.readFile(`${out}/${name}.viewer.png`)).toBase64();
      const { mean, both } = await browser.evaluate<{ mean: number; both: string }>(compare(ours, theirs));
      await Deno.writeFile(`${out}/${name}.both.png`, Uint8Array.fromBase64(both));
      console.log(`${name.padEnd(16)} ${mean.toFixed(1).padStart(6)}`);
    }
    for (const complaint of new Set(browser.complaints)) console.error(complaint);
    return browser.complaints.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
  }
}

/** A script that compares two pictures, and puts them side by side. */
function compare(ours: string, theirs: string): string {
  return `(async () => {
    const load = async (text) => createImageBitmap(new Blob([Uint8Array.fromBase64(text)]));
    const images = [await load("${ours}"), await load("${theirs}")];
    const canvas = new OffscreenCanvas(${2 * WIDTH}, ${HEIGHT});
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const pixels = images.map((image, i) => {
      context.drawImage(image, ${WIDTH} * i, 0);
      return context.getImageData(${WIDTH} * i, 0, ${WIDTH}, ${HEIGHT}).data;
    });
    const sum = pixels[0].reduce((total, x, i) => total + Math.abs(x - pixels[1][i]), 0);
    const both = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer()).toBase64();
    return { mean: sum / (0.75 * pixels[0].length), both };
  })()`;
}

async function renderWithMujoco(
  models: readonly string[],
  steps: number,
  show: readonly Flag[],
  out: string,
): Promise<void> {
  const script = new URL("view/render_mujoco.py", import.meta.url).pathname;
  const args = [
    script,
    String(WIDTH),
    String(HEIGHT),
    String(steps),
    show.map((name) => FLAGS[name]).join(","),
    out,
    ...models,
  ];
  const python = Deno.env.get("PLUMBLINE_PYTHON") ?? "python3";
  const { success, stderr } = await new Deno.Command(python, { args, stdout: "null" }).output();
  if (!success) throw new HarnessError(`${python}: ${new TextDecoder().decode(stderr).trim().split("\n").at(-1)}`);
}

await runCommand(main);
