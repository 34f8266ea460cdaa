import type { SnapshotFrom } from 'xstate';
import { formatCount } from '../../format/values.ts';
import { ALLOWED, type Decision, refused } from '../../permissions/index.ts';
import type { UploadDefinition } from '../../resource/form.types.ts';
import { NOT_NOW, when } from '../commands.ts';
import { needOf } from '../form-needs.ts';
import type { Need } from '../view.ts';
import { type UploadContext, uploadIssues } from './upload.context.ts';
import type { uploadMachine } from './upload.machine.ts';
import type { UploadAnswer, UploadView } from './upload.types.ts';

export type UploadSnapshot = SnapshotFrom<ReturnType<typeof uploadMachine>>;

function needs(definition: UploadDefinition, context: UploadContext): readonly Need[] {
  const issues = uploadIssues(definition, context);
  const { accept, fields, maxBytes } = definition;
  const form = { ...context, issues, refused: {}, lists: {} };
  const seen = context.shown || context.touched.includes('file');
  return [
    ...fields.map((field) => needOf(field, fields, form)),
    {
      kind: 'file',
      name: 'file',
      label: 'File',
      required: true,
      accept,
      maxBytes,
      answered: issues.file === undefined,
      issues: seen ? (issues.file ?? []) : [],
      ...(context.file && { value: context.file }),
    },
  ];
}

/**
 * Before the first attempt, submitting is allowed, because it shows what is missing; unless the file is all that there is
 * to choose.
 */
function submit(
  definition: UploadDefinition,
  context: UploadContext,
  permission: Decision,
): Decision {
  if (!permission.allowed) return permission;
  const [wrong] = Object.values(uploadIssues(definition, context)).flat();
  return wrong && (context.shown || definition.fields.length === 0)
    ? refused(wrong.code, wrong.message)
    : ALLOWED;
}

function retry(
  definition: UploadDefinition,
  context: UploadContext,
  permission: Decision,
): Decision {
  if (context.failure?.outcome === 'unknown') return when(context.file !== undefined);
  if (!permission.allowed) return permission;
  return when(Object.keys(uploadIssues(definition, context)).length === 0);
}

const were = (count: number, noun: readonly [one: string, many: string], done: string): string =>
  `${formatCount(count)} ${noun[count === 1 ? 0 : 1]} ${count === 1 ? 'was' : 'were'} ${done}`;

/** Returns how many rows became what, as one sentence (FORM-08). */
function summaryOf(
  { accepted, changed, created, rejected }: UploadAnswer,
  { noun = ['row', 'rows'] }: UploadDefinition,
): string {
  const rows = new Set(rejected.map(({ row }, index) => row ?? `?${index}`)).size;
  const parts = [
    ...(created === undefined ? [were(accepted, ['row', 'rows'], 'taken')] : []),
    ...(created ? [were(created, noun, 'created')] : []),
    ...(created !== undefined && changed ? [were(changed, noun, 'changed')] : []),
    ...(rows > 0 ? [were(rows, ['row', 'rows'], 'refused')] : []),
  ];
  const last = parts.pop() ?? were(accepted, ['row', 'rows'], 'taken');
  return `${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last}.`;
}

/** Derives the view of an upload. */
export function uploadView(
  { context, value: state }: UploadSnapshot,
  definition: UploadDefinition,
  permission: Decision,
): UploadView {
  const { answer, draft, failure, file } = context;
  const failed = state === 'failed';
  const known = failed && failure?.outcome !== 'unknown';
  const commands = {
    submit: state === 'collecting' ? submit(definition, context, permission) : NOT_NOW,
    cancel: when(state === 'collecting' || state === 'checking' || failed),
    retry: failed ? retry(definition, context, permission) : NOT_NOW,
    restart: when(known),
  };
  const { label: title, submitLabel } = definition;
  const rejected = answer?.rejected ?? [];
  const summary = answer ? summaryOf(answer, definition) : '';
  const data = { title, submitLabel, draft, file, rejected, summary, permission };
  if (state === 'done' && answer) {
    const output = { ...answer, message: definition.texts.success };
    return { status: 'done', output, commands, data };
  }
  if (failed && failure) {
    const wanted = needs(definition, context).filter(({ name }) => known || name === 'file');
    return { status: 'failed', error: failure, needs: wanted, commands, data };
  }
  if (state === 'cancelled') return { status: 'cancelled', commands, data };
  const collecting = state === 'collecting';
  const step = state === 'checking' || state === 'resolving' || collecting ? state : 'sending';
  const wanted = collecting ? needs(definition, context) : [];
  return { status: 'pending', step, busy: !collecting, needs: wanted, commands, data };
}
