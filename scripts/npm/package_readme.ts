/** The first page of the engine's package. */

/** The text of README.md. */
export function packageReadme(version: string): string {
  return `# @plumbline/sim

A physics engine that computes what MuJoCo 3.5.1 computes, to the last bit, in plain TypeScript: no threads, no
cross-origin isolation, no \`wasm-unsafe-eval\`, the same bits in Node, Bun, Deno, and every browser.

\`\`\`sh
npm install @plumbline/sim   # Node 20 or later, bundlers
bun add @plumbline/sim
\`\`\`

\`\`\`js
import { compile, Data, step } from "@plumbline/sim";

const model = compile(\`<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body pos="0 0 1"><freejoint/><geom size=".1"/></body>
  </worldbody>
</mujoco>\`);
const data = new Data(model);
while (data.time < 1) step(model, data);
console.log(data.qpos);
\`\`\`

Without a bundler, in a page:

\`\`\`html
<script type="importmap">
{ "imports": {
  "@plumbline/sim": "https://cdn.jsdelivr.net/npm/@plumbline/sim@${version}/+esm"
} }
</script>
<script type="module" src="main.js"></script>
\`\`\`

\`Model\` and \`Data\` have MuJoCo's field names; functions have MuJoCo's names without the prefix. Files are read with
\`await loadModel("robot.xml")\` in Node, Bun, and Deno, or handed over: \`compile(text, { assets })\`.

The harness that compares engines with MuJoCo is the package \`plumbline\`: \`npx plumbline --help\`.
`;
}
