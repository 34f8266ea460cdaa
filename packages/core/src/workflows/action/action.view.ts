import type { Decision } from '../../permissions/index.ts';
import type { ActionDefinition } from '../../resource/form.types.ts';
import { type RecordRuntime, type RecordSnapshot, recordView } from '../record/record.view.ts';
import type { Failure } from '../view.ts';
import type { ActionResult, ActionView } from './action.types.ts';

interface ActionRuntime extends Omit<RecordRuntime, 'actions'> {
  readonly action: ActionDefinition;
  readonly permission: Decision;
  /** Whether the required rows are selected. */
  readonly chosen: Decision;
}

const asFailure = ({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): Failure => ({
  code,
  message,
  outcome: 'none',
  retryable: false,
});

export const ALREADY_DONE = 'already_done';

/** Somebody else did it first: shown in the service's own words, not as an error. */
export const settled = (error: Failure, { texts }: ActionDefinition): Failure =>
  error.status === 409 && texts.settled !== undefined
    ? {
        ...error,
        code: ALREADY_DONE,
        message: error.detail ?? error.message,
        detail: texts.settled,
      }
    : error;

/** Derives the view of an action on rows. */
export function actionView(
  snapshot: RecordSnapshot,
  { action, chosen, permission, ...runtime }: ActionRuntime,
): ActionView {
  const view = recordView<unknown>(snapshot, { ...runtime, actions: {} });
  const { cancel, retry, submit } = view.commands;
  const commands = { submit, cancel, retry };
  const data = {
    ids: snapshot.context.input.ids ?? [],
    title: view.data.title,
    submitLabel: view.data.submitLabel,
    draft: view.data.draft,
    fields: view.data.fields,
    facts: snapshot.context.input.facts ?? [],
    dirty: view.data.dirty,
    notice: view.data.notice,
    permission,
  };
  if (view.status === 'done') {
    const made = view.output.record as ActionResult | undefined;
    const output =
      made && 'message' in made
        ? { message: made.message, file: undefined }
        : { message: view.output.message, file: made };
    return { status: 'done', output, commands, data };
  }
  if (view.status === 'cancelled') return { status: 'cancelled', commands, data };
  if (view.status === 'failed') {
    return {
      status: 'failed',
      error: settled(view.error, action),
      needs: view.needs,
      commands,
      data,
    };
  }
  const { busy, needs } = view;
  const idle = view.step === 'editing';
  if (idle && !chosen.allowed) {
    return { status: 'failed', error: asFailure(chosen.reason), needs: [], commands, data };
  }
  // There is nothing to collect, and the account may not run it.
  if (idle && action.fields.length === 0 && !permission.allowed) {
    return { status: 'failed', error: asFailure(permission.reason), needs: [], commands, data };
  }
  const step = idle ? 'collecting' : view.step === 'resolving' ? 'resolving' : 'running';
  return { status: 'pending', step, busy, needs, commands, data };
}
