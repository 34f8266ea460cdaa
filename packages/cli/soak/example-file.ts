import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';

const DAY_MS = 86_400_000;
/** Yesterday, so that no check reports it as old or in the future. */
const recentDay = (): string => new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);

/** A provider's file, and the purchases the service has to store from it. */
export interface ExampleFile {
  readonly bytes: Uint8Array;
  /** 'card station quantity' of each row, sorted; identical purchases are listed twice. */
  readonly purchases: readonly string[];
}

const CARD = 1;
const SITE = 5;
const QUANTITY = 11;
const AMOUNT = 22;

/** Builds a distinct Pipeline file for each seed, with one purchase made twice. */
export function exampleFile(seed: number, rows: number): ExampleFile {
  const sheet = pipelineSheet(recentDay(), rows, seed);
  const [header = [], ...body] = sheet.rows;
  const at = body.findIndex((row) => row[CARD] !== undefined);
  const twin = body[at] ?? [];
  const whole = [...body.slice(0, at), twin, ...body.slice(at)];
  addToTotals(whole, twin, at + 1);
  return {
    bytes: workbookBytes([{ ...sheet, rows: [header, ...whole] }]),
    purchases: whole
      .filter((row) => row[CARD] !== undefined)
      .map((row) => `${row[CARD]} ${row[SITE]} ${Math.round(Number(row[QUANTITY]) * 1000)}`)
      .sort(),
  };
}

type Cells = ReturnType<typeof pipelineSheet>['rows'][number];

/** Adds the repeated purchase to the card's subtotal and the grand total. */
function addToTotals(rows: Cells[], twin: Cells, from: number): void {
  const subtotal = rows.findIndex((row, index) => index > from && row[CARD] === undefined);
  for (const total of [subtotal, rows.length - 1]) {
    rows[total] = (rows[total] ?? []).map((cell, column) =>
      column === QUANTITY || column === AMOUNT ? sumOf(cell, twin[column]) : cell,
    );
  }
}

const sumOf = (one: unknown, other: unknown): number =>
  Math.round(Number(one) * 100 + Number(other) * 100) / 100;
