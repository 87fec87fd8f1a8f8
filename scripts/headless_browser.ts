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

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-logging=stderr",
];

/** The console's lines in what a browser writes. */
function consoleOf(stderr: Uint8Array): string[] {
  return new TextDecoder().decode(stderr).split("\n").filter((line) => /:CONSOLE[:(]/.test(line));
}

/** Opens a page and waits until its scripts are done. Time passes in leaps, but not for Workers. */
export async function openPage(browser: string, url: string): Promise<Page> {
  const profile = await Deno.makeTempDir({ prefix: "browser-" });
  try {
    const { stdout, stderr } = await new Deno.Command(browser, {
      args: [...FLAGS, "--virtual-time-budget=5000", `--user-data-dir=${profile}`, "--dump-dom", url],
    }).output();
    return { dom: new TextDecoder().decode(stdout), console: consoleOf(stderr) };
  } finally {
    await Deno.remove(profile, { recursive: true }).catch(() => {});
  }
}

/** Opens a page until something has happened, such as a request of the page; fails after two minutes. */
export async function openPageUntil<T>(browser: string, url: string, happened: Promise<T>): Promise<T> {
  const profile = await Deno.makeTempDir({ prefix: "browser-" });
  const child = new Deno.Command(browser, {
    args: [...FLAGS, "--remote-debugging-port=0", `--user-data-dir=${profile}`, url],
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const said = new Response(child.stderr).bytes();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, 120_000));
    const result = await Promise.race([happened.then((value) => ({ value })), late]);
    child.kill();
    if (result === undefined) throw new Error(`nothing happened on ${url}\n${consoleOf(await said).join("\n")}`);
    return result.value;
  } finally {
    clearTimeout(timer);
    await said;
    await child.status;
    await Deno.remove(profile, { recursive: true }).catch(() => {});
  }
}
