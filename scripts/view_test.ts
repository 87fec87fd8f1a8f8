import assert from "node:assert/strict";
import { zipSync } from "fflate";
import { BrowserSession } from "./browser_session.ts";
import { findBrowser } from "./headless_browser.ts";
import { gather } from "./view/gather.ts";
import { mujocoPackage } from "./view/mujoco_package.ts";
import { buildPage, selfContained } from "./view/page.ts";
import { serveViewer } from "./view/serve.ts";

const TIMESTEP = 0.002;

const MODEL = `<mujoco model="first">
  <option timestep="${TIMESTEP}" gravity="0 0 0"/>
  <asset>
    <texture name="t" type="2d" builtin="checker" width="32" height="32"/>
    <material name="m" texture="t" reflectance=".2"/>
    <texture type="skybox" builtin="gradient" rgb1=".4 .5 .6" rgb2="0 0 0" width="16" height="16"/>
  </asset>
  <include file="parts/block.xml"/>
  <actuator><motor name="drive" joint="hinge" ctrlrange="-2 2" ctrllimited="true"/></actuator>
  <sensor><jointpos name="angle" joint="hinge"/><framepos name="place" objtype="body" objname="block"/></sensor>
  <keyframe><key name="up" qpos="0 0 1 1 0 0 0 0.5"/></keyframe>
</mujoco>`;

const BLOCK = `<mujocoinclude>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="0 0 .05" material="m"/>
    <body name="block" pos="0 0 .5"><freejoint/><geom name="box" type="box" size=".3 .3 .3"/></body>
    <body name="arm" pos="1.5 0 1"><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.4" size=".05"/></body>
  </worldbody>
</mujocoinclude>`;

const SECOND = `<mujoco model="second"><worldbody><geom size=".1"/></worldbody></mujoco>`;

/** `Input.dispatchKeyEvent` and the like: Control. */
const CONTROL = 2;

async function withModel(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "view-" });
  try {
    await Deno.mkdir(`${folder}/parts`);
    await Deno.writeTextFile(`${folder}/first.xml`, MODEL);
    await Deno.writeTextFile(`${folder}/parts/block.xml`, BLOCK);
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("gather() collects what a model consists of, below their common folder", async () => {
  await withModel(async (folder) => {
    const { main, archive, error } = await gather(`${folder}/first.xml`);
    assert.deepEqual([main, error], ["first.xml", undefined]);
    assert.ok(new TextDecoder().decode(archive).includes("parts/block.xml"));
    await Deno.writeTextFile(
      `${folder}/parts/block.xml`,
      "<mujocoinclude><worldbody><geo/></worldbody></mujocoinclude>",
    );
    assert.match((await gather(`${folder}/first.xml`)).error ?? "", /block\.xml:1/);
  });
});

Deno.test("the viewer runs, steps, pulls, and opens what is dropped, under a strict policy", async (t) => {
  const command = findBrowser();
  assert.ok(command !== undefined, "no Chromium");
  const page = await buildPage();
  await withModel(async (folder) => {
    const model = await gather(`${folder}/first.xml`);
    const server = serveViewer(page, model, 0);
    const browser = await BrowserSession.start(command, { width: 900, height: 600 });
    const time = () => browser.evaluate<number>("viewer.frame.time");
    const settle = () => browser.evaluate("new Promise((done) => setTimeout(done, 300))");
    try {
      await browser.open(server.url);
      await browser.until("globalThis.viewer?.frame?.time > 0.01", 60_000);

      await t.step("Space pauses and runs", async () => {
        await browser.press(" ", { code: "Space" });
        await browser.until("viewer.frame.isPaused");
        const stopped = await time();
        await settle();
        assert.equal(await time(), stopped);
      });

      await t.step("arrows step forward and back", async () => {
        const before = await time();
        await browser.press("ArrowRight");
        await browser.until(`viewer.frame.time > ${before}`);
        assert.ok(Math.abs(await time() - before - TIMESTEP) < 1e-9);
        await browser.press("ArrowLeft");
        await browser.until(`viewer.frame.time === ${before}`);
      });

      await t.step("Backspace resets, a keyframe is loaded by its button", async () => {
        await browser.press("Backspace");
        await browser.until("viewer.frame.time === 0");
        await browser.evaluate(
          `[...document.querySelectorAll("#left button")].find((b) => b.textContent === "up").click()`,
        );
        await browser.until("viewer.frame.fields.qpos[7] === 0.5");
        await browser.press("Backspace");
        await browser.until("viewer.frame.fields.qpos[7] === 0");
      });

      await t.step("a slider sets a control", async () => {
        await browser.evaluate(`(() => {
          const slider = document.querySelector('[data-field="ctrl[0]"]');
          slider.value = "1.5";
          slider.dispatchEvent(new Event("input"));
        })()`);
        await browser.until("viewer.frame.fields.ctrl[0] === 1.5");
      });

      await t.step("a key switches an option, and its switch follows", async () => {
        await browser.press("c");
        assert.equal(await browser.evaluate("viewer.shown.contactPoint"), true);
        await browser.evaluate("new Promise(requestAnimationFrame)");
      });

      // while the model rests as it was compiled: the arm is just beyond the picture's right side
      await t.step("names are shown in their place", async () => {
        await browser.press("F7", { code: "F7" });
        await browser.until(`viewer.shown.labels === "body"`);
        const texts = `[...document.querySelectorAll("#labels span:not([hidden])")].map((it) => it.textContent).join()`;
        await browser.until(`${texts} === "block"`);
        await browser.evaluate("viewer.stage.orbit.distance *= 1.5");
        await browser.until(`${texts} === "block,arm"`);
        await browser.evaluate("viewer.stage.orbit.reset()");
        await browser.evaluate(`viewer.shown.labels = "none"`);
        await browser.until(`${texts} === ""`);
      });

      const at = await browser.evaluate<[number, number]>(`(() => {
        const { left, top, width, height } = document.getElementById("canvas").getBoundingClientRect();
        const { x, y } = viewer.stage.bodyPosition(1).project(viewer.stage.camera);
        return [left + width * (1 + x) / 2, top + height * (1 - y) / 2];
      })()`);

      await t.step("the name of what is under the mouse is shown", async () => {
        await browser.hover(at[0], at[1]);
        await browser.until(`document.getElementById("tooltip").textContent === "box · block"`);
      });

      await t.step("Ctrl and the right button pull a body", async () => {
        await browser.press(" ", { code: "Space" });
        await browser.until("!viewer.frame.isPaused");
        const x = await browser.evaluate<number>("viewer.frame.fields.qpos[0]");
        const path = [0, 20, 40, 60, 80].map((dx): [number, number] => [at[0] + dx, at[1]]);
        await browser.drag(path, { button: "right", modifiers: CONTROL, hold: 500 });
        await browser.until(`Math.abs(viewer.frame.fields.qpos[0] - ${x}) > 0.01`);
        await browser.until("viewer.frame.pull.body === 0");
        assert.equal(await browser.evaluate("document.getElementById('selected').textContent"), "block");
      });

      await t.step("Tab moves from control to control, and hides a panel after a click on the picture", async () => {
        await browser.evaluate(`document.getElementById("back").focus()`);
        await browser.press("Tab", { code: "Tab" });
        assert.equal(await browser.evaluate("document.activeElement.id"), "pause");
        const corner = await browser.evaluate<[number, number]>(`(() => {
          const { left, top } = document.getElementById("canvas").getBoundingClientRect();
          return [left + 5, top + 5];
        })()`);
        await browser.drag([corner]);
        for (const isHidden of [true, false]) {
          await browser.press("Tab", { code: "Tab" });
          await browser.until(`document.body.classList.contains("no-left") === ${isHidden}`);
        }
      });

      await t.step("the right button, twice, looks at a point; with Ctrl follows a body", async () => {
        const where = () =>
          browser.evaluate<[number, number]>(`(() => {
            const { left, top, width, height } = document.getElementById("canvas").getBoundingClientRect();
            const { x, y } = viewer.stage.bodyPosition(1).project(viewer.stage.camera);
            return [left + width * (1 + x) / 2, top + height * (1 - y) / 2];
          })()`);
        // on a busy machine the body may have been drawn elsewhere when it was looked for: look again
        const twiceUntil = async (modifiers: number, condition: string) => {
          for (let trial = 1;; trial++) {
            const point = await where();
            for (const clickCount of [1, 2]) await browser.drag([point], { button: "right", modifiers, clickCount });
            try {
              return await browser.until(condition, 10_000);
            } catch (error) {
              if (trial === 5) throw error;
            }
          }
        };
        await browser.evaluate(`viewer.send({ do: "pause", isPaused: true })`);
        await browser.press("Backspace");
        await browser.until("viewer.frame.isPaused && viewer.frame.time === 0");
        await settle();
        const distance = `viewer.stage.orbit.lookat.distanceTo(viewer.stage.bodyPosition(1))`;
        await twiceUntil(0, `${distance} < 0.6 && viewer.stage.tracked === 0`);
        // the camera moves with the next picture
        await settle();
        await twiceUntil(CONTROL, `${distance} < 1e-9 && viewer.stage.tracked === 1`);
        await browser.press("Escape");
        assert.equal(await browser.evaluate("viewer.stage.tracked"), 0);
        await browser.evaluate(`viewer.send({ do: "pause", isPaused: false })`);
      });

      await t.step("a plot shows a number of the data", async () => {
        await browser.evaluate(
          `[...document.querySelectorAll("button")].find((b) => b.textContent === "Plot").click()`,
        );
        await browser.until(`Number.isFinite(parseFloat(document.querySelector(".plots figure output").textContent))`);
      });

      await t.step("F2 to F4 show information, the profiler, and sensors", async () => {
        const overlay = (name: string) => `document.querySelector("#overlays .${name}")`;
        for (const [i, name] of ["info", "profiler", "sensors"].entries()) {
          assert.equal(await browser.evaluate(`${overlay(name)}.hidden`), true);
          await browser.press(`F${i + 2}`);
          await browser.until(`!${overlay(name)}.hidden`);
        }
        await browser.until(`/solver iterations/.test(${overlay("info")}.textContent)`);
        await browser.until(`Number.isFinite(parseFloat(${overlay("profiler")}.querySelector("output").textContent))`);
        assert.equal(await browser.evaluate(`${overlay("sensors")}.querySelectorAll(".bar").length`), 4);
        const height = `${overlay("sensors")}.querySelectorAll("output")[3].textContent`;
        await browser.until(`Math.abs(parseFloat(${height})) > 0.01`);
        for (const key of ["F2", "F3", "F4"]) await browser.press(key);
        assert.equal(await browser.evaluate(`document.querySelectorAll("#overlays > :not([hidden])").length`), 0);
      });

      await t.step("the boxes of collision detection are drawn at the depth that is asked for", async () => {
        const lines = "viewer.stage.scene.children.find((it) => it.isLineSegments)";
        assert.equal(await browser.evaluate(`${lines}.visible`), false);
        await browser.press("`", { code: "Backquote" });
        // the plane of the world has no box; the block and the arm have one each, with twelve edges
        await browser.until(`${lines}.visible && ${lines}.geometry.attributes.position.count >= 48`);
        await browser.press("`", { code: "Backquote" });
        await browser.until(`!${lines}.visible`);
      });

      await t.step("a picture, a video, and the states are saved; dropped states are returned to", async () => {
        await browser.send("Page.setDownloadBehavior", { behavior: "deny" });
        await browser.evaluate(`(() => {
          globalThis.saved = [];
          const make = URL.createObjectURL;
          URL.createObjectURL = (blob) => { saved.push(blob); return make.call(URL, blob); };
        })()`);
        const click = (text: string) =>
          browser.evaluate(`[...document.querySelectorAll("button")].find((b) => b.textContent === "${text}").click()`);
        await browser.press("p", { code: "KeyP", text: "", modifiers: CONTROL });
        await browser.until(`saved.length === 1 && saved[0].type === "image/png" && saved[0].size > 1000`);
        await click("Record");
        await settle();
        await settle();
        await click("Stop");
        await browser.until(`saved.length === 2 && saved[1].type.startsWith("video/") && saved[1].size > 100`);
        await browser.evaluate(`viewer.send({ do: "step", count: 3 })`);
        await browser.until("viewer.frame.isPaused");
        const before = await time();
        await click("States");
        await browser.until("saved.length === 3");
        await browser.press("Backspace");
        await browser.until("viewer.frame.time === 0");
        await browser.evaluate(`saved[2].arrayBuffer().then((bytes) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([bytes], "first.states"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        })`);
        await browser.until(`viewer.frame.time === ${before}`);
        await browser.press("ArrowLeft");
        await browser.until(`Math.abs(viewer.frame.time - ${before - TIMESTEP}) < 1e-9`);
        await browser.evaluate(`viewer.send({ do: "pause", isPaused: false })`);
      });

      await t.step("a dropped folder is opened, with what its document includes", async () => {
        await browser.drop("second.xml", new TextEncoder().encode(SECOND));
        await browser.until(`document.getElementById("title").textContent === "second"`);
        await browser.dropPaths([folder], 450, 300);
        await browser.until(`document.getElementById("title").textContent === "first"`);
      });

      await t.step("a dropped archive is opened", async () => {
        await browser.drop("second.zip", zipSync({ "a/second.xml": new TextEncoder().encode(SECOND) }));
        await browser.until(`document.getElementById("title").textContent === "second"`);
      });

      await t.step("a document with an error is answered with its place", async () => {
        const bad = `<mujoco>\n  <worldbody><geom sise="1"/></worldbody>\n</mujoco>`;
        await browser.drop("bad.xml", new TextEncoder().encode(bad));
        await browser.until(`/bad.xml:2:/.test(document.getElementById("message").textContent)`);
      });

      assert.deepEqual(browser.complaints, []);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});

Deno.test("--compare runs MuJoCo beside the simulation, and finds what differs first", async (t) => {
  const command = findBrowser();
  assert.ok(command !== undefined, "no Chromium");
  await withModel(async (folder) => {
    const model = await gather(`${folder}/first.xml`);
    const server = serveViewer(await buildPage(), model, 0, await mujocoPackage(undefined));
    const browser = await BrowserSession.start(command, { width: 600, height: 400 });
    const answer = `document.querySelector(".answer").textContent`;
    const ask = `[...document.querySelectorAll("button")].find((b) => b.textContent === "First difference").click()`;
    try {
      await browser.open(server.url);
      await browser.until("globalThis.viewer?.frame?.time > 0.1", 60_000);

      await t.step(
        "both take the same steps, to the last bit, when controls change and bodies are pulled",
        async () => {
          await browser.evaluate(`viewer.send({ do: "set", field: "ctrl", index: 0, value: 1.5 })`);
          await browser.evaluate(
            `viewer.send({ do: "pull", start: { kind: "translate", body: 1, point: [0, 0, 0.1] } })`,
          );
          await browser.evaluate(`viewer.send({ do: "move", by: [0.2, 0.1, 0.3] })`);
          const now = await browser.evaluate<number>("viewer.frame.time");
          await browser.until(`viewer.frame.time > ${now + 0.2}`);
          const drift = await browser.evaluate<Record<string, number>>("viewer.frame.ghost.drift");
          assert.ok(Object.values(drift).every((x) => x === 0), JSON.stringify(drift));
          assert.ok(await browser.evaluate<number>("Math.abs(viewer.frame.fields.qpos[0])") > 1e-3);
        },
      );

      await t.step("what is changed on one side only is seen as a ghost", async () => {
        await browser.evaluate(ask);
        await browser.until(`${answer} !== ""`);
        assert.match(await browser.evaluate<string>(answer), /every field agrees/);
        await browser.evaluate(
          `viewer.send({ do: "release" }), viewer.send({ do: "set", field: "qvel", index: 0, value: 0.5 })`,
        );
        await browser.until("viewer.frame.ghost.drift.qpos > 1e-3");
        await browser.until(
          "viewer.stage.scene.children.some(({ children }) => children.some(({ userData, visible }) => userData.geom === 1 && visible))",
        );
      });

      assert.deepEqual(browser.complaints, []);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});

Deno.test("a page of its own needs no server", async () => {
  const command = findBrowser();
  assert.ok(command !== undefined, "no Chromium");
  await withModel(async (folder) => {
    const { archive, main } = await gather(`${folder}/first.xml`);
    await Deno.writeTextFile(`${folder}/page.html`, selfContained(await buildPage(), archive, main));
    const browser = await BrowserSession.start(command, { width: 400, height: 300 });
    try {
      await browser.open(`file://${folder}/page.html`);
      await browser.until("globalThis.viewer?.frame?.time > 0.01", 60_000);
      assert.deepEqual(browser.complaints, []);
    } finally {
      await browser.close();
    }
  });
});
