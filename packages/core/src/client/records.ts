import { etagOf } from '../http/bodies.ts';
import type { Call } from '../http/http.types.ts';
import { ApiError } from '../http/outcome.ts';
import type {
  Draft,
  FormDefinition,
  FormField,
  FormState,
  Issues,
  ReferenceName,
} from '../resource/form.types.ts';
import { checkForm } from '../resource/form-rules.ts';
import type { AnyResource, Option, ResourceDefinition } from '../resource/resource.types.ts';
import { getRecord } from '../resource/resource-client.ts';
import type { Client } from './client.ts';
import { getOptions } from './options.ts';
import { randomText } from './ports.ts';
import { recordPorts } from './ports-record.ts';

type Secrets = Readonly<Record<string, string>>;

export interface SendOptions {
  /** Values of secret fields, by name: a password. */
  readonly secrets?: Secrets;
  /** The same key never does the same thing twice; default 16 random bytes. */
  readonly idempotencyKey?: string;
  /** The version that was seen, by `etagOf`; of a change the one that is loaded by default (WIRE-05). */
  readonly etag?: string;
  readonly signal?: AbortSignal;
}

/** Values that can't be given: of no field of the form, of a locked one, or of a secret one by itself. */
function misplaced(provided: Draft, secrets: Secrets, fields: readonly FormField[]): Issues {
  const refusal = (name: string) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (field === undefined) {
      const names = fields.map((candidate) => candidate.name).join(', ');
      return { code: 'unknown_field', message: `No such field; there are ${names}.` };
    }
    if (field.secret && name in provided) {
      return { code: 'secret', message: 'A secret is given apart, in `secrets`.' };
    }
    return field.locked === undefined ? undefined : { code: 'locked', message: field.locked };
  };
  const names = [...Object.keys(provided), ...Object.keys(secrets)];
  const found = names.flatMap((name) => {
    const issue = refusal(name);
    return issue ? [[name, [issue]] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Nothing is sent: what is wrong stands at its fields, by name. */
function refuse(operation: string, issues: Issues): void {
  const fieldErrors = Object.entries(issues).flatMap(([name, found]) =>
    found.map(({ message }) => ({ pointer: `/${name}`, detail: message })),
  );
  const [first] = fieldErrors;
  if (first === undefined) return;
  throw new ApiError({
    kind: 'http',
    operation,
    code: 'invalid_fields',
    message: first.detail,
    fieldErrors,
  });
}

/** The draft with what was given, and with what follows from it where that was not given too. */
function filled<Detail>(form: FormDefinition<Detail>, started: Draft, provided: Draft): Draft {
  let draft = started;
  for (const [name, value] of Object.entries(provided)) {
    const next = { ...draft, [name]: value };
    draft = form.changed?.(next, name, draft) ?? next;
  }
  return { ...draft, ...provided };
}

/** The lists that the given choices come from, where these depend on nothing else. */
async function choicesOf(
  client: Client,
  fields: readonly FormField[],
  provided: Draft,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<ReferenceName, readonly Option[]>> {
  const wanted = fields.flatMap(({ name, options }) =>
    name in provided && options !== undefined && 'reference' in options && options.by === undefined
      ? [options.reference]
      : [],
  );
  return new Map(
    await Promise.all(
      wanted.map(async (name) => [name, await getOptions(client, name, [], signal)] as const),
    ),
  );
}

async function save<Row, Detail>(
  client: Client,
  definition: ResourceDefinition<Row, Detail>,
  verb: 'create' | 'update',
  provided: Draft,
  loaded: { readonly id: string; readonly detail: Detail } | undefined,
  { etag, idempotencyKey = randomText(), secrets = {}, signal }: SendOptions,
): Promise<Row> {
  const detail = loaded?.detail;
  const { form, name } = definition;
  const call = form?.[verb];
  if (form === undefined || call === undefined) throw new TypeError(`${name} has no ${verb}.`);
  const operation = `${name}.${verb}`;
  const typed: FormState<Detail> = {
    mode: verb === 'create' ? 'create' : 'edit',
    detail,
    draft: filled(form, form.draft(detail), provided),
  };
  const fields = form.fields(typed);
  refuse(operation, misplaced(provided, secrets, fields));
  const lists = await choicesOf(client, fields, provided, signal);
  const state = { ...typed, choices: (reference: ReferenceName) => lists.get(reference) ?? [] };
  refuse(operation, checkForm(form, state, secrets));
  const { body, method, path } = call;
  const json = body(state, secrets) as NonNullable<Call['json']>;
  return send(
    client,
    definition,
    {
      ...{ operation, method, path: path(state), json, idempotencyKey },
      ...versionOf(loaded?.id, etag ?? etagOf(detail)),
    },
    signal,
  );
}

const versionOf = (id: string | undefined, etag: string | undefined) =>
  id === undefined || etag === undefined ? {} : { id, ifMatch: etag };

const send = <Row, Detail>(
  client: Client,
  definition: ResourceDefinition<Row, Detail>,
  call: Parameters<ReturnType<typeof recordPorts>['send']>[0],
  signal: AbortSignal | undefined,
): Promise<Row> =>
  recordPorts(client, definition).send(
    call,
    signal ?? new AbortController().signal,
  ) as Promise<Row>;

/**
 * Creates a record from values by field name, as its form says (a choice by its key), and gives it back as
 * far as the answer tells. Rejects with an `ApiError`: values that the form's rules refuse have the code
 * 'invalid_fields', name each field, and nothing was sent. A TypeError where the resource has no creating.
 * @example
 * await createRecord(client, markups, { company_name: '70/7', fuel_company_provider: '1/FP-100', mark_up_value: '0.02' });
 */
export const createRecord = <Row, Detail>(
  client: Client,
  definition: ResourceDefinition<Row, Detail>,
  values: Draft,
  options: SendOptions = {},
): Promise<Row> => save(client, definition, 'create', values, undefined, options);

/**
 * Changes some values of a record: it is loaded, and all of it goes back with the changes, for the version
 * that was loaded. Else like `createRecord`; a field that is locked for this record is refused with the
 * reason. Who changed the record in between keeps their change: the `ApiError` then has the code
 * 'conflict', nothing was done, and its `current` is the record as it is now (WIRE-05).
 */
export async function updateRecord<Row, Detail>(
  client: Client,
  definition: ResourceDefinition<Row, Detail>,
  id: string,
  changes: Draft,
  options: SendOptions = {},
): Promise<Row> {
  const detail = await getRecord(client, definition, id, options.signal);
  return save(client, definition, 'update', changes, { id, detail }, options);
}

/**
 * Deletes a record by its id; with `etag`, only that version of it (WIRE-05). Rejects with an `ApiError`,
 * of the code 'conflict' for another version; a TypeError where it has no deleting.
 */
export async function removeRecord(
  client: Client,
  definition: AnyResource,
  id: string,
  { etag, idempotencyKey = randomText(), signal }: Omit<SendOptions, 'secrets'> = {},
): Promise<void> {
  const { name, remove } = definition;
  if (remove === undefined) throw new TypeError(`${name} has no way to delete.`);
  const call = { operation: `${name}.delete`, method: 'DELETE', path: remove.path(id) } as const;
  await send(client, definition, { ...call, idempotencyKey, ...versionOf(id, etag) }, signal);
}
