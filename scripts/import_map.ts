/** Import maps for processes that run other sources than those of this checkout. */

/** The imports of a checkout by its `deno.json`, valid from any folder. `home` is its URL, with a slash at the end. */
export function importsOf(home: URL): Record<string, string> {
  const { imports = {} } = JSON.parse(Deno.readTextFileSync(new URL("deno.json", home))) as {
    imports?: Record<string, string>;
  };
  const entries = Object.entries(imports);
  return Object.fromEntries(entries.map(([name, to]) => [name, to.startsWith(".") ? new URL(to, home).href : to]));
}
