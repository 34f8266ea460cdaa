import { Decimal } from '../../format/decimal.ts';
import { formatMoney, groupThousands } from '../../format/values.ts';
import { changedValues, shownValue, withoutCardNumbers } from './trail-values.ts';

/** What the service keeps of an action. */
export interface TrailEntry {
  /** 'cards.update' */
  readonly action: string;
  /** Name of the resource, or 'session', 'imports'. */
  readonly resource: string;
  readonly record_id: string;
  /** Number or name of the record, if known: '…0012', 'INV-1042'. */
  readonly label: string;
  /** Values by field, or [before, after]. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/** What people call resources and their fields. */
export interface TrailWords {
  /** 'cards' → 'card' */
  readonly noun: (resource: string) => string;
  /** 'cards', 'card_status' → 'Status'; undefined for a field that people don't know, which isn't shown. */
  readonly label: (resource: string, field: string) => string | undefined;
  /** Of a field of a record's lines: 'transactions', 'dtl_gst_amt' → 'GST'; undefined if it isn't shown. */
  readonly line: (resource: string, field: string) => string | undefined;
  /** How many decimals a figure has at least: 2 for money. */
  readonly places: (resource: string, field: string) => number;
  /** A line in brief: 'DIESEL, 139.06 USG, 479.62'. */
  readonly brief: (resource: string, line: Readonly<Record<string, unknown>>) => string;
}

/** A value before and after an action, as text. */
export interface TrailValue {
  readonly field: string;
  readonly label: string;
  /** '' if there was none. */
  readonly before: string;
  readonly after: string;
}

type Changes = TrailEntry['changes'];

const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
const figure = (value: number): string => groupThousands(Decimal.of(value), 0);
const word = (changes: Changes, name: string): string => shownValue(name, changes[name]);
const because = (changes: Changes): string => {
  const reason = word(changes, 'reason');
  return reason === '' ? '' : `: ${reason}`;
};

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const several = (number: number, noun: string): string =>
  `${figure(number)} ${noun}${number === 1 ? '' : 's'}`;

function subjectOf({ label, record_id: id, resource }: TrailEntry, { noun }: TrailWords): string {
  const name = label === '' ? id : label;
  return capital(`${noun(resource)}${name === '' ? '' : ` ${withoutCardNumbers(name)}`}`);
}

/** 'Import of night.csv: 1,240 of 1,242 rows'; duplicates are stored already, so that they count as there. */
function importText({ changes, record_id: id }: TrailEntry): string {
  const name = word(changes, 'file_name') || `import ${id}`;
  const [imported, duplicates, rejected] = ['imported', 'duplicates', 'rejected'].map((field) =>
    count(changes[field]),
  ) as [number, number, number];
  const known = duplicates === 0 ? '' : `, ${figure(duplicates)} known already`;
  return `Import of ${name}: ${figure(imported)} of ${several(imported + duplicates + rejected, 'row')}${known}`;
}

function ratesText({ changes }: TrailEntry): string {
  const rejected = changes.rejected;
  const cells = Array.isArray(rejected) ? rejected.length : count(rejected);
  const also = cells === 0 ? '' : `, ${several(cells, 'cell')} rejected`;
  return `Rates of ${word(changes, 'file_name')}: ${several(count(changes.accepted), 'row')} accepted${also}`;
}

function paymentText({ changes }: TrailEntry): string {
  const amount = Decimal.parse(word(changes, 'amount_paid'))?.abs() ?? Decimal.ZERO;
  const money = formatMoney(amount, word(changes, 'currency'));
  return `Payment of ${money} on invoice ${word(changes, 'invoice_number')}`;
}

const judgedPurchases = (changes: Changes): string =>
  `Purchases from ${word(changes, 'from')} to ${word(changes, 'to')}`;

/** ': 3 new, 1 closed'; nothing while they are being judged. */
function found({ changed, closed, opened }: Changes): string {
  if (opened === undefined) return '';
  const also = [
    [count(changed), 'changed'],
    [count(closed), 'closed'],
  ] as const;
  const others = also.map(([number, what]) => (number > 0 ? `, ${figure(number)} ${what}` : ''));
  return `: ${count(opened) === 0 ? 'none' : figure(count(opened))} new${others.join('')}`;
}

/** '2 cards assigned to North', or if they were another company's, '2 cards moved from West to North'. */
function assignText({ changes }: TrailEntry): string {
  const { cardIds, card_number: number, company_name: company } = changes;
  const one = typeof number === 'string' ? `Card ${withoutCardNumbers(number)}` : undefined;
  const cards = one ?? several(Array.isArray(cardIds) ? cardIds.length : 0, 'card');
  if (!Array.isArray(company)) return `${cards} assigned to ${word(changes, 'company_name')}`;
  const [from, to] = company.map((name) => shownValue('company_name', name));
  return `${cards} moved from ${from} to ${to}`;
}

type Describe = (entry: TrailEntry, words: TrailWords) => string;

const settled =
  (done: string): Describe =>
  ({ changes, record_id: id }) =>
    `Exception ${word(changes, 'authentication_id') || id} ${done}${because(changes)}`;

/** Actions that aren't a plain create, update or delete. */
const TEXTS: Readonly<Record<string, Describe>> = {
  'session.sign-in': () => 'Signed in',
  'session.sign-out': () => 'Signed out',
  'session.end': () => 'Ended a session',
  'session.refused': ({ changes }) => `Sign-in refused${because(changes)}`,
  'call.refused': ({ changes }) => `Refused${because(changes)}`,
  'refused.withheld': ({ changes }, { noun }) =>
    `Refused ${word(changes, 'call') || noun('')}: another company’s record has the same value`,
  'profile.password': () => 'Changed the own password',
  'switch.to': ({ changes }) => `Switched to ${word(changes, 'acting_as')}`,
  'switch.back': () => 'Switched back to the own account',
  'transactions.import': importText,
  'transactions.import.failed': ({ changes, record_id: id }) =>
    `Import of ${word(changes, 'file_name') || `import ${id}`} failed: ${word(changes, 'message')}`,
  'transactions.import.allow-repeat': ({ changes, record_id: id }) =>
    `Import ${id}: ${several(Array.isArray(changes.rows) ? changes.rows.length : 0, 'repeated row')} entered`,
  'rates.upload': ratesText,
  'payments.create': paymentText,
  'payments.reverse': (entry) => `${paymentText(entry)} taken back${because(entry.changes)}`,
  'invoices.email': (entry, words) =>
    `${subjectOf(entry, words)} sent to ${word(entry.changes, 'to')}`,
  'reports.email': (entry, words) =>
    `${capital(entry.record_id)} ${words.noun(entry.resource)} sent to ${word(entry.changes, 'to')}`,
  'nights.hand-in': ({ changes }) =>
    `Night of ${word(changes, 'night')}: ${word(changes, 'message')}`,
  'invoices.void': (entry, words) =>
    `${subjectOf(entry, words)} made void${because(entry.changes)}`,
  'exceptions.explain': settled('explained'),
  'exceptions.dismiss': settled('dismissed'),
  'exceptions.reopen': settled('reopened'),
  'exceptions.judge': ({ changes }) =>
    `${judgedPurchases(changes)} checked for exceptions${found(changes)}`,
  'cards.assign': assignText,
  'views.save': ({ record_id: id }) => `View ${id} saved`,
  'views.remove': ({ record_id: id }) => `View ${id} deleted`,
};

const FEW = 3;

function updateText(entry: TrailEntry, words: TrailWords): string {
  const subject = subjectOf(entry, words);
  const values = changedValues(entry, words).filter(({ field }) =>
    Array.isArray(entry.changes[field.split('.')[0] ?? field]),
  );
  const [first] = values;
  if (!first) return `${subject} changed`;
  if (values.length === 1) {
    const after = first.after === '' ? 'empty' : first.after;
    if (/(^|_)status$/.test(first.field)) {
      return `${subject} set to ${after}${because(entry.changes)}`;
    }
    return `${subject}: ${first.label} set to ${after}`;
  }
  if (values.length > FEW) return `${subject}: ${values.length} fields changed`;
  return `${subject}: ${values.map(({ label }) => label).join(', ')} changed`;
}

/**
 * Says in one sentence what was done (SHELL-14): 'Card …0012 set to HOLD', 'Invoice INV-7 sent to a@b.ca'.
 *
 * @param entry what the trail keeps of it
 * @param words what people call resources and fields, from `loadTrailWords`
 * @returns the sentence, without its full stop
 */
export function describeEvent(entry: TrailEntry, words: TrailWords): string {
  const own = TEXTS[entry.action];
  if (own) return own(entry, words);
  const file = word(entry.changes, 'file');
  if (file !== '') return `${file} downloaded`;
  const verb = entry.action.slice(entry.action.lastIndexOf('.') + 1);
  if (verb === 'create') return `${subjectOf(entry, words)} created`;
  if (verb === 'delete') return `${subjectOf(entry, words)} deleted`;
  if (verb === 'update') return updateText(entry, words);
  return `${subjectOf(entry, words)}: ${verb}`;
}

/**
 * Returns what an action is about, as people name it (SHELL-14): 'Card …0012'; '' if that is no record.
 *
 * @param entry what the trail keeps of it
 * @param words what people call resources and fields, from `loadTrailWords`
 */
export function aboutOf(entry: TrailEntry, words: TrailWords): string {
  if (entry.record_id === '' || entry.resource === 'session') return '';
  // Many purchases, which have no record of their own.
  if (entry.action === 'exceptions.judge') return judgedPurchases(entry.changes);
  const name = entry.label === '' ? entry.record_id : entry.label;
  return capital(`${words.noun(entry.resource)} ${name}`);
}

/** Exit code 6 is a night in which something was refused. */
const nightResult = (exitCode: number): string =>
  exitCode === 0 ? 'Done' : exitCode === 6 ? 'Partly' : 'Failed';

/**
 * How an action ended, one of `TRAIL_RESULTS`.
 *
 * @param entry what the trail keeps of it
 * @returns the result
 */
export function resultOf({ action, changes }: Pick<TrailEntry, 'action' | 'changes'>): string {
  if (/^refused\.|\.refused$/.test(action)) return 'Refused';
  if (action.endsWith('.failed')) return 'Failed';
  if (changes.result === 'unconfirmed') return 'Unconfirmed';
  if (changes.result === 'failed') return 'Failed';
  if (action === 'nights.hand-in') return nightResult(count(changes.exit_code));
  const { rejected } = changes;
  const some = Array.isArray(rejected) ? rejected.length > 0 : count(rejected) > 0;
  return some ? 'Partly' : 'Done';
}
