import type { SnapshotFrom } from 'xstate';
import { ALLOWED, type Decision, refused } from '../../permissions/index.ts';
import type { UploadDefinition } from '../../resource/form.types.ts';
import { NOT_NOW, when } from '../commands.ts';
import { needOf } from '../form-needs.ts';
import type { Need } from '../view.ts';
import { type UploadContext, uploadIssues } from './upload.context.ts';
import type { uploadMachine } from './upload.machine.ts';
import type { UploadView } from './upload.types.ts';

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

/** Before the first attempt, submitting is allowed, because it shows what is missing. */
function submit(
  definition: UploadDefinition,
  context: UploadContext,
  permission: Decision,
): Decision {
  if (!permission.allowed) return permission;
  const [wrong] = Object.values(uploadIssues(definition, context)).flat();
  return wrong && context.shown ? refused(wrong.code, wrong.message) : ALLOWED;
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
    cancel: when(state === 'collecting' || failed),
    retry: failed ? retry(definition, context, permission) : NOT_NOW,
    restart: when(known),
  };
  const { label: title, submitLabel } = definition;
  const rejected = answer?.rejected ?? [];
  const data = { title, submitLabel, draft, file, rejected, permission };
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
  const step = collecting ? 'collecting' : state === 'resolving' ? 'resolving' : 'sending';
  const wanted = collecting ? needs(definition, context) : [];
  return { status: 'pending', step, busy: !collecting, needs: wanted, commands, data };
}
