import { csvRows, namesOf, unguarded } from '@forecourt/core';

type Body = ReadableStream<Uint8Array>;
type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>;

export const FORMATS = ['csv', 'json', 'ndjson', 'xlsx'] as const;
export type Format = (typeof FORMATS)[number];

const encoder = new TextEncoder();

async function* objects(body: Body): AsyncGenerator<readonly string[]> {
  let names: readonly string[] | undefined;
  for await (const rows of csvRows(body)) {
    const batch: string[] = [];
    for (const row of rows) {
      if (names === undefined) names = namesOf(row);
      else {
        const pairs = names.map((name, at) => [name, unguarded(row[at] ?? '')] as const);
        batch.push(JSON.stringify(Object.fromEntries(pairs)));
      }
    }
    if (batch.length > 0) yield batch;
  }
}

/** One line for each row. */
async function* ndjson(body: Body): Pieces {
  for await (const batch of objects(body)) yield encoder.encode(`${batch.join('\n')}\n`);
}

/** One array, one line for each row. */
async function* json(body: Body): Pieces {
  let before = '[\n';
  for await (const batch of objects(body)) {
    yield encoder.encode(before + batch.join(',\n'));
    before = ',\n';
  }
  yield encoder.encode(before === '[\n' ? '[]\n' : '\n]\n');
}

async function* xlsx(body: Body, name: string): Pieces {
  const { csvToXlsx } = await import('@forecourt/core/provider-files');
  yield* csvToXlsx(body, name);
}

/** Converts the service's CSV to another format, holding only a few rows in memory. */
export const CONVERSIONS: Readonly<
  Record<Exclude<Format, 'csv'>, (body: Body, name: string) => Pieces>
> = { json, ndjson, xlsx };
