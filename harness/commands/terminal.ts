/** The outputs of a command line. */

/** Where a command writes, and how. */
export interface Terminal {
  /** writes the report */
  readonly out: (text: string) => void;
  /** writes other messages */
  readonly err: (text: string) => void;
  /** whether the report has colors */
  readonly isPainted: boolean;
  /** whether progress is shown */
  readonly isWatched: boolean;
}
