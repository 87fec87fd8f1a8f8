/** @jsxImportSource react */
/** @jsxImportSourceTypes @types/react */

import assert from "node:assert/strict";
import { runInBrowser } from "../scripts/browser_program.ts";
import { findBrowser } from "../scripts/headless_browser.ts";
// @ts-types="@types/react-dom/server"
import { renderToStaticMarkup } from "react-dom/server";
import { Simulation } from "./react_component.tsx";

const MODEL = `<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 .1" rgba="1 1 1 1"/>
    <body pos="0 0 1"><freejoint/><geom size=".25" rgba="1 0 0 1"/></body>
  </worldbody>
</mujoco>`;

Deno.test("the component draws each geom where it is, on a server too", () => {
  const markup = renderToStaticMarkup(<Simulation xml={MODEL} />);
  assert.match(markup, /<path d="M -0.25 0 A [^"]*" fill="rgb\(255 0 0 \/ 1\)" transform="[^"]* 0.00000 1.00000\)"/);
  assert.equal(markup.match(/<path/g)?.length, 2);
});

const PAGE = `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Simulation } from "./react_component.tsx";

// a display that is always on time, for two seconds
let now = performance.now();
const end = now + 2000;
globalThis.requestAnimationFrame = (draw) => now < end ? setTimeout(() => draw(now += 16), 1) : 0;

document.body.innerHTML = "<main></main>";
createRoot(document.querySelector("main")).render(createElement(Simulation, { xml: ${JSON.stringify(MODEL)} }));
`;

Deno.test({
  name: "the component moves what it draws in a browser",
  ignore: findBrowser() === undefined,
  async fn() {
    const browser = findBrowser();
    assert.ok(browser !== undefined);
    const page = await runInBrowser(browser, PAGE, new URL("./", import.meta.url));
    assert.deepEqual(page.console.filter((line) => !line.includes("React DevTools")), []);

    // the ball has fallen to the floor
    const height = /fill="rgb\(255 0 0 \/ 1\)" transform="matrix\([^)]* (\S+)\)"/.exec(page.dom)?.[1];
    assert.ok(Math.abs(Number(height) - 0.25) < 0.01, page.dom);
  },
});
