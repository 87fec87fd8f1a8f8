/** Pictures and videos of what is shown, as files. */

/** Pictures per second of a video. */
const RATE = 60;

/** Formats of videos, of which browsers have different ones. */
const FORMATS = ["video/webm;codecs=vp9", "video/webm", "video/mp4"];

/** Saves bytes as a file. */
export function save(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // the browser has taken it when it has time again
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves what a canvas shows as PNG. */
export function savePicture(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => blob && save(`${name}.png`, blob), "image/png");
}

/** Records what a canvas shows. */
export class Recorder {
  #recorder: MediaRecorder | undefined;

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /** Does it record? */
  get isOn(): boolean {
    return this.#recorder !== undefined;
  }

  /** Can this browser record? */
  static get isPossible(): boolean {
    return typeof MediaRecorder === "function" && formatOf() !== undefined;
  }

  /** Begins a video. */
  start(): void {
    const mimeType = formatOf();
    if (mimeType === undefined || this.#recorder !== undefined) return;
    this.#recorder = new MediaRecorder(this.canvas.captureStream(RATE), { mimeType, videoBitsPerSecond: 8e6 });
    this.#recorder.start();
  }

  /** Ends the video; it is saved when the last picture has been written. */
  stop(name: string): void {
    const recorder = this.#recorder;
    if (recorder === undefined) return;
    this.#recorder = undefined;
    const parts: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("stop", () => {
      const type = recorder.mimeType.split(";")[0];
      save(`${name}.${type.split("/")[1]}`, new Blob(parts, { type }));
    });
    recorder.stop();
  }
}

function formatOf(): string | undefined {
  return FORMATS.find((type) => MediaRecorder.isTypeSupported(type));
}
