import assert from "node:assert/strict";
import { Env } from "@plumbline/sim/env";
import { runInBrowser } from "../scripts/browser_program.ts";
import { findBrowser } from "../scripts/headless_browser.ts";
import { learn, play } from "./learn.ts";

/** Balanced until the end, five times in a row. */
const SCORE = 500;

for (const seed of [1, 2, 3]) {
  Deno.test(`learn() balances the pole from seed ${seed}`, () => {
    const env = new Env("cart-pole");
    let rounds = 0;
    const policy = learn(env, { seed, rounds: 60, onRound: (_, mean) => ++rounds > 5 && mean >= 495 });
    const returns = Array.from({ length: 5 }, () => play(env, policy));
    assert.deepEqual(returns, returns.map(() => SCORE), `after ${rounds} rounds`);
  });
}

const PAGE = `import { Env } from "@plumbline/sim/env";
import { learn, play } from "./learn.ts";

const env = new Env("cart-pole");
let rounds = 0;
const policy = learn(env, { seed: 1, onRound: (_, mean) => ++rounds > 5 && mean >= 495 });
document.title = String(play(env, policy));
`;

Deno.test({
  name: "learn() balances the pole in a browser, in less than a minute",
  ignore: findBrowser() === undefined,
  async fn() {
    const browser = findBrowser();
    assert.ok(browser !== undefined);
    const start = performance.now();
    const page = await runInBrowser(browser, PAGE, new URL("./", import.meta.url));
    assert.deepEqual(page.console, []);
    assert.match(page.dom, /<title>500<\/title>/);
    assert.ok(performance.now() - start < 60_000);
  },
});
