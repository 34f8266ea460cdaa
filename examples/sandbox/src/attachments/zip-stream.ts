export interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly at: Date;
}

/** 'receipt.pdf', then 'receipt (2).pdf': a ZIP must not hold one name twice. */
function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
  let free = name;
  for (let count = 2; taken.has(free); count += 1) {
    free = `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
  }
  taken.add(free);
  return free;
}

/** The files as a ZIP, each read when the reader is ready for it. */
export async function zipStream(
  files: AsyncIterable<ZipFile>,
): Promise<ReadableStream<Uint8Array>> {
  const { Zip, ZipPassThrough } = await import('fflate');
  const iterator = files[Symbol.asyncIterator]();
  const taken = new Set<string>();
  let zip: InstanceType<typeof Zip>;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip = new Zip((error, chunk, final) => {
        if (error) return controller.error(error);
        controller.enqueue(chunk);
        if (final) controller.close();
      });
    },
    async pull() {
      const next = await iterator.next();
      if (next.done) return zip.end();
      const entry = new ZipPassThrough(freeName(next.value.name, taken));
      entry.mtime = next.value.at;
      zip.add(entry);
      entry.push(next.value.bytes, true);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
