import { formatCount } from '../../format/values.ts';
import { EXCEPTION_MESSAGES } from '../../messages/exception-messages.ts';
import type { ActionDefinition, BulkDefinition } from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';
import { textIn } from '../../resource/form-values.ts';
import { pathPart } from '../../resource/path-part.ts';

type Row = Readonly<Record<string, unknown>>;

const REASON = formSection('', [['reason', 'Reason', 'multiline', { required: true }]]);

const textOf = (row: Row, name: string): string => String(row[name] ?? '');

const facts = (row: Row): readonly (readonly [string, string])[] => [
  ['Rule', textOf(row, 'rule_name')],
  ['Auth Code', textOf(row, 'authentication_id')],
  ['Figure', textOf(row, 'figure')],
  ['Limit', textOf(row, 'limit')],
];

// If the service sends no state, offer it and let the service decide.
const isOpen = (row: Row): boolean => ['', 'Open'].includes(textOf(row, 'state'));

const settling = (
  name: 'explain' | 'dismiss',
  label: string,
  texts: Pick<ActionDefinition['texts'], 'success' | 'failure'>,
): ActionDefinition => ({
  name,
  action: `exceptions.${name}`,
  label,
  title: `${label} Exception`,
  on: 'row',
  fields: REASON,
  about: facts,
  offered: isOpen,
  call: ([id = ''], draft) => ({
    method: 'POST',
    path: `exceptions/${pathPart(id)}/${name}`,
    json: { reason: textIn(draft, 'reason').trim() },
  }),
  texts: { ...texts, settled: EXCEPTION_MESSAGES.settled },
});

/** Takes back that an exception was explained or dismissed, with a reason; the trail keeps the former one (TXN-18). */
const reopen: ActionDefinition = {
  name: 'reopen',
  action: 'exceptions.reopen',
  label: 'Reopen',
  title: 'Reopen Exception',
  on: 'row',
  fields: REASON,
  about: (row) => [
    ...facts(row),
    ['State', textOf(row, 'state')],
    ['By', textOf(row, 'settled_by')],
    ['Reason', textOf(row, 'reason')],
  ],
  offered: (row) => !isOpen(row),
  call: ([id = ''], draft) => ({
    method: 'POST',
    path: `exceptions/${pathPart(id)}/reopen`,
    json: { reason: textIn(draft, 'reason').trim() },
  }),
  texts: {
    success: EXCEPTION_MESSAGES.reopened,
    failure: EXCEPTION_MESSAGES.reopenFailed,
    settled: EXCEPTION_MESSAGES.isOpen,
  },
};

/** A service may answer without counts. */
function judgedText(answer: unknown): string {
  const { changed, closed, company_name, judged, opened } = (answer ?? {}) as Row;
  const [purchases, ...exceptions] = [judged, opened, changed, closed].map((count) =>
    typeof count === 'number' ? formatCount(count) : undefined,
  );
  const [fresh, updated, gone] = exceptions;
  if (!purchases || !fresh || !updated || !gone) return EXCEPTION_MESSAGES.judged;
  const scope = EXCEPTION_MESSAGES.judgedOf(company_name);
  return EXCEPTION_MESSAGES.judgedCounts(purchases, scope, [fresh, updated, gone]);
}

/** Judges the purchases of a range of days again, of all companies that the account sees (TXN-18). */
const judge: ActionDefinition = {
  name: 'judge',
  action: 'exceptions.judge',
  label: 'Judge Purchases',
  title: 'Judge Purchases',
  on: 'list',
  about: () => [['Companies', EXCEPTION_MESSAGES.judgedScope]],
  fields: formSection('', [
    ['from', 'From', 'day', { required: true }],
    ['to', 'To', 'day', { required: true }],
  ]),
  call: (_ids, draft) => ({
    method: 'POST',
    path: 'exceptions/judge',
    json: { from: textIn(draft, 'from'), to: textIn(draft, 'to') },
  }),
  texts: {
    success: EXCEPTION_MESSAGES.judged,
    report: judgedText,
    failure: EXCEPTION_MESSAGES.judgeFailed,
  },
};

const { dismissed, dismissFailed, explained, explainFailed } = EXCEPTION_MESSAGES;

export const exceptionActions: readonly ActionDefinition[] = [
  settling('explain', 'Explain', { success: explained, failure: explainFailed }),
  settling('dismiss', 'Dismiss', { success: dismissed, failure: dismissFailed }),
  reopen,
  judge,
];

const inOneGo = (name: 'explain' | 'dismiss', label: string, done: string): BulkDefinition => ({
  name,
  runs: name,
  action: `exceptions.${name}`,
  label,
  fields: REASON,
  already: (row) =>
    isOpen(row)
      ? undefined
      : EXCEPTION_MESSAGES.already(textOf(row, 'state'), textOf(row, 'settled_by')),
  // Explained and dismissed are both settled: an exception that was dismissed is not 'explained already'.
  texts: { done, already: 'settled already' },
});

/** Explains, dismisses or reopens picked exceptions with one reason (LIST-15). */
export const exceptionBulk: readonly BulkDefinition[] = [
  inOneGo('explain', 'Explain', 'explained'),
  inOneGo('dismiss', 'Dismiss', 'dismissed'),
  {
    name: 'reopen',
    runs: 'reopen',
    action: 'exceptions.reopen',
    label: 'Reopen',
    fields: REASON,
    already: (row) => (isOpen(row) ? EXCEPTION_MESSAGES.open : undefined),
    texts: { done: 'reopened', already: 'open already' },
  },
];
