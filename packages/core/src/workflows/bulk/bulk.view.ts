import type { SnapshotFrom } from 'xstate';
import { ALLOWED, type Decision } from '../../permissions/index.ts';
import { checkFields } from '../../resource/form-rules.ts';
import { when } from '../commands.ts';
import { needOf } from '../form-needs.ts';
import type { bulkMachine } from './bulk.machine.ts';
import { counted, reportOf } from './bulk.report.ts';
import type { BulkData, BulkPorts, BulkRow, BulkView } from './bulk.types.ts';

type BulkSnapshot = SnapshotFrom<ReturnType<typeof bulkMachine>>;

/** As many rows as a confirmation names. */
const NAMED = 3;

/** '7076 8500 0000 0012, … and 4 more'. */
function namesOf(rows: readonly BulkRow[]): string {
  const names = rows.slice(0, NAMED).map(({ id, label = id }) => label);
  const more = rows.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

/** The definition's fields with what was typed; none of them has choices to load. */
const needsOf = (
  { fields = [] }: BulkPorts['definition'],
  { draft, touched }: BulkSnapshot['context'],
) => {
  const context = { draft, touched, shown: false, issues: checkFields(fields, draft) };
  return fields.map((field) => needOf(field, fields, { ...context, refused: {}, lists: {} }));
};

/**
 * Derives the view of a run over picked rows. `filledIn` says whether its fields have what they require.
 */
export function bulkView(
  { context, value: state }: BulkSnapshot,
  ports: Pick<BulkPorts, 'definition' | 'noun'>,
  permission: Decision,
  filledIn: Decision = ALLOWED,
): BulkView {
  const { looking, rows, stopping, warning } = context;
  const ready = permission.allowed ? filledIn : permission;
  const { definition, noun } = ports;
  const report = reportOf(rows, { noun, ...definition.texts });
  const data: BulkData = {
    rows,
    title: `${definition.label} ${counted(rows.length, noun)}`,
    question: `${definition.label} ${counted(rows.length, noun)}: ${namesOf(rows)}?`,
    submitLabel: definition.label,
    tried: rows.filter(({ outcome }) => outcome !== undefined).length,
    stopping,
    dirty: state === 'confirming' && Object.values(context.draft).some(Boolean),
    ...(warning !== undefined && { warning }),
    ...report,
    permission,
  };
  const commands = {
    confirm: state === 'confirming' && !looking ? ready : when(false),
    cancel: when(state === 'confirming'),
    stop: when(state === 'running' && !stopping),
    again: when(state === 'reporting' && report.toTry.length > 0),
    close: when(state === 'reporting'),
  };
  if (state === 'cancelled') return { status: 'cancelled', commands, data };
  if (state === 'closed') return { status: 'done', output: data, commands, data };
  const step = state === 'next' ? 'running' : state;
  return {
    status: 'pending',
    step,
    busy: step === 'running' || (step === 'confirming' && looking),
    needs: step === 'confirming' ? needsOf(definition, context) : [],
    commands,
    data,
  };
}
