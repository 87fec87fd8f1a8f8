/** A progress line, if the output is a terminal. */

/** Milliseconds between two lines. */
const PACE = 50;

/** Shows the progress of models. */
export class Progress {
  #isWatched: boolean;
  #write: (text: string) => void;
  #width: () => number;
  #total: number;
  #done = 0;
  #stages = new Map<string, string>();
  #last = 0;

  constructor(total: number, isWatched: boolean, write: (text: string) => void, width: () => number) {
    this.#total = total;
    this.#isWatched = isWatched;
    this.#write = write;
    this.#width = width;
  }

  /** A model is at a stage. */
  at(model: string, stage: string, step: number | null): void {
    this.#stages.set(model, step === null ? stage : `${stage}, step ${step}`);
    this.#show(false);
  }

  /** A model is done. */
  done(model: string): void {
    this.#stages.delete(model);
    this.#done++;
    this.#show(true);
  }

  /** How many models are done, of how many. */
  get count(): string {
    return `${this.#done} of ${this.#total}`;
  }

  /** Removes the line. */
  clear(): void {
    if (this.#isWatched) this.#write("\r\x1b[K");
  }

  #show(isNews: boolean): void {
    if (!this.#isWatched) return;
    const now = performance.now();
    if (!isNews && now - this.#last < PACE) return;
    this.#last = now;
    const stages = [...this.#stages].map(([model, stage]) => this.#total === 1 ? stage : `${model}: ${stage}`);
    const count = this.#total === 1 ? "" : `${this.#done}/${this.#total}  `;
    // a terminal of unknown width reports 0
    const width = this.#width() || 80;
    this.#write(`\r\x1b[K${(count + stages.join("; ")).slice(0, width - 1)}`);
  }
}
