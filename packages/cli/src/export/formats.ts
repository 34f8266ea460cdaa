import { csvRows, namesOf, unguarded } from './csv-rows.ts';

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

/** Numbers that a spreadsheet holds exactly; excludes card numbers, ids and codes with leading zeros. */
const FIGURE = /^-?(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$/;

const cellOf = (value: string): string | number => (FIGURE.test(value) ? Number(value) : value);

async function* cells(body: Body): AsyncGenerator<readonly (string | number)[]> {
  let isHeader = true;
  for await (const rows of csvRows(body)) {
    for (const row of rows) {
      yield isHeader ? row : row.map((value) => cellOf(unguarded(value)));
      isHeader = false;
    }
  }
}

async function* xlsx(body: Body, name: string): Pieces {
  const { streamXlsx } = await import('@forecourt/core/provider-files');
  yield* streamXlsx(name, cells(body));
}

/** Converts the service's CSV to another format, holding only a few rows in memory. */
export const CONVERSIONS: Readonly<
  Record<Exclude<Format, 'csv'>, (body: Body, name: string) => Pieces>
> = { json, ndjson, xlsx };
