import { openAsBlob } from 'node:fs';
import { cardDigits, cards, type Draft } from '@forecourt/core';
import type { CellValue, SheetRow, Workbook } from '@forecourt/core/provider-files';
import * as z from 'zod/mini';
import { refuseField } from '../forms/sent-record.ts';
import { TEMPLATE_FIELDS } from './card-template.ts';
import { CARD_EXPORT_HEADER } from './card-wire.ts';
import { MAP_DAYS } from './day-map.ts';

/** A row of a card file: its cells by field. */
export interface CardFileRow {
  readonly row: number;
  /** The cells that aren't empty, as text. */
  readonly cells: Readonly<Record<string, string>>;
  readonly draft: Draft;
  readonly faults: readonly CellProblem[];
}

interface CellProblem {
  readonly column: string;
  readonly message: string;
}

/** Most rows of one change, for which other changes wait. */
const MAX_ROWS = 10_000;
/** Most characters of all cells: a workbook's shared texts can make far more of a small file. */
const MAX_CHARACTERS = 20_000_000;
/** Digits that a spreadsheet's number keeps. */
const EXACT_DIGITS = 15;
const FIELDS = new Map(TEMPLATE_FIELDS.map((field) => [field.name, field]));
const BY_LABEL = new Map(TEMPLATE_FIELDS.map(({ label, name }) => [label.toLowerCase(), name]));
const STATUSES = FIELDS.get('card_status')?.options;

const textOf = (cell: CellValue): string => {
  if (cell === undefined || typeof cell === 'object') return '';
  const text = String(cell).trim();
  // An export prefixes what a spreadsheet would take for a formula with an apostrophe.
  return /^'[=+\-@＝＋－＠]/.test(text) ? text.slice(1) : text;
};

/** Returns the field of a column, by its name or label. */
function fieldNamed(header: string): string | undefined {
  const name = header.toLowerCase();
  return CARD_EXPORT_HEADER.includes(name) ? name : BY_LABEL.get(name);
}

/** Throws a 422 if a column is unknown or repeated, or a required one is missing. */
function columnsOf(header: SheetRow): string[] {
  const names = header.cells.map((cell) => {
    const text = textOf(cell);
    const name = text === '' ? '' : fieldNamed(text);
    if (name !== undefined) return name;
    throw refuseField(
      '/file',
      `Column "${text}" is not in the template. Download it and fill it in.`,
    );
  });
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw refuseField('/file', `Column ${twice} is there twice.`);
  if (!names.includes('card_number')) {
    throw refuseField('/file', 'The file has no column card_number. Download the template.');
  }
  return names;
}

/** 'monday, thursday', 'N/A' or a day map's JSON text → the days; undefined for anything else. */
function daysIn(text: string): Record<string, boolean> | undefined {
  if (text.startsWith('{')) {
    const card = z.safeParse(cards.schema, { cash_refresh_days: text });
    return card.success ? { ...card.data.cash_refresh_days } : undefined;
  }
  const days = text.split(/[\s,;]+/).map((day) => day.toLowerCase().replace(/^n\/a$/, 'na'));
  if (!days.every((day) => MAP_DAYS.includes(day))) return undefined;
  return Object.fromEntries(days.map((day) => [day, true]));
}

const statusIn = (text: string): string =>
  (Array.isArray(STATUSES) && STATUSES.find(({ value }) => value === text.toUpperCase())?.key) ||
  text;

/** Returns a cell's value for the draft, or what is wrong with it. */
function valueIn(name: string, cell: CellValue): Draft[string] | CellProblem {
  const text = textOf(cell);
  if (typeof cell === 'object') return { column: name, message: `The cell holds ${cell.fault}.` };
  if (typeof cell === 'number' && text.replace(/\D/g, '').length > EXACT_DIGITS) {
    return { column: name, message: 'The number lost digits. Format the cell as text.' };
  }
  if (name === 'card_number') return cardDigits(text);
  if (name === 'card_status') return statusIn(text);
  if (FIELDS.get(name)?.input !== 'days') return text;
  return daysIn(text) ?? { column: name, message: 'Write weekdays with commas between, or N/A.' };
}

const isProblem = (value: Draft[string] | CellProblem): value is CellProblem =>
  typeof value === 'object' && 'message' in value && typeof value.message === 'string';

function readRow(columns: readonly string[], { cells: all, row }: SheetRow): CardFileRow {
  const cells: Record<string, string> = {};
  const draft: Record<string, Draft[string]> = {};
  const faults: CellProblem[] = [];
  for (const [index, name] of columns.entries()) {
    const cell = all[index];
    // Columns of an export that can't be entered are ignored.
    if (!FIELDS.has(name) || (textOf(cell) === '' && typeof cell !== 'object')) continue;
    cells[name] = textOf(cell);
    const value = valueIn(name, cell);
    if (isProblem(value)) faults.push(value);
    else draft[name] = value;
  }
  return { row, cells, draft, faults };
}

async function* cardRows(workbook: Workbook): AsyncGenerator<CardFileRow> {
  const sheet = workbook.sheets.findIndex(({ hidden }) => !hidden);
  let columns: string[] | undefined;
  for await (const batch of workbook.rows(Math.max(0, sheet))) {
    for (const row of batch) {
      if (columns) yield readRow(columns, row);
      else columns = columnsOf(row);
    }
  }
  if (!columns) throw refuseField('/file', 'The file is empty.');
}

/**
 * Reads the rows of a file in the template's layout. Throws a 422 for any other file, or more than 10,000 rows.
 */
export async function readCardFile(path: string, name: string): Promise<readonly CardFileRow[]> {
  const { openWorkbook } = await import('@forecourt/core/provider-files');
  const rows: CardFileRow[] = [];
  let characters = 0;
  try {
    for await (const row of cardRows(await openWorkbook({ name, blob: await openAsBlob(path) }))) {
      if (rows.length === MAX_ROWS) {
        throw refuseField('/file', 'The file has more than 10,000 rows. Hand it in in parts.');
      }
      rows.push(row);
      for (const text of Object.values(row.cells)) characters += text.length;
      if (characters > MAX_CHARACTERS) {
        throw refuseField('/file', 'The cells of the file hold more than 20,000,000 characters.');
      }
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'ProviderFileError') {
      throw refuseField('/file', error.message);
    }
    throw error;
  }
  return rows;
}
