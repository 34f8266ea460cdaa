import {
  aboutOf,
  can,
  changedValues,
  describeEvent,
  type HandedFile,
  loadTrailWords,
  resultOf,
  type TrailDeed,
  type TrailWords,
} from '@forecourt/core';
import type { Selectable } from 'kysely';
import type { Account } from '../auth/account.ts';
import type { AuditTable } from '../db/schema-office.ts';
import type { Reader } from '../db/store.ts';
import { hiddenStatuses } from '../invoices/invoice-wire.ts';

export type TrailRow = Selectable<AuditTable>;

let words: Promise<TrailWords> | undefined;

/** What people call the records; loaded with the first event. */
export function trailWords(): Promise<TrailWords> {
  words ??= loadTrailWords();
  return words;
}

function deedOf(row: TrailRow): TrailDeed {
  const changes = JSON.parse(row.changes) as unknown;
  return {
    action: row.action,
    resource: row.resource,
    record_id: row.record_id,
    label: row.label,
    changes: typeof changes === 'object' && changes !== null ? (changes as object) : {},
  } as TrailDeed;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** An event as its list has it. */
export function presentEvent(row: TrailRow, named: TrailWords) {
  const deed = deedOf(row);
  const name = row.label || row.record_id;
  const isRecord = row.record_id !== '' && row.resource !== 'session';
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    summary: describeEvent(deed, named),
    result: resultOf(deed),
    actor: row.actor,
    acting_as: row.acting_as,
    about: aboutOf(deed, named),
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

/**
 * What an account reads of an event's values. A customer reads nothing of an invoice as it was before it was issued, nor
 * what staff wrote to each other about it: the invoice doesn't show either.
 */
function readableChanges(row: TrailRow, account: Account): TrailDeed['changes'] {
  const { result: _, ...changes } = deedOf(row).changes;
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

const MASKED = '••••';

/**
 * How, when and by which reference somebody paid: from the payment where the event is from before it kept them. The
 * reference is for those who may read payments, not for everybody whose own deed it was.
 */
async function paymentFacts(
  read: Reader,
  { record_id: id, resource }: TrailRow,
  { access }: Account,
  changes: TrailDeed['changes'],
): Promise<TrailDeed['changes']> {
  if (resource !== 'payments' || !('amount_paid' in changes)) return changes;
  const kept =
    'payment_mode' in changes
      ? undefined
      : await read
          .selectFrom('payments')
          .select(['payment_mode', 'payment_date', 'reference as referenceId'])
          .where('id', '=', Number(id))
          .executeTakeFirst();
  const facts = { ...changes, ...kept };
  return can(access, 'payments.list').allowed ? facts : { ...facts, referenceId: MASKED };
}

/** An event with its values as the account reads them, and the steps of an import. */
export async function eventDetail(read: Reader, row: TrailRow, account: Account) {
  const named = await trailWords();
  const changes = await paymentFacts(read, row, account, readableChanges(row, account));
  return {
    ...presentEvent(row, named),
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

/** The steps of an import's run, drawn from its record. */
async function importSteps(read: Reader, { record_id: id }: TrailRow) {
  const record = await read
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirst();
  if (!record) return [];
  const again = record.attempt - 1;
  const ended = {
    done: { step: 'Entered', result: entered(record) },
    failed: { step: 'Failed', result: record.message },
    running: { step: 'Running', result: '' },
    received: { step: 'Waiting', result: '' },
  }[record.state as 'done' | 'failed' | 'running' | 'received'];
  return [
    { step: 'Received', at: record.created_at, result: record.file_name },
    ...(again > 0
      ? [{ step: 'Taken up again', at: '', result: counted(again, again === 1 ? 'time' : 'times') }]
      : []),
    ...(ended ? [{ ...ended, at: record.finished_at }] : []),
  ];
}

const entered = (
  record: Readonly<Record<'imported' | 'duplicates' | 'rejected' | 'exceptions', number>>,
) =>
  [
    counted(record.imported, 'imported'),
    counted(record.duplicates, 'known already'),
    counted(record.rejected, 'rejected'),
    counted(record.exceptions, record.exceptions === 1 ? 'exception' : 'exceptions'),
  ].join(', ');
