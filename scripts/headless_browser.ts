/** Headless Chromium, for tests that need a browser. */

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** The result of a page. */
export interface Page {
  /** the document after its scripts ran */
  readonly dom: string;
  /** console output: messages, warnings, errors, exceptions */
  readonly console: readonly string[];
}

/** The command of an installed Chromium, or undefined. `CHROMIUM` in the environment names another one. */
export function findBrowser(): string | undefined {
  const named = Deno.env.get("CHROMIUM");
  return [...named ? [named] : [], ...NAMES].find((name) => {
    try {
      return new Deno.Command(name, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync().success;
    } catch {
      return false;
    }
  });
}

/** Opens a page and waits until its scripts are done. */
export async function openPage(browser: string, url: string): Promise<Page> {
  const profile = await Deno.makeTempDir({ prefix: "browser-" });
  try {
    const { stdout, stderr } = await new Deno.Command(browser, {
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--enable-logging=stderr",
        "--virtual-time-budget=5000",
        `--user-data-dir=${profile}`,
        "--dump-dom",
        url,
      ],
    }).output();
    const decoder = new TextDecoder();
    const said = decoder.decode(stderr).split("\n").filter((line) => /:CONSOLE[:(]/.test(line));
    return { dom: decoder.decode(stdout), console: said };
  } finally {
    await Deno.remove(profile, { recursive: true }).catch(() => {});
  }
}
