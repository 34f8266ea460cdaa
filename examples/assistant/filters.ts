import {
  type AnyListed,
  type Client,
  cardDigits,
  columnNamed,
  type Filter,
  filterKind,
  getOptions,
  type Option,
  rangeIssue,
  typedFilter,
} from '@forecourt/core';
import { Refusal } from './tool.ts';

type Listed = AnyListed;
type Column = Listed['list']['columns'][number];

const FORMS: Readonly<Record<ReturnType<typeof filterKind>, string>> = {
  text: "'value' (whole), '::part' or '^=beginning'",
  choice: "one of the list's values; another one is refused with the choices",
  range: "'value', '>=least', '<=most' or 'least..most'",
};

/** A filter as a parameter: its field, and how it is written. */
export const fieldOf = (column: Column) => {
  if (column.kind === 'card') {
    return { field: String(column.field), description: `${column.label}: the whole number` };
  }
  const options = column.options?.map(({ value }: { value: string }) => value).join(', ');
  return {
    field: String(column.field),
    description: `${column.label}: ${options || FORMS[filterKind(column)]}`,
  };
};

const MATCHES = { '::': 'contains', '^=': 'begins', '>=': 'from', '<=': 'to' } as const;

/** Most choices that a refusal names; longer lists are left to the service. */
const MAX_CHOICES = 20;

/** The choices of a column; undefined if it has none, or too many, or they can't be read. */
async function choicesOf(
  { options, reference }: Column,
  client: Client,
  signal: AbortSignal,
): Promise<readonly Option[] | undefined> {
  if (options) return options;
  if (reference === undefined) return undefined;
  const found = await getOptions(client, reference, [], signal).catch(() => undefined);
  return found && found.length > 0 && found.length <= MAX_CHOICES ? found : undefined;
}

/** A choice as the service writes it, from any case of its name. */
function chosen(column: Column, choices: readonly Option[], typed: string): string {
  const wanted = typed.trim().toLowerCase();
  const found = choices.find(
    ({ key, value }) => key.toLowerCase() === wanted || value.trim().toLowerCase() === wanted,
  );
  if (found) return found.key;
  const offered = choices.map(({ key, value }) => (key === value ? key : `${key} (${value})`));
  throw new Refusal(
    `${column.label}: '${typed.slice(0, 60)}' is no choice. Choices: ${offered.join(', ')}. ('${column.field}')`,
  );
}

const WHOLE_CARD = /^\d{6,20}$/;

/** With beginnings or parts of it, a number of which only four digits are shown could be guessed digit by digit. */
function checkCard({ field, label }: Column, match: Filter['match'], value: string): void {
  if (match === 'exact' && WHOLE_CARD.test(cardDigits(value))) return;
  throw new Refusal(
    `${label} is found by its whole number only, not by a part of it: filter by another field, such as the company or the driver. ('${String(field)}')`,
  );
}

/** Reads '>=100' or '100..200' as the command line reads its filters (LIST-14). */
export async function filtersIn(
  { list }: Listed,
  given: Readonly<Record<string, string>>,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<readonly Filter[]> {
  const read = Object.entries(given).map(async ([field, text]) => {
    const column = columnNamed(list, field) as Column | undefined;
    if (column === undefined) throw new Refusal(`There is no field '${field}' to filter by.`);
    const choices = await choicesOf(column, client, signal);
    return filtersOf(column, field, text, choices);
  });
  return (await Promise.all(read)).flat();
}

function filtersOf(
  column: Column,
  field: string,
  text: string,
  choices: readonly Option[] | undefined,
): readonly Filter[] {
  const [, least, most] = filterKind(column) === 'range' ? (/^(.+)\.\.(.+)$/.exec(text) ?? []) : [];
  const parts = least !== undefined && most !== undefined ? [`>=${least}`, `<=${most}`] : [text];
  const filters = parts.map((part): Filter => {
    const [, sign, value = part] = /^(::|\^=|>=|<=)(.*)$/s.exec(part) ?? [];
    const match = sign === undefined ? 'exact' : MATCHES[sign as keyof typeof MATCHES];
    if (column.kind === 'card') checkCard(column, match, value);
    const isChoice = choices !== undefined && match === 'exact' && value.trim() !== '';
    if (isChoice)
      return { field: String(column.field), match, value: chosen(column, choices, value) };
    const typed = typedFilter(column, match, value);
    if (typed.filter) return typed.filter;
    throw new Refusal(`${typed.issue.message} ('${field}')`);
  });
  const end = (match: string) => filters.find((filter) => filter.match === match)?.value;
  const issue = rangeIssue(column, end('from'), end('to'));
  if (issue) throw new Refusal(`${issue.message} ('${field}')`);
  return filters;
}
