import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { formatValue } from '@forecourt/core';
import type { AppContext } from '../http/env.ts';
import { badRequest, Problem } from '../http/problem.ts';

/** An uploaded file, on disk until `remove`. */
export interface Upload {
  readonly path: string;
  readonly fileName: string;
  /** Hex, of the content. */
  readonly sha256: string;
  /** The other fields of the form, in the order sent. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly remove: () => Promise<void>;
}

const MAX_FIELDS = 5_000;
const MAX_FIELD_BYTES = 10_000;
/** Most bytes of all fields together. */
const MAX_FORM_BYTES = 1_000_000;
// One byte more than allowed, so that a field of exactly that size isn't cut off.
const LIMITS = { files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES + 1 } as const;

/** Over a port, the raw request is fastest; in process there is only the web stream. */
const bodyOf = (c: AppContext): Readable => {
  if (c.env.incoming) return c.env.incoming;
  const body = c.req.raw.body;
  return body ? Readable.fromWeb(body as WebStream) : Readable.from([]);
};

/** Reads and drops the rest of a body, so that the client receives the answer and can send the next call. */
const dropRest = (body: Readable): Promise<void> => finished(body.resume()).catch(() => undefined);

/**
 * Writes a file to disk and hashes it. Reads and drops everything beyond `limit`, or after the disk is full, so that
 * the client receives the answer instead of a broken connection.
 */
function fileKeeper(path: string, limit: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  let failure: Error | undefined;
  const keep = async (stream: Readable): Promise<void> => {
    const file = await open(path, 'wx').catch((error: Error) => {
      failure = error;
    });
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (failure || bytes > limit) continue;
        hash.update(chunk);
        await file?.appendFile(chunk).catch((error: Error) => {
          failure = error;
        });
      }
    } finally {
      await file?.close().catch((error: Error) => {
        failure = error;
      });
    }
  };
  return {
    keep,
    tooLarge: () => bytes > limit,
    failure: () => failure,
    sha256: () => hash.digest('hex'),
  };
}

/** Collects the fields of a form. Reads and drops everything beyond the limits, and refuses it at the end. */
function fieldKeeper() {
  const kept: [string, string][] = [];
  let bytes = 0;
  let excess: string | undefined;
  return {
    kept,
    add(name: string, value: string): void {
      const size = Buffer.byteLength(value);
      bytes += Buffer.byteLength(name) + size;
      if (size > MAX_FIELD_BYTES) excess = 'A field of the form may have at most 10,000 bytes.';
      if (bytes > MAX_FORM_BYTES) {
        excess = 'The fields beside the file may have at most 1,000,000 bytes together.';
      }
      if (excess === undefined) kept.push([name, value]);
    },
    tooMany(): void {
      excess = 'The form may have at most 5,000 fields beside the file.';
    },
    excess: () => excess,
  };
}

/**
 * Streams the form's `file` to disk, with constant memory. Throws 413 if it is larger than `limit` or has too many
 * fields, 507 if the disk is full, 400 if the form is cut off or has no file, or the body isn't a form.
 */
export async function receiveUpload(
  c: AppContext,
  directory: string,
  limit: number,
): Promise<Upload> {
  const contentType = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new Problem(415, 'Send the file as multipart/form-data in the field "file".', {
      headers: { accept: 'multipart/form-data' },
    });
  }
  const { default: busboy } = await import('busboy');
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${randomUUID()}.upload`);
  const remove = () => rm(path, { force: true });
  const keeper = fileKeeper(path, limit);
  const fields = fieldKeeper();
  let fileName: string | undefined;
  let more = false;
  const body = bodyOf(c);
  let written: Promise<void> = Promise.resolve();
  try {
    const form = busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
    form.on('field', (name, value) => fields.add(name, value));
    form.on('fieldsLimit', fields.tooMany);
    form.on('filesLimit', () => {
      more = true;
    });
    form.on('file', (name, stream, info) => {
      // A form that is cut off also fails its file; without a listener, that would end the process.
      stream.on('error', () => undefined);
      if (name !== 'file') return stream.resume();
      fileName = info.filename;
      written = keeper.keep(stream);
      // A cut-off form also fails the pipeline below, which reports it.
      written.catch(() => undefined);
    });
    // A failed form must not close the connection, which may carry the next call.
    await pipeline(body.iterator({ destroyOnReturn: false }), form);
    await written;
  } catch (error) {
    await remove();
    await dropRest(body);
    // A client that goes away resets its connection, as a database that goes away does.
    const disk = keeper.failure();
    if (disk) throw disk;
    throw new Problem(400, 'The upload broke off or is no valid form. Send the file again.', {
      cause: error,
    });
  }
  const failure = keeper.failure();
  if (failure) {
    await remove();
    throw failure;
  }
  const excess = keeper.tooLarge()
    ? `The file may have at most ${formatValue('integer', limit)} bytes.`
    : fields.excess();
  if (excess !== undefined) {
    await remove();
    throw new Problem(413, excess);
  }
  if (fileName === undefined || more) {
    await remove();
    throw fileName === undefined
      ? badRequest('The form has no named file in the field "file".', '/file')
      : badRequest('The form has several files. Send each in a call of its own.', '/file');
  }
  return { path, fileName, sha256: keeper.sha256(), fields: fields.kept, remove };
}
