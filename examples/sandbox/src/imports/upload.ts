import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { AppContext } from '../http/env.ts';
import { badRequest, Problem } from '../http/problem.ts';

/** A file that was sent, on disk until `remove`. */
export interface Upload {
  readonly path: string;
  readonly fileName: string;
  /** Hex, of the content. */
  readonly sha256: string;
  /** The other fields of the form, in the order sent. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly remove: () => Promise<void>;
}

const LIMITS = { files: 1, fields: 20_000, fieldSize: 10_000, parts: 20_001 } as const;

/** Over a port the raw request is the fastest way; in process there is only the web stream. */
const bodyOf = (c: AppContext): Readable => {
  if (c.env.incoming) return c.env.incoming;
  const body = c.req.raw.body;
  return body ? Readable.fromWeb(body as WebStream) : Readable.from([]);
};

/** Hashes what passes and refuses more than `limit` bytes; the excess is read and dropped. */
function measured(limit: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit) return done();
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, tooLarge: () => bytes > limit, sha256: () => hash.digest('hex') };
}

/**
 * Streams the form's `file` to disk (the memory stays flat whatever its size). Throws 413 when it is
 * larger than `limit`, 400 when the form is cut off, has no file, or is no form at all.
 */
export async function receiveUpload(
  c: AppContext,
  directory: string,
  limit: number,
): Promise<Upload> {
  const contentType = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new Problem(415, 'Send the file as multipart/form-data in the field "file".');
  }
  const { default: busboy } = await import('busboy');
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${randomUUID()}.upload`);
  const remove = () => rm(path, { force: true });
  const measure = measured(limit);
  const fields: [string, string][] = [];
  let fileName: string | undefined;
  let written: Promise<void> = Promise.resolve();
  try {
    const form = busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
    form.on('field', (name, value) => fields.push([name, value]));
    form.on('file', (name, stream, info) => {
      if (name !== 'file') return stream.resume();
      fileName = info.filename;
      written = pipeline(stream, measure.stream, createWriteStream(path));
      // A cut-off form fails the pipeline below as well, which is where it is told.
      written.catch(() => undefined);
    });
    await pipeline(bodyOf(c), form);
    await written;
  } catch (error) {
    await remove();
    throw new Problem(400, 'The upload broke off or is no valid form. Send the file again.', {
      cause: error,
    });
  }
  if (fileName === undefined)
    throw badRequest('The form has no file in the field "file".', '/file');
  if (measure.tooLarge()) {
    await remove();
    throw new Problem(413, `The file may have at most ${limit.toLocaleString('en')} bytes.`);
  }
  return { path, fileName, sha256: measure.sha256(), fields, remove };
}
