/** The lines of a stream. What a process wrote of a last line, when it was killed, is none. */
export async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const [first, ...others] = text.split("\n");
    parts.push(first);
    for (const other of others) {
      yield parts.join("");
      parts = [other];
    }
  }
}
