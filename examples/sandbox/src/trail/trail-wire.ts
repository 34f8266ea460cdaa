import {
  aboutOf,
  changedValues,
  describeEvent,
  type HandedFile,
  loadTrailWords,
  resultOf,
  type TrailEntry,
  type TrailWords,
} from '@forecourt/core';
import type { Selectable } from 'kysely';
import { maskedFor } from '../audit/readable-changes.ts';
import type { Account } from '../auth/account.ts';
import type { AuditTable } from '../db/schema-office.ts';
import type { Reader } from '../db/store.ts';
import type { ImportRun } from '../imports/import-run.ts';
import { hiddenStatuses } from '../invoices/invoice-wire.ts';

export type TrailRow = Selectable<AuditTable>;

let words: Promise<TrailWords> | undefined;

/** What people call the records; loaded with the first event. */
export function trailWords(): Promise<TrailWords> {
  words ??= loadTrailWords();
  return words;
}

function entryOf(row: TrailRow): TrailEntry {
  const changes = JSON.parse(row.changes) as unknown;
  return {
    action: row.action,
    resource: row.resource,
    record_id: row.record_id,
    label: row.label,
    changes: typeof changes === 'object' && changes !== null ? (changes as object) : {},
  } as TrailEntry;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What a company reads in place of another one's name. */
const ANOTHER = 'another company';

/**
 * An event as an account reads it. Of a record that moved from one company to another, each of the two reads its own name
 * alone, and the former one nothing of the record as the other company's.
 */
function asReadBy(row: TrailRow, { companyId }: Account): TrailRow {
  if (companyId === null || row.left_company_id === null) return row;
  const { cardIds, company_name, ...others } = entryOf(row).changes;
  const [from, to] = company_name as readonly [string, string];
  const left = companyId === row.left_company_id;
  const names = left ? [from, ANOTHER] : [ANOTHER, to];
  const changes = JSON.stringify({ ...others, company_name: names, cardIds });
  return left
    ? { ...row, changes, resource: 'cards', record_id: '', label: '' }
    : { ...row, changes };
}

/**
 * What an account reads of an event's values. A customer reads nothing of an invoice as it was before it was issued, nor
 * what staff wrote to each other about it: the invoice doesn't show either.
 */
function readableChanges(row: TrailRow, account: Account): TrailEntry['changes'] {
  const { result: _, run: _run, ...changes } = entryOf(row).changes;
  const hidden = hiddenStatuses(account);
  if (row.invoice_status === '' || hidden.length === 0) return changes;
  const { reason, ...others } = changes;
  const shown = row.resource === 'invoices' ? others : changes;
  const [before] = Array.isArray(changes.status) ? (changes.status as unknown[]) : [];
  if (!hidden.includes(String(before))) return shown;
  return Object.fromEntries(
    Object.entries(shown).map(([field, value]) => [
      field,
      Array.isArray(value) && value.length === 2 ? ['', value[1]] : value,
    ]),
  );
}

/** An event as its list has it. */
export function presentEvent(stored: TrailRow, named: TrailWords, account: Account) {
  const row = asReadBy(stored, account);
  const entry = entryOf(row);
  const name = row.label || row.record_id;
  const isRecord = row.record_id !== '' && row.resource !== 'session';
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    summary: describeEvent({ ...entry, changes: readableChanges(row, account) }, named),
    result: resultOf(entry),
    actor: row.actor,
    acting_as: row.acting_as,
    about: aboutOf(entry, named),
    record: isRecord ? `${row.resource}:${row.record_id}` : '',
    resource: row.resource,
    // Routes of purchases have their code; a deleted record has no route, nor has what was judged.
    link_id:
      !isRecord || row.action.endsWith('.delete') || row.action === 'exceptions.judge'
        ? ''
        : row.resource === 'transactions'
          ? name
          : row.record_id,
    action: row.action,
    request_id: row.request_id,
  };
}

/** How, when and by which reference somebody paid: from the payment where the event is from before it kept them. */
async function paymentFacts(
  read: Reader,
  { record_id: id, resource }: TrailRow,
  { access }: Account,
  changes: TrailEntry['changes'],
): Promise<TrailEntry['changes']> {
  if (resource !== 'payments' || !('amount_paid' in changes)) return changes;
  const kept =
    'payment_mode' in changes
      ? undefined
      : await read
          .selectFrom('payments')
          .select(['payment_mode', 'payment_date', 'reference as referenceId'])
          .where('id', '=', Number(id))
          .executeTakeFirst();
  return maskedFor(access, { ...changes, ...kept });
}

/** An event with its values as the account reads them, and the steps of an import. */
export async function eventDetail(read: Reader, stored: TrailRow, account: Account) {
  const named = await trailWords();
  const row = asReadBy(stored, account);
  const changes = await paymentFacts(read, row, account, readableChanges(row, account));
  return {
    ...presentEvent(stored, named, account),
    values: changedValues({ resource: row.resource, changes }, named),
    steps: await stepsOf(read, row),
    times: row.times,
  };
}

const stepsOf = (read: Reader, row: TrailRow) => {
  if (row.resource === 'imports') return importSteps(read, row);
  return row.resource === 'nights' ? nightSteps(read, row) : [];
};

/** The files of a night, as its report has them. */
async function nightSteps(read: Reader, { actor_id, record_id: run }: TrailRow) {
  const night = await read
    .selectFrom('nights')
    .select('content')
    .where('user_id', '=', actor_id ?? 0)
    .where('run', '=', run)
    .executeTakeFirst();
  const files = JSON.parse(night?.content ?? '[]') as readonly HandedFile[];
  return files.map(({ message, name, state }) => ({
    step: name,
    at: '',
    result: `${capital(state.replaceAll('_', ' '))}: ${message}`,
  }));
}

const counted = (number: number, what: string): string => `${number} ${what}`;

/** How often an attempt was taken up before it: '1 time'. */
const again = (attempt: number) => counted(attempt - 1, attempt === 2 ? 'time' : 'times');

/** The steps of an import's run, as its event kept them. */
async function importSteps(read: Reader, row: TrailRow) {
  const { changes } = entryOf(row);
  const run = changes.run as ImportRun | undefined;
  if (!run) return stepsOfRecord(read, row);
  const failed = row.action.endsWith('.failed');
  return [
    { step: 'Received', at: run.received, result: String(changes.file_name) },
    ...(run.attempt > 1
      ? [{ step: 'Taken up again', at: run.claimed, result: again(run.attempt) }]
      : []),
    ...(run.started === '' ? [] : [{ step: 'Started', at: run.started, result: '' }]),
    ...(run.seen === undefined
      ? []
      : [{ step: 'Last sign of life', at: run.seen, result: 'The server stopped after it.' }]),
    failed
      ? { step: 'Failed', at: run.ended, result: String(changes.message) }
      : { step: 'Entered', at: run.ended, result: entered(changes as unknown as Counts) },
  ];
}

/**
 * The steps of an event from before events kept them, as far as the record still knows them: of a later attempt, it knows
 * nothing of this one but how it ended.
 */
async function stepsOfRecord(read: Reader, row: TrailRow) {
  const record = await read
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', Number(row.record_id))
    .executeTakeFirst();
  if (!record) return [];
  const { changes } = entryOf(row);
  const failed = row.action.endsWith('.failed');
  return [
    { step: 'Received', at: record.created_at, result: record.file_name },
    failed
      ? { step: 'Failed', at: row.at, result: String(changes.message ?? '') }
      : { step: 'Entered', at: record.finished_at, result: entered(record) },
  ];
}

type Counts = Readonly<Record<'imported' | 'duplicates' | 'rejected' | 'exceptions', number>>;

const entered = (record: Counts) =>
  [
    counted(record.imported, 'imported'),
    counted(record.duplicates, 'known already'),
    counted(record.rejected, 'rejected'),
    counted(record.exceptions, record.exceptions === 1 ? 'exception' : 'exceptions'),
  ].join(', ');
