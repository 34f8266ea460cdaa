import type { SnapshotFrom } from 'xstate';
import { isDay } from '../../format/dates.ts';
import { formatValue } from '../../format/values.ts';
import { ALLOWED, type Decision, refused } from '../../permissions/index.ts';
import type { FormField, Issues } from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';
import { checkFields } from '../../resource/form-rules.ts';
import { textIn } from '../../resource/form-values.ts';
import { NOT_NOW, when } from '../commands.ts';
import { needOf } from '../form-needs.ts';
import { ALL_COMPANIES, type BillingContext, type billingMachine } from './billing.machine.ts';
import { billingSummary, isOver, PERIOD_NOT_OVER } from './billing.report.ts';
import type { BillingData, BillingView } from './billing.types.ts';

const fieldsOf = ({ billed }: Pick<BillingContext, 'billed'>): readonly FormField[] =>
  formSection('', [
    ['from', 'From', 'day', { required: true }],
    ['to', 'To', 'day', { required: true }],
    [
      'company',
      'Company',
      'choice',
      {
        required: true,
        options: [{ key: ALL_COMPANIES, value: 'All companies' }, ...billed.companies],
      },
    ],
  ]);

function issuesOf(context: BillingContext): Issues {
  const { draft } = context;
  const own = checkFields(fieldsOf(context), draft);
  const [from, to] = [textIn(draft, 'from'), textIn(draft, 'to')];
  if (!isDay(from) || !isDay(to) || from <= to) return own;
  return { ...own, to: [{ code: 'before_from', message: 'To must not be before From.' }] };
}

/** Whether the period is complete. */
export function isComplete(context: BillingContext): Decision {
  const [first] = Object.values(issuesOf(context)).flat();
  return first ? refused(first.code, first.message) : ALLOWED;
}

/** Companies of which no currency has anything to bill. */
function idle({ rows }: BillingContext): readonly string[] {
  const companies = Map.groupBy(rows, ({ outcome }) => outcome.company);
  return [...companies].flatMap(([company, own]) =>
    own.every(({ outcome }) => outcome.state === 'nothing' && outcome.without_lines === 0)
      ? [company]
      : [],
  );
}

type State = SnapshotFrom<typeof billingMachine>['value'];

function stepOf(state: Exclude<State, 'failed'>) {
  if (state === 'nextLook') return 'looking';
  return state === 'nextMake' ? 'making' : state;
}

function dataOf(context: BillingContext, state: State, permission: Decision): BillingData {
  const { draft, failedIn, periods, rows, stopping, today } = context;
  const to = textIn(draft, 'to');
  const outcomes = rows.map(({ outcome }) => outcome);
  const left = outcomes.filter((outcome) => outcome.state === 'would_make').length;
  const making = state === 'nextMake' || state === 'making' || state === 'made';
  const isMaking = making || (state === 'failed' && failedIn === 'making');
  const done = outcomes.filter(({ state: end }) => end === 'made' || end === 'refused').length;
  return {
    draft,
    rows: outcomes.filter(
      ({ state: end, without_lines }) => end !== 'nothing' || without_lines > 0,
    ),
    nothing: idle(context),
    tried: isMaking ? done : rows.length,
    total: isMaking ? done + left : periods.length,
    stopping,
    warning: today !== '' && isDay(to) && !isOver(to, today) ? PERIOD_NOT_OVER : '',
    summary: periods.length === 0 ? '' : billingSummary(outcomes, { dryRun: !isMaking }),
    makeLabel: `Make ${formatValue('integer', left)} ${left === 1 ? 'Invoice' : 'Invoices'}`,
    permission,
  };
}

/** Derives the view of a billing run. `permission` says whether this account may make invoices. */
export function billingView(
  { context, value: state }: SnapshotFrom<typeof billingMachine>,
  permission: Decision,
): BillingView {
  const { failure } = context;
  const data = dataOf(context, state, permission);
  const rests = state === 'choosing' || state === 'previewed' || state === 'made';
  const ready = permission.allowed ? isComplete(context) : permission;
  const hasToMake = context.rows.some(({ outcome }) => outcome.state === 'would_make');
  const commands = {
    preview: rests ? ready : NOT_NOW,
    make: when((state === 'previewed' || state === 'made') && hasToMake),
    stop: when(state === 'looking' || (state === 'making' && !context.stopping)),
    retry: when(state === 'failed'),
  };
  const issues = issuesOf(context);
  const fields = fieldsOf(context);
  const asked = { ...context, shown: false, issues, refused: {}, lists: {} };
  const needs = rests ? fields.map((field) => needOf(field, fields, asked)) : [];
  if (state === 'failed' && failure) {
    return { status: 'failed', error: failure, needs: [], commands, data };
  }
  const step = stepOf(state as Exclude<State, 'failed'>);
  return { status: 'pending', step, busy: !rests, needs, commands, data };
}
