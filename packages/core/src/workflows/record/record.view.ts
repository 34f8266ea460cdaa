import type { SnapshotFrom } from 'xstate';
import { MESSAGES } from '../../messages/messages.ts';
import { ALLOWED, type Decision, type MenuAccess, refused } from '../../permissions/index.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { NOT_NOW, when } from '../commands.ts';
import { confirmLeave, confirmRemove, confirmSave } from '../confirmations.ts';
import { needOf } from '../form-needs.ts';
import type { Need } from '../view.ts';
import { conflictNeeds, conflictOfView, keepable } from './record.conflict.ts';
import type { RecordContext } from './record.context.ts';
import {
  fieldsOf,
  isDirty,
  mayContinue,
  maySubmit,
  openForm,
  shownFields,
  stepsOf,
} from './record.form.ts';
import type { recordMachine } from './record.machine.ts';
import type { RecordCommand, RecordData, RecordOutput, RecordView } from './record.types.ts';

export type RecordSnapshot = SnapshotFrom<ReturnType<typeof recordMachine>>;
type State = RecordSnapshot['value'];

const STEPS = {
  starting: 'loading',
  loading: 'loading',
  viewing: 'viewing',
  editing: 'editing',
  conflict: 'conflict',
  checking: 'submitting',
  submitting: 'submitting',
  resolving: 'resolving',
  saved: 'saved',
  leaving: 'leaving',
  confirmingSave: 'confirmingSave',
  confirmingRemove: 'confirmingRemove',
  removing: 'removing',
} as const satisfies Partial<Record<State, string>>;

const BUSY: readonly State[] = [
  'starting',
  'loading',
  'checking',
  'submitting',
  'resolving',
  'removing',
];

const ENDED: readonly State[] = ['done', 'left'];

/** What the view needs to know about the definition and the account. */
export interface RecordRuntime {
  readonly definition: AnyResource;
  readonly actions: Readonly<Record<string, Decision>>;
  readonly may: (verb: string, context: RecordContext) => Decision;
  /** Access of the user who fills in the form. */
  readonly access?: MenuAccess | undefined;
}

/** A failed save can be corrected in the form, unless it may have taken effect. */
const isMendable = (state: State, { doing, failure }: RecordContext): boolean =>
  state === 'failed' && doing === 'save' && failure?.outcome !== 'unknown';

function needs(state: State, context: RecordContext, definition: AnyResource): readonly Need[] {
  if (state === 'leaving') return [confirmLeave()];
  if (state === 'confirmingRemove') {
    return [confirmRemove(context.removeEtag !== undefined, context.input.note)];
  }
  if (state === 'confirmingSave') return [confirmSave(definition.form?.warn, context.question)];
  if (state === 'conflict') return conflictNeeds(definition, context);
  if (state !== 'editing' && !isMendable(state, context)) return [];
  const all = fieldsOf(definition, context);
  return shownFields(definition, context).map((field) => needOf(field, all, context));
}

function retry(state: State, context: RecordContext, { definition, may }: RecordRuntime): Decision {
  if (state === 'editing') {
    return when(Object.values(context.lists).some((list) => list.state === 'failed'));
  }
  if (state !== 'failed') return NOT_NOW;
  if (context.secretsLost)
    return refused('secrets_lost', 'What was sent can not be asked for here.');
  if (isMendable(state, context)) return maySubmit(definition, context, may);
  return context.doing === 'remove' && context.failure?.outcome !== 'unknown'
    ? may('delete', context)
    : ALLOWED;
}

function removal(context: RecordContext, { definition, may }: RecordRuntime): Decision {
  if (context.input.id === undefined || definition.remove === undefined) {
    return refused('not_offered', `A ${definition.noun[0]} is not deleted here.`);
  }
  return may('delete', context);
}

function commandsOf(
  state: State,
  context: RecordContext,
  runtime: RecordRuntime,
): Readonly<Record<RecordCommand, Decision>> {
  const { definition, may } = runtime;
  const editing = state === 'editing';
  const viewing = state === 'viewing';
  const conflict = state === 'conflict';
  const loadFailed = state === 'failed' && context.doing === 'load';
  const leavable = state === 'loading' || !(BUSY.includes(state) || ENDED.includes(state));
  const offersEdit = definition.form?.update !== undefined;
  return {
    submit: editing || isMendable(state, context) ? maySubmit(definition, context, may) : NOT_NOW,
    next: editing ? mayContinue(definition, context) : NOT_NOW,
    back: when(editing && context.step > 0),
    // A saved form leads back by itself after a while; nobody has to wait for it (FORM-04).
    leave: when(leavable || state === 'saved'),
    cancel: when(leavable),
    stay: when(['leaving', 'confirmingSave', 'confirmingRemove'].includes(state)),
    remove: viewing || editing ? removal(context, runtime) : NOT_NOW,
    confirm:
      state === 'confirmingRemove' ? may('delete', context) : when(state === 'confirmingSave'),
    reset: when(editing && isDirty(context)),
    edit: conflict ? ALLOWED : viewing && offersEdit ? may('edit', context) : NOT_NOW,
    keepMine: conflict ? keepable(definition, context, may) : NOT_NOW,
    saveChoices: conflict ? may('edit', context) : NOT_NOW,
    takeTheirs: when(conflict),
    retry: retry(state, context, runtime),
    reload: when(
      state === 'loading' ||
        viewing ||
        conflict ||
        loadFailed ||
        (editing && context.mode !== 'create'),
    ),
  };
}

function dataOf<Detail>(
  context: RecordContext,
  { access, actions, definition }: RecordRuntime,
): RecordData<Detail> {
  const { mode } = context;
  const open = openForm(definition, context);
  const fields = fieldsOf(definition, context);
  const steps = stepsOf(definition, context);
  const sections = new Map<string, string[]>();
  for (const { name, section } of shownFields(definition, context)) {
    sections.set(section, [...(sections.get(section) ?? []), name]);
  }
  const secrets = fields.filter(({ secret }) => secret).map(({ name }) => name);
  return {
    id: context.input.id,
    mode,
    title: (mode !== 'remove' && definition.form?.titles[mode]) || '',
    submitLabel: (mode !== 'remove' && definition.form?.submitLabels[mode]) || '',
    // Safe: the record comes from the port of the same definition, and the machine doesn't touch it.
    record: context.record as Detail | undefined,
    draft: Object.fromEntries(
      Object.entries(context.draft).filter(([name]) => !secrets.includes(name)),
    ),
    secretsProvided: context.secretsProvided,
    dirty: isDirty(context) || context.conflict !== undefined,
    fields,
    effects: open?.form.effects?.({ ...open.state, access }) ?? [],
    sections: [...sections].map(([title, names]) => ({ title, fields: names })),
    steps: steps.length > 0 ? steps : undefined,
    step: steps[context.step]?.name,
    actions,
    conflict: conflictOfView(definition, context),
    result: context.result,
    notice: context.notice,
  };
}

const outputOf = <Row>(
  { doing, input, result }: RecordContext,
  { form }: AnyResource,
): RecordOutput<Row> => ({
  removed: doing === 'remove',
  meanwhile: result?.meanwhile,
  id: input.id,
  record: result?.record as Row | undefined,
  message: result?.message ?? MESSAGES.succeeded,
  leadTo: (doing === 'save' ? form?.after : undefined) ?? 'back',
});

/** Derives the view of one record (FORM-01 to FORM-07, LIST-04, LIST-11). */
export function recordView<Detail, Row = unknown>(
  { context, value: state }: RecordSnapshot,
  runtime: RecordRuntime,
): RecordView<Detail, Row> {
  const { definition } = runtime;
  const commands = commandsOf(state, context, runtime);
  const data = dataOf<Detail>(context, runtime);
  const wanted = needs(state, context, definition);
  if (state === 'done') {
    return { status: 'done', output: outputOf<Row>(context, definition), commands, data };
  }
  if (state === 'left') return { status: 'cancelled', commands, data };
  if (state === 'failed') {
    const error = context.failure ?? {
      code: 'unexpected',
      message: MESSAGES.operationError,
      outcome: 'none',
      retryable: false,
    };
    return { status: 'failed', error, needs: wanted, commands, data };
  }
  const busy = BUSY.includes(state);
  return { status: 'pending', step: STEPS[state], busy, needs: wanted, commands, data };
}
