import type { Inflate, OpenOptions, ProviderFile, ReadLimits } from '../types.ts';

/** What a file may cost at most, unless the caller says otherwise. */
export const DEFAULT_READ_LIMITS: ReadLimits = {
  maxBytes: 100 * 1024 * 1024,
  maxRows: 1_048_576,
  maxUnpackedBytes: 2 * 1024 ** 3,
  maxRatio: 200,
};

/** The grid a spreadsheet can have; a cell outside it is damage, not data. */
export const MAX_GRID = { rows: 1_048_576, columns: 16_384 } as const;

/** Rows that are handed on together, and places of cells, so that a batch of wide rows stays small. */
export const BATCH = { rows: 256, places: 65_536 } as const;

/** One file being read: what every part of the reader needs to know. */
export interface Reading {
  readonly file: ProviderFile;
  readonly limits: ReadLimits;
  readonly inflate: Inflate;
  readonly signal: AbortSignal | undefined;
}

/** The platform's own, where nobody hands in a faster one. */
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

/** The same reading, stopped by either signal. */
export function withSignal(reading: Reading, signal: AbortSignal | undefined): Reading {
  if (signal === undefined) return reading;
  const signals = reading.signal === undefined ? [signal] : [reading.signal, signal];
  return { ...reading, signal: AbortSignal.any(signals) };
}

/** Work that cannot be stopped is no longer waited for once the signal says so. */
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
