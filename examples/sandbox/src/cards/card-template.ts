import { cards, type FormField } from '@forecourt/core';
import { cardForm } from './card-store.ts';

/** What may be given of a card, in the form's order. */
export const TEMPLATE_FIELDS: readonly FormField[] = cardForm
  .fields({ mode: 'create', draft: {}, detail: undefined })
  .filter(({ locked }) => locked === undefined);

const WRITTEN: Readonly<Partial<Record<FormField['input'], string>>> = {
  integer: 'Whole number',
  decimal: 'Number, two decimals at the most',
  days: 'Weekdays with commas between (monday, thursday), or N/A',
};

function howWritten({ input, name, options }: FormField): string {
  if (name === 'card_number') return 'Digits, in a cell formatted as text';
  if (Array.isArray(options)) return options.map(({ value }) => value).join(' or ');
  return WRITTEN[input] ?? 'Text';
}

const names = TEMPLATE_FIELDS.map(({ name }) => name);

/** The template as comma-separated text: one line of column names. */
export const templateCsv = (): string => `\uFEFF${names.join(',')}\r\n`;

/** The template as a workbook: the sheet to fill in, whose cells are text, and one that explains it. */
export async function templateWorkbook(): Promise<Uint8Array<ArrayBuffer>> {
  const { utils, write } = await import('xlsx');
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([names]);
  sheet['!cols'] = names.map((name) => ({ wch: name.length + 2 }));
  utils.book_append_sheet(book, sheet, 'Cards');
  const fields = TEMPLATE_FIELDS.map((field) => [
    field.name,
    field.label,
    field.required ? 'required' : 'optional',
    howWritten(field),
  ]);
  const about = utils.aoa_to_sheet([['Column', 'Field', 'Needed', 'Written as'], ...fields]);
  about['!cols'] = [{ wch: 42 }, { wch: 42 }, { wch: 10 }, { wch: 56 }];
  utils.book_append_sheet(book, about, cards.list.title);
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }));
}
