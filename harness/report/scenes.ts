/** Drawings of failing steps in reports: what they show, and the script that draws. */

import { readIfThere } from "../disk.ts";
import type { Scene } from "../replay/scene.ts";
import { bundleModule } from "./bundle_module.ts";

/** A drawing, and the model in it. */
export interface SceneOfModel extends Scene {
  /** the document among the files */
  readonly main: string;
  /** the document and what it refers to, in base64 */
  readonly files: Readonly<Record<string, string>>;
}

/** Most bytes of models in a page. */
const MOST = 16e6;

const HOME = new URL("../../", import.meta.url);

/** The script, built beforehand in packages, and its source. */
const BUILT = new URL("web/built/report.js", HOME);

/** Where its source is. */
export const SOURCE = "web/report/main.ts";

/** Collects drawings until the page has no room for more models. */
export class Scenes {
  readonly #scenes: Record<string, SceneOfModel> = {};
  #bytes = 0;

  /** Adds a drawing of a model, if there is room. */
  add(id: string, scene: Scene, main: string, files: ReadonlyMap<string, Uint8Array>): void {
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    if (this.#bytes + bytes > MOST) return;
    this.#bytes += bytes;
    const texts = [...files].map(([path, content]) => [path, content.toBase64()]);
    this.#scenes[id] = { ...scene, main, files: Object.fromEntries(texts) };
  }

  /** The elements of the page that draw; none if there is nothing to draw, or nothing to draw it with. */
  async elements(): Promise<string> {
    if (Object.keys(this.#scenes).length === 0) return "";
    const script = await sceneScript();
    if (script === undefined) return "";
    // no text of a script may end its element
    const code = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
    const data = JSON.stringify(this.#scenes).replaceAll("<", "\\u003c");
    return `<script type="application/json" id="scenes">${data}</script>\n<script>${code}</script>\n`;
  }
}

/** The script that draws; undefined where the sources of pages are not installed. */
async function sceneScript(): Promise<string | undefined> {
  if (HOME.protocol !== "file:") return undefined;
  const built = readIfThere(BUILT.pathname);
  if (built !== undefined) return new TextDecoder().decode(built);
  return readIfThere(HOME.pathname + SOURCE) === undefined ? undefined : await bundleModule(SOURCE);
}
