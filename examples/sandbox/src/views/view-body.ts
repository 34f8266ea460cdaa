import { type Action, audit, findResource, RESOURCES, viewNameIssue } from '@forecourt/core';
import { refuseField } from '../forms/sent-record.ts';
import { badRequest } from '../http/problem.ts';

/** A view's content, as it is sent, stored and answered. */
interface ViewContent {
  readonly filters: readonly string[];
  readonly sort: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly columns: readonly string[] | null;
}

export interface SentView {
  readonly content: ViewContent;
  readonly isDefault: boolean;
  /** The new name, if the view is renamed. */
  readonly name: string | undefined;
}

/** Limits of a view (LIST-15); a list takes at most 50 filters of 200 characters (WIRE-06). */
const MAX_FILTERS = 50;
const MAX_FILTER_LENGTH = 300;
const MAX_COLUMNS = 100;
const MAX_WORD_LENGTH = 100;
const MAX_BYTES = 4_096;
const LIST = /^[a-z][a-z-]{0,39}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/;

type Fields = Readonly<Record<string, unknown>>;

/** Returns a view's name. Throws a 422 that names the field. */
export function readName(value: unknown, pointer = '/name'): string {
  const name = typeof value === 'string' ? value.trim().normalize('NFC') : '';
  const issue = viewNameIssue(name);
  if (issue !== undefined) throw refuseField(pointer, issue);
  return name;
}

export function readList(value: string): string {
  if (LIST.test(value)) return value;
  throw badRequest('The list is a name in lower case, such as invoices.', '/list');
}

function text(fields: Fields, field: string): string | null {
  const value = fields[field] ?? null;
  if (value === null) return null;
  if (typeof value === 'string' && value.length <= MAX_WORD_LENGTH && !CONTROL.test(value))
    return value;
  throw refuseField(`/${field}`, `It is a text of at most ${MAX_WORD_LENGTH} characters, or null.`);
}

function texts(fields: Fields, field: string, most: number, longest: number): readonly string[] {
  const value = fields[field] ?? [];
  const fits = (one: unknown): one is string =>
    typeof one === 'string' && one.length <= longest && !CONTROL.test(one);
  if (Array.isArray(value) && value.length <= most && value.every(fits)) return value;
  throw refuseField(
    `/${field}`,
    `It is a list of at most ${most} texts of at most ${longest} characters.`,
  );
}

const lists = () => [...RESOURCES.map(({ name }) => name), audit.name];

/** Returns the action that reads a list. Throws a 422 if there is no list of that name. */
export function readingOf(list: string): Action {
  if (list === audit.name || findResource(list)) return `${list}.list` as Action;
  throw refuseField('/list', `There is no list '${list}'. Lists: ${lists().join(', ')}.`);
}

/** Throws a 422 for a view that is too large as a whole. */
function refuseTooLarge(content: ViewContent): ViewContent {
  if (Buffer.byteLength(JSON.stringify(content)) <= MAX_BYTES) return content;
  throw refuseField('/filters', 'A view takes at most 4,096 bytes: use fewer or shorter filters.');
}

/** Reads a view. Throws a 422 that names the field. */
export function readView(body: Fields): SentView {
  const isDefault = body.default ?? false;
  if (typeof isDefault !== 'boolean') throw refuseField('/default', 'It is true or false.');
  const columns = body.columns ?? null;
  return {
    content: refuseTooLarge({
      filters: texts(body, 'filters', MAX_FILTERS, MAX_FILTER_LENGTH),
      sort: text(body, 'sort'),
      from: text(body, 'from'),
      to: text(body, 'to'),
      columns: columns === null ? null : texts(body, 'columns', MAX_COLUMNS, MAX_WORD_LENGTH),
    }),
    isDefault,
    name: body.name === undefined ? undefined : readName(body.name),
  };
}
