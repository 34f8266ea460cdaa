import {
  ACTIONS,
  type AnyResource,
  type FormField,
  findResource,
  getOptions,
  listRows,
  RATE_PROVIDERS,
  RELATIVE_DAYS,
  TRANSACTION_PROVIDERS,
} from '@forecourt/core';
import { openClient } from '../client/client.ts';
import { FORMATS } from '../export/formats.ts';
import { flagOf } from '../input/flag-names.ts';
import { readJournals } from '../journal/journal.ts';
import { KEYS } from '../settings/setting-list.ts';
import { profileNames } from '../settings/settings.ts';
import type { Work } from '../work.ts';

/** A candidate and its description. */
export type Value = readonly [word: string, meaning: string];

/** Replaces values with the shell's own completion of files or folders. */
const FILES: readonly Value[] = [[':files', '']];
const FOLDERS: readonly Value[] = [[':folders', '']];

/** How long a shell waits for the service. */
const PATIENCE_MS = 2000;
const ROWS = 50;

const plain = (words: readonly string[]): Value[] => words.map((word) => [word, '']);

const FILE_OPTIONS = [
  '--out',
  '--data',
  '--layout',
  '--tax-tables',
  '--former',
  '--report',
  '--annotate',
  '--plugin',
  '--record',
];

const wholeOf = (name: string | undefined): Promise<AnyResource> | undefined =>
  name === undefined ? undefined : findResource(name)?.loadDefinition();

/** The choices of a form's field; those that the service defines are loaded. */
async function choices(work: Work, field: FormField): Promise<readonly Value[]> {
  const { options } = field;
  if (options === undefined) return [];
  if (!('reference' in options)) return options.map(({ key, value }) => [key, value]);
  if (options.by !== undefined) return [];
  const client = openClient(work, work.settings, work.output);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const found = await getOptions(client, options.reference, [], signal);
  return found.map(({ value }) => [value, '']);
}

function fieldsOf({ actions = [], form, upload }: AnyResource): readonly FormField[] {
  const draft = form?.draft(undefined) ?? {};
  return [
    ...(form?.fields({ mode: 'create', draft, detail: undefined }) ?? []),
    ...actions.flatMap(({ fields }) => fields),
    ...(upload?.fields ?? []),
  ];
}

/** Unreadable custom layouts are ignored here; the command itself reports them. */
async function providers(work: Work, group: string): Promise<readonly string[]> {
  if (group === 'rates') return RATE_PROVIDERS;
  const { knownProviders } = await import('../preflight/own-tables.ts');
  return knownProviders(work).catch(() => TRANSACTION_PROVIDERS);
}

/** The candidates for an option's value. */
export async function optionValues(
  work: Work,
  name: string,
  path: readonly string[],
): Promise<readonly Value[]> {
  const [group = ''] = path;
  if (name === '--profile') return plain(profileNames(work.settings.paths));
  if (name === '--format' && path[1] === 'export') return plain(FORMATS);
  if (name === '--inbox') return FOLDERS;
  if (name === '--on') return RELATIVE_DAYS.map(({ key, value }) => [key, value]);
  if (FILE_OPTIONS.includes(name)) return FILES;
  if (name === '--provider' && group !== 'markups') return plain(await providers(work, group));
  const whole = await wholeOf(group);
  if (whole === undefined) return [];
  const columns = whole.list.columns.map(({ field, label }): Value => [field, label]);
  if (name === '--sort' || name === '--columns') return columns;
  if (name === '--filter') return columns.map(([field, label]) => [`${field}:`, label]);
  const field = fieldsOf(whole).find((candidate) => flagOf(group, candidate.name) === name);
  return field ? choices(work, field) : [];
}

async function ids(work: Work, group: string): Promise<readonly Value[]> {
  const registered = findResource(group);
  if (registered === undefined) return [];
  const { routeId, id, ...list } = await registered.loadListDefinition();
  const client = openClient(work, work.settings, work.output);
  const query = { page: 0, size: ROWS, filters: [], sort: list.list.defaultSort };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const page = await listRows(client, { ...list, id }, query, signal);
  const [first, second] = list.list.columns;
  const meaning = (row: unknown) =>
    [first, second].map((column) => String((row as never)[column?.field ?? ''] ?? '')).join('  ');
  return page.rows.map((row) => [routeId?.(row) || id(row), meaning(row)]);
}

async function accounts(work: Work): Promise<readonly Value[]> {
  const client = openClient(work, work.settings, work.output);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const found = await getOptions(client, 'switchAccounts', [], signal);
  return found.map(({ key, value }) => [value, key]);
}

/** The candidates for an argument, by its name in the command. */
export async function argumentValues(
  work: Work,
  name: string,
  path: readonly string[],
): Promise<readonly Value[]> {
  const [group = ''] = path;
  if (/file/.test(name)) return FILES;
  if (/company/.test(name)) return accounts(work);
  if (/action/.test(name)) return plain(Object.keys(ACTIONS));
  if (/key/.test(name)) return plain(KEYS);
  if (/import/.test(name)) {
    return readJournals(work.settings).map(({ key, fileName }) => [key.slice(0, 12), fileName]);
  }
  return /id|number/.test(name) ? ids(work, group) : [];
}
