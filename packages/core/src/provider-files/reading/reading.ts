import type { Inflate, OpenOptions, ProviderFile, ReadLimits } from '../types.ts';

/** Default limits on what reading a file may cost. */
export const DEFAULT_READ_LIMITS: ReadLimits = {
  maxBytes: 100 * 1024 * 1024,
  maxRows: 1_048_576,
  maxUnpackedBytes: 2 * 1024 ** 3,
  maxRatio: 200,
};

/** The largest grid of a spreadsheet; a cell outside it means damage, not data. */
export const MAX_GRID = { rows: 1_048_576, columns: 16_384 } as const;

/** Rows per batch, and cell positions, so that a batch of wide rows stays small. */
export const BATCH = { rows: 256, places: 65_536 } as const;

/** A file being read, as passed to every part of the reader. */
export interface Reading {
  readonly file: ProviderFile;
  readonly limits: ReadLimits;
  readonly inflate: Inflate;
  readonly signal: AbortSignal | undefined;
}

/** The platform's own decompression, used unless a faster one is passed. */
export const gunzip: Inflate = (compressed) =>
  compressed.pipeThrough(
    new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>,
  );

export function startReading(file: ProviderFile, options: OpenOptions): Reading {
  return {
    file,
    limits: { ...DEFAULT_READ_LIMITS, ...options.limits },
    inflate: options.inflate ?? gunzip,
    signal: options.signal,
  };
}

/** Returns a reading that either signal stops. */
export function withSignal(reading: Reading, signal: AbortSignal | undefined): Reading {
  if (signal === undefined) return reading;
  const signals = reading.signal === undefined ? [signal] : [reading.signal, signal];
  return { ...reading, signal: AbortSignal.any(signals) };
}

/** Stops waiting for work that can't be cancelled as soon as the signal aborts. */
export async function orAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work;
  return new Promise<Result>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  });
}
