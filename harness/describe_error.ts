/** Errors of engines, in one line. */

/** An error in one line, with the place in the engine's sources where it was thrown. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error).split("\n")[0];
  const place = /\((?:file:\/\/)?(\S+\.[tj]s:\d+:\d+)\)|at (?:file:\/\/)?(\S+\.[tj]s:\d+:\d+)/.exec(error.stack ?? "");
  const where = place ? ` (${(place[1] ?? place[2]).split("/").slice(-3).join("/")})` : "";
  return `${error.name}: ${error.message}`.split("\n")[0] + where;
}
