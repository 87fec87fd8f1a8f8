/** The version of MuJoCo whose results the engine gives. */

const VERSION = [3, 5, 1];

/** That version as a number, like MuJoCo's: 3005001 is 3.5.1. */
export function version(): number {
  const [major, minor, patch] = VERSION;
  return 1000000 * major + 1000 * minor + patch;
}

/** That version as a text: "3.5.1". */
export function versionString(): string {
  return VERSION.join(".");
}
