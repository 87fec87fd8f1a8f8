// deno-lint-ignore-file no-console
/**
 * One side of `deno task bench --stage cold`, in a process of its own: loads its engine and a model, and steps it for
 * the first time. Prints milliseconds since the start: `[loaded, compiled, 1 step, 100 steps, 1000 steps]`.
 *
 * Arguments: side, file of the model, amplitude of controls, path of the native library.
 */

const [side, file, drive, library] = Deno.args;
const start = performance.now();

/** An engine that has loaded a model. */
interface Loaded {
  step(count: number): void;
}

const LOADERS: Record<string, () => Promise<() => Promise<Loaded> | Loaded>> = {
  async plumbline() {
    const { compile, Data, step } = await import("@plumbline/sim");
    return () => {
      const m = compile(Deno.readTextFileSync(file));
      const d = new Data(m);
      return {
        step(count) {
          for (let i = 0; i < count; i++) {
            for (let k = 0; k < m.nu; k++) d.ctrl[k] = Number(drive) * Math.sin(3 * d.time + 1.7 * k);
            step(m, d);
          }
        },
      };
    };
  },
  async mujoco() {
    const { default: load } = await import("mujoco");
    const mj = await load();
    return () => {
      mj.FS.writeFile("/cold.xml", Deno.readTextFileSync(file));
      const m = mj.MjModel.mj_loadXML("/cold.xml");
      const d = new mj.MjData(m);
      return {
        step(count) {
          for (let i = 0; i < count; i++) {
            for (let k = 0; k < m.nu; k++) d.ctrl[k] = Number(drive) * Math.sin(3 * d.time + 1.7 * k);
            mj.mj_step(m, d);
          }
        },
      };
    };
  },
  async native() {
    const { NativeLibrary } = await import("./native_library.ts");
    const native = new NativeLibrary(library);
    // without controls: setting them would cost a call per step that a program in C does not make
    return () => native.loadFile(file);
  },
};

const compileModel = await LOADERS[side]();
const loaded = performance.now() - start;
const engine = await compileModel();
const compiled = performance.now() - start;
const stepped = [1, 99, 900].map((count) => {
  engine.step(count);
  return performance.now() - start;
});
console.log(JSON.stringify([loaded, compiled, ...stepped]));
