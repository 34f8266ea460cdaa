import { cards, type FormField, type Option } from '@forecourt/core';
import { cardForm } from './card-store.ts';
import type { CardTypes } from './card-types.ts';

/** The fields that can be entered, in the form's order. */
export const TEMPLATE_FIELDS: readonly FormField[] = cardForm
  .fields({ mode: 'create', draft: {}, detail: undefined })
  .filter(({ locked }) => locked === undefined);

const WRITTEN: Readonly<Partial<Record<FormField['input'], string>>> = {
  integer: 'Whole number',
  decimal: 'Number, at most two decimals',
  days: 'Weekdays with commas between (monday, thursday), or N/A',
};

const listed = (options: readonly Option[]): string =>
  options.map(({ value }) => value).join(' or ');

function howWritten({ input, name, options }: FormField, types: CardTypes): string {
  if (name === 'card_number') return 'Digits, in a cell formatted as text';
  if (Array.isArray(options)) return listed(options);
  const own = options && 'reference' in options ? types[options.reference] : undefined;
  if (own && own.length > 0) return listed(own);
  return WRITTEN[input] ?? 'Text';
}

const names = TEMPLATE_FIELDS.map(({ name }) => name);

/** The template as comma-separated text: one line of column names. */
export const templateCsv = (): string => `\uFEFF${names.join(',')}\r\n`;

/** The template as a workbook: a sheet to fill in, with text cells, and one that explains it. */
export async function templateWorkbook(types: CardTypes): Promise<Uint8Array<ArrayBuffer>> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const rows = [
    ['Column', 'Field', 'Needed', 'Written as'],
    ...TEMPLATE_FIELDS.map((field) => [
      field.name,
      field.label,
      field.required ? 'required' : 'optional',
      howWritten(field, types),
    ]),
  ];
  const sheets = [
    { sheet: 'Cards', columns: names.map(({ length }) => ({ width: length + 2 })), data: [names] },
    { sheet: cards.list.title, columns: [42, 42, 10, 56].map((width) => ({ width })), data: rows },
  ];
  return new Uint8Array(await writeExcelFile(sheets).toBuffer());
}
