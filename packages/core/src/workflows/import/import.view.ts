import type { SnapshotFrom } from 'xstate';
import {
  type AccessRefusalCode,
  ALLOWED,
  type Decision,
  refused,
} from '../../permissions/index.ts';
import { DEFAULT_READ_LIMITS } from '../../provider-files/reading/reading.ts';
import type { ProviderFileErrorCode } from '../../provider-files/types.ts';
import { NOT_NOW, when } from '../commands.ts';
import type { Need } from '../view.ts';
import {
  hasProvider,
  type ImportContext,
  isAcceptable,
  isDirty,
  isSendable,
  REASON_LABEL,
  reasonIssue,
} from './import.context.ts';
import type { importMachine } from './import.machine.ts';
import { outputOf } from './import.output.ts';
import type { ImportAnswerName, ImportData, ImportView } from './import.types.ts';

type Snapshot = SnapshotFrom<typeof importMachine>;
type State = Snapshot['value'];

const STEPS = {
  collecting: 'collecting',
  recognising: 'recognising',
  recognised: 'recognising',
  correcting: 'correcting',
  checking: 'checking',
  checked: 'checking',
  reviewing: 'reviewing',
  looking: 'looking',
  looked: 'looking',
  planning: 'sending',
  sending: 'sending',
  asking: 'resolving',
  asked: 'resolving',
  waiting: 'resolving',
} as const satisfies Partial<Record<State, string>>;

const needs = (context: ImportContext): readonly Need<ImportAnswerName>[] => [
  {
    kind: 'choice',
    name: 'provider',
    label: 'File type',
    required: true,
    options: context.input.providers,
    answered: hasProvider(context),
    issues:
      context.provider === undefined || hasProvider(context)
        ? []
        : [
            {
              code: 'unknown_choice',
              message: `${context.provider} is not one of ${context.input.providers.map(({ key }) => key).join(', ')}.`,
            },
          ],
    ...(context.provider === undefined ? {} : { value: context.provider }),
  },
  {
    kind: 'file',
    name: 'file',
    label: 'File',
    required: true,
    accept: context.input.accept ?? ['.xls', '.xlsx'],
    maxBytes: DEFAULT_READ_LIMITS.maxBytes,
    answered: context.file !== undefined && context.fileIssue === undefined,
    issues: context.fileIssue ? [context.fileIssue] : [],
    ...(context.file && { value: context.file }),
  },
];

/**
 * Needs for accepting guards: a tick for each one, and a reason. An unattended run has none; its caller
 * passes the accepted guards to the check.
 */
function guardNeeds({
  input,
  reason,
  report,
  ticked,
}: ImportContext): readonly Need<ImportAnswerName>[] {
  if (!report || report.guards.length === 0 || input.unattended === true) return [];
  const issue = reasonIssue(reason);
  return [
    {
      kind: 'flags',
      name: 'guards',
      label: 'Looked at and right',
      required: true,
      options: report.guards.map(({ rule, message }) => ({ key: rule, value: message })),
      value: ticked,
      answered: report.guards.every(({ rule }) => ticked[rule] === true),
      issues: [],
    },
    {
      kind: 'field',
      name: 'reason',
      label: REASON_LABEL,
      required: true,
      input: 'text',
      secret: false,
      value: reason,
      answered: reason.trim() !== '' && !issue,
      issues: issue ? [issue] : [],
    },
  ];
}

function mayAccept(state: State, context: ImportContext, permission: Decision): Decision {
  if (state !== 'reviewing' || !context.report?.guards.length) return NOT_NOW;
  if (!permission.allowed) return permission;
  if (isAcceptable(context)) return ALLOWED;
  return refused('incomplete', 'Look each of them up, tick it, and say why it is right.');
}

/** Why an import can't be submitted: its state, the account, the check's result, or the file as a whole. */
export type ImportRefusalCode =
  | 'not_now'
  | 'incomplete'
  | 'not_accepted'
  | 'check_failed'
  | 'no_rows'
  | AccessRefusalCode
  | ProviderFileErrorCode;

const refusedImport = (code: ImportRefusalCode, message: string): Decision =>
  refused(code, message);

function mayCheck(context: ImportContext, permission: Decision): Decision {
  if (!permission.allowed && context.input.dryRun !== true) return permission;
  if (context.fileIssue) return refused(context.fileIssue.code, context.fileIssue.message);
  if (hasProvider(context) && context.file) return ALLOWED;
  return refusedImport('incomplete', 'Choose a file type and a file first; both are required.');
}

function maySend(context: ImportContext, permission: Decision): Decision {
  if (!permission.allowed) return permission;
  if (isSendable(context)) return ALLOWED;
  const { errors = 0, guards = [] } = context.report ?? {};
  if (guards.length > 0) {
    return refusedImport(
      'not_accepted',
      'Accept what the check could not verify, or choose another file; nothing was sent.',
    );
  }
  return errors > 0
    ? refusedImport(
        'check_failed',
        `The file has ${errors} ${errors === 1 ? 'error. Correct it and check the file' : 'errors. Correct them and check the file'} again; nothing was sent.`,
      )
    : refusedImport('no_rows', 'The file has no row to import. Choose another one.');
}

function submit(state: State, context: ImportContext, permission: Decision): Decision {
  if (state === 'collecting') return mayCheck(context, permission);
  // Checked as soon as its provider is recognised; without the right it isn't, and says why then.
  if (state === 'recognising') return ALLOWED;
  return state === 'reviewing' ? maySend(context, permission) : NOT_NOW;
}

function progress(state: State, { rows, bytes }: ImportContext): ImportData['progress'] {
  if (state === 'checking') return { phase: 'checking', rows, bytes: 0 };
  return state === 'sending' ? { phase: 'sending', rows, bytes } : undefined;
}

const leavable = (state: State, { failure }: ImportContext): boolean =>
  state === 'failed' ? failure?.outcome !== 'unknown' : Object.hasOwn(STEPS, state);

/** Derives the view of an import (TXN-04, TXN-12, TXN-13). */
export function importView(snapshot: Snapshot, permission: Decision, corrects = false): ImportView {
  const { context, value: state } = snapshot;
  const commands = {
    submit: submit(state, context, permission),
    accept: mayAccept(state, context, permission),
    correct: state === 'reviewing' && corrects ? permission : NOT_NOW,
    cancel: when(leavable(state, context)),
    restart: when(state === 'reviewing' || state === 'failed' || state === 'done'),
    retry: when(state === 'failed'),
  };
  const data: ImportData = {
    provider: context.provider,
    recognised: context.recognised,
    typed: context.typed,
    corrected: context.corrected,
    dirty: isDirty(context),
    correctionIssue: context.correctionIssue,
    file: context.file,
    progress: progress(state, context),
    report: context.report,
    accepted: context.accepted,
    key: context.key,
    import: permission,
  };
  if (state === 'cancelled') return { status: 'cancelled', commands, data };
  if (state === 'failed' && context.failure) {
    const wanted = leavable(state, context) ? needs(context) : [];
    return { status: 'failed', error: context.failure, needs: wanted, commands, data };
  }
  if (state === 'done' && context.report) {
    return { status: 'done', output: outputOf(context, context.report), commands, data };
  }
  const step = STEPS[state as keyof typeof STEPS];
  const busy = step !== 'collecting' && step !== 'reviewing';
  const wanted = busy ? [] : [...needs(context), ...guardNeeds(context)];
  return { status: 'pending', step, busy, needs: wanted, commands, data };
}
