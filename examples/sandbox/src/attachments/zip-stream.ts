import { freeFileName, safeFileName } from '@forecourt/core';
import { makeZip } from 'client-zip';

export interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly at: Date;
}

async function* entriesOf(files: AsyncIterable<ZipFile>) {
  const taken = new Set<string>();
  for await (const { at, bytes, name } of files) {
    yield { name: freeFileName(safeFileName(name), taken), input: bytes, lastModified: at };
  }
}

/** Streams the files as a ZIP; each is read when the reader is ready for it. */
export function zipStream(files: AsyncIterable<ZipFile>): ReadableStream<Uint8Array> {
  const entries = entriesOf(files);
  // The library throws into its source when the reader is gone, and then fails with what it threw.
  const throwing = { next: () => entries.next(), throw: () => entries.return() };
  return makeZip({ [Symbol.asyncIterator]: () => throwing });
}
