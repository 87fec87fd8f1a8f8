/** A badge, as shields.io reads it from an address (https://shields.io/badges/endpoint-badge). */

/** How many cases pass. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** The badge of an engine of which `cases` cases were seen; of none, it says so. */
export function badgeOf(passed: number, cases: number): Badge {
  const head = { schemaVersion: 1, label: "MuJoCo conformance" } as const;
  if (cases === 0) return { ...head, message: "not run", color: "lightgrey" };
  const share = passed / cases;
  // rounded down, so that only all is 100 %
  const message = `${passed}/${cases} (${Math.floor(100 * share)} %)`;
  const color = share === 1 ? "brightgreen" : share >= 0.9 ? "green" : share >= 0.5 ? "yellow" : "orange";
  return { ...head, message, color };
}
