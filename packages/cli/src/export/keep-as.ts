/**
 * Saves an export in the format the user chose. This folder converts the service's CSV as it
 * streams and reports the progress of transfers. Where files are written belongs in `files/`.
 */
import { extname } from 'node:path';
import type { KeepFile } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { CONVERSIONS, FORMATS, type Format } from './formats.ts';

/** The format of `--format`, else of the name in `--out`, else the service's own. */
export function formatOf({ format, out }: Readonly<Record<string, unknown>>): Format {
  const named = extname(typeof out === 'string' ? out : '')
    .slice(1)
    .toLowerCase();
  const found = FORMATS.find((name) => name === (format ?? named));
  if (format !== undefined && found === undefined) {
    throw usageError(
      `There is no format '${format}' (--format).`,
      `Formats: ${FORMATS.join(', ')}.`,
    );
  }
  return found ?? 'csv';
}

const streamOf = (pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => void (await pieces.return(undefined)),
  });

/**
 * Saves the service's CSV in another format, converted as it streams; progress counts the bytes
 * received.
 */
export function keepAs(format: Format, keep: KeepFile): KeepFile {
  if (format === 'csv') return keep;
  const convert = CONVERSIONS[format];
  return (download, tools) => {
    const { body, fileName, length } = download;
    const stem = (fileName ?? 'Export').replace(/\.[^.]*$/, '');
    let bytes = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        tools.onProgress({ bytes, total: length });
        controller.enqueue(chunk);
      },
    });
    const pieces = convert(body.pipeThrough(counted), stem);
    const converted = {
      ...download,
      body: streamOf(pieces),
      fileName: `${stem}.${format}`,
      length: undefined,
    };
    return keep(converted, { ...tools, onProgress: () => undefined });
  };
}
