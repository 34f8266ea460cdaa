import { type BookType, CFB, utils, write } from 'xlsx';
import { ProviderFileError } from '../provider-file-error.ts';
import type { OpenOptions, ProviderFile } from '../types.ts';
import { openWorkbook } from './open-workbook.ts';
import { allRows, type RawWorkbook } from './workbooks.test-kit.ts';

export const small: RawWorkbook = {
  strings: '<si><t>Card</t></si><si><t>0541</t></si>',
  sheets: [
    {
      name: 'Data',
      xml: '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>2.5</v></c></row>',
    },
  ],
};
export const smallRows = [
  { row: 1, cells: ['Card'] },
  { row: 2, cells: ['0541', 2.5] },
];

/** Reads every row of every sheet. */
export async function read(file: ProviderFile, options?: OpenOptions) {
  const workbook = await openWorkbook(file, options);
  const rows = [];
  for (const sheet of workbook.sheets.keys()) rows.push(...(await allRows(workbook, sheet)));
  return { workbook, rows };
}

/** Returns the error with which a file is refused. */
export async function fault(file: ProviderFile, options?: OpenOptions): Promise<ProviderFileError> {
  const error = await read(file, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderFileError)) throw error ?? new Error('nothing was refused');
  return error;
}

export function compound(...streams: [string, Uint8Array][]): Uint8Array<ArrayBuffer> {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of streams) CFB.utils.cfb_add(file, name, content);
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

export const biff = (...records: [number, number[]][]) =>
  Uint8Array.from(
    records.flatMap(([type, body]) => [type & 255, type >> 8, body.length & 255, 0, ...body]),
  );
export const BOF: [number, number[]] = [0x0809, [0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]];

export function written(bookType: BookType) {
  const sheet = utils.aoa_to_sheet([
    ['Card', 'Qty'],
    ['0541', 2.5],
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Data');
  return new Uint8Array(write(book, { type: 'array', bookType }));
}

/** A file that records how far it is read, and can stall: no more bytes, and no end. */
export function watched(bytes: Uint8Array<ArrayBuffer>) {
  const seen = { pulled: 0, dried: false };
  const watch = (blob: Blob): Blob =>
    Object.assign(Object.create(blob) as Blob, {
      slice: (from?: number, to?: number) => watch(blob.slice(from, to)),
      arrayBuffer: () => blob.arrayBuffer(),
      stream: () => {
        let rest: Uint8Array<ArrayBuffer> | undefined;
        return new ReadableStream<Uint8Array<ArrayBuffer>>(
          {
            async pull(controller) {
              if (seen.dried) return new Promise(() => undefined);
              rest ??= new Uint8Array(await blob.arrayBuffer());
              const chunk = rest.subarray(0, 16_384);
              rest = rest.subarray(16_384);
              seen.pulled += chunk.length;
              if (chunk.length > 0) controller.enqueue(chunk);
              if (rest.length === 0) controller.close();
            },
          },
          { highWaterMark: 0 },
        );
      },
    });
  const blob = watch(new Blob([bytes]));
  Object.defineProperty(blob, 'size', { value: bytes.length });
  return { file: { name: 'watched', blob }, seen };
}
