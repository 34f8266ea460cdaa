import {
  type AnyResource,
  type Client,
  type ConflictField,
  type ConflictValue,
  type FormEffect,
  type FormField,
  getRecord,
  type RecordPorts,
  type RecordView,
  recordPorts,
  recordWorkflow,
  startWorkflow,
} from '@forecourt/core';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { ProvidedFields } from '../input/provided-fields.ts';
import { readSecret } from '../input/secret.ts';
import { type ChangeOnce, changeOnce } from '../journal/change-once.ts';
import { noteWhich } from '../output/record-text.ts';
import { clockOf } from '../runtime.ts';
import type { Work } from '../work.ts';
import { askSecretOnce, askToConfirm } from './ask-for.ts';
import { type Answers, drive } from './drive.ts';
import { formAnswers } from './form-answers.ts';
import { namingWho } from './last-change.ts';
import type { OpenedForm } from './opened-from.ts';
import { asking } from './prompts.ts';
import { settleOpenChange } from './settle-open-change.ts';

export interface Saving {
  readonly mode: 'create' | 'edit';
  readonly id?: string;
  readonly fields: ProvidedFields;
  /** The row that opens the form: a payment's invoice. */
  readonly opened?: OpenedForm;
}

/** The result of a save; nothing is sent when nothing changed. */
export interface Saved {
  readonly changed: boolean;
  readonly message: string;
  /** One sentence on what others changed in the meantime, which is kept (WIRE-05). */
  readonly meanwhile?: string | undefined;
  readonly record: unknown;
  /** Effects beyond the fields: rights that a user gained or lost. */
  readonly effects?: readonly FormEffect[];
}

type View = RecordView<unknown>;

/** The fields on show, and those that another answer reveals, such as a reason. */
const allFields = ({ form }: AnyResource, shown: readonly FormField[]): readonly FormField[] => [
  ...shown,
  ...(form?.sometimes ?? []).filter(({ name }) => !shown.some((field) => field.name === name)),
];

/** Throws a usage error for an answer to a field that this change doesn't have: it would be dropped in silence. */
function refuseSpare({ form }: AnyResource, { data }: View, answers: Answers): void {
  for (const { label, name } of form?.sometimes ?? []) {
    const { flag, value } = answers[name] ?? {};
    const isBlank = String(value ?? '').trim() === '';
    if (isBlank || data.fields.some((field) => field.name === name)) continue;
    throw usageError(
      `${label} can't be set: this change needs none. (${flag})`,
      'Nothing was sent.',
    );
  }
}

/** Drops the field that the row fills when the option names the row by id: that field holds its number. */
const withoutRow = (
  answers: Answers,
  { fields, flag }: { readonly fields: readonly FormField[]; readonly flag: string | undefined },
): Answers => {
  const filled = fields.filter(
    ({ locked, name }) =>
      locked !== undefined && flag !== undefined && answers[name]?.flag === flag,
  );
  const none = filled.map(({ name }) => [name, { flag, value: undefined }] as const);
  return { ...answers, ...Object.fromEntries(none) } as Answers;
};

/** Creates or updates a record from options, a document and, on a terminal, prompts. */
export async function saveRecord(
  work: Work,
  client: Client,
  definition: AnyResource,
  { fields, id, mode, opened }: Saving,
): Promise<Saved> {
  const { options, signal, runtime } = work;
  const once = changeOnce(work, client, fields);
  const ports = sayingWhich(work, definition, recordPorts(client, definition));
  const settled = await settleOpenChange(work, definition, once, ports);
  if (settled) return settled;
  const secret = options.passwordStdin === true ? await readSecret(runtime.stdin) : undefined;
  const secrecy = { hasSecret: secret !== undefined };
  const provided = await opened?.load();
  const run = startWorkflow(recordWorkflow(keepingKey(ports, once, secrecy)), {
    ...clockOf(runtime),
    input: {
      mode,
      unattended: true,
      ...(id !== undefined && { id }),
      ...(provided && { provided }),
    },
  });
  let answers: Answers = {};
  const view = await drive<View>(run, {
    answers: ({ data }) => {
      answers = withoutRow(
        formAnswers(work, allFields(definition, data.fields), { provided: fields, secret }),
        { fields: data.fields, flag: opened?.flag },
      );
      return {
        ...answers,
        confirm: { flag: '--yes', ...(options.yes === true && { value: true }) },
      };
    },
    ask: askToConfirm(
      askSecretOnce(asking(work), () => {
        secrecy.hasSecret = true;
      }),
      'Nothing was sent.',
    ),
    signal,
    ...(id !== undefined && { subject: 'records' }),
    recording: work.recording,
    submits: (filled) => {
      refuseSpare(definition, filled, answers);
      return mode === 'create' || filled.data.dirty;
    },
  });
  if (view.status === 'done') {
    const { meanwhile, message, record } = view.output;
    const whole = await wholeRecord(work, client, definition, record);
    return { changed: true, message, meanwhile, record: whole, effects: view.data.effects };
  }
  if (mode === 'edit' && !view.data.dirty) {
    refuseSpare(definition, view, answers);
    const { effects, record } = view.data;
    return { changed: false, message: 'Nothing was changed.', record, effects };
  }
  if (view.status !== 'pending' || view.step !== 'conflict') throw unsendable(view);
  const { record } = view.data;
  throw await namingWho(conflict(view), { client, definition, record, signal });
}

/**
 * Reads the record when the creation's answer has only its id. The record exists even if that read
 * fails.
 */
async function wholeRecord(
  { signal }: Work,
  client: Client,
  definition: AnyResource,
  record: unknown,
): Promise<unknown> {
  const held = Object.entries(record ?? {}).filter(([, value]) => value !== undefined);
  if (held.length !== 1 || held[0]?.[0] !== 'id') return record;
  return getRecord(client, definition, String(held[0][1]), signal).catch(() => record);
}

/** Notes once which record is about to change. */
const sayingWhich = (
  { output }: Work,
  definition: AnyResource,
  ports: RecordPorts<unknown>,
): RecordPorts<unknown> => {
  let noted = false;
  return {
    ...ports,
    fetchRecord: async (id, signal) => {
      const record = await ports.fetchRecord(id, signal);
      if (!noted) noteWhich(output, definition, id, record as Record<string, unknown>);
      noted = true;
      return record;
    },
  };
};

/** Writes the key to disk before anything is sent and removes it once the outcome is known. */
const keepingKey = (
  ports: RecordPorts<unknown>,
  once: ChangeOnce,
  secrecy: { readonly hasSecret: boolean },
): RecordPorts<unknown> => ({
  ...ports,
  send: ({ idempotencyKey: key, ...call }, signal) =>
    once.send({ key, ...(!secrecy.hasSecret && { call }) }, (idempotencyKey) =>
      ports.send({ ...call, idempotencyKey }, signal),
    ),
});

/**
 * Formats the conflicting values; where two read alike ('Canada' for two provinces), each shows its
 * key.
 */
function readings({ loaded, mine, theirs }: ConflictField) {
  const all = [loaded, mine, theirs];
  const formatValue = (one: ConflictValue): string => {
    const alike = all.some(({ shown, value }) => shown === one.shown && value !== one.value);
    return alike ? `${one.shown} (${String(one.value) || 'empty'})` : one.shown;
  };
  return { loaded: formatValue(loaded), mine: formatValue(mine), theirs: formatValue(theirs) };
}

/** One field's conflict in a line; lists only the values that differ. */
function collision(change: ConflictField): string {
  const { loaded, mine, theirs } = readings(change);
  if (theirs === mine) return `${loaded} became ${theirs}.`;
  if (theirs === loaded) return `still ${theirs}, not ${mine}.`;
  return mine === loaded
    ? `${loaded} became ${theirs}.`
    : `${loaded} became ${theirs}, not ${mine}.`;
}

/**
 * Both sides changed a field while the command was working: nothing is sent, and the error shows
 * both values (WIRE-05).
 */
function conflict({ data }: View): CommandError {
  const changes = (data.conflict?.fields ?? []).filter(
    ({ changed, locked }) => changed === 'both' || locked !== undefined,
  );
  const lines = changes.map(
    (change) => `${change.label}: ${collision(change)}${change.locked ? ` ${change.locked}` : ''}`,
  );
  const advice = 'Nothing was changed. Check the record and run the command again.';
  const message = 'Somebody else changed the record in the meantime.';
  return new CommandError(EXIT.inputRefused, 'conflict', message, {
    detail: [...lines, advice].join('\n'),
    fields: changes.map(({ label, loaded, locked, mine, name, theirs }) => ({
      ...{ field: name, label },
      ...{ loaded: loaded.value, mine: mine.value, theirs: theirs.value },
      ...(locked !== undefined && { locked }),
    })),
  });
}

function unsendable({ commands }: View): Error {
  const { submit } = commands;
  if (submit.allowed) return new TypeError('The form stopped before its end.');
  const { code, message } = submit.reason;
  return new CommandError(EXIT.inputRefused, code, message);
}
