import { etagOf } from '../http/bodies.ts';
import type { Call } from '../http/http.types.ts';
import { ApiError } from '../http/outcome.ts';
import type {
  Draft,
  DraftOf,
  FormDefinition,
  FormField,
  FormState,
  Issues,
  ReferenceName,
} from '../resource/form.types.ts';
import { checkForm } from '../resource/form-rules.ts';
import { withKeys } from '../resource/form-values.ts';
import type { AnyResource, Option, ResourceDefinition } from '../resource/resource.types.ts';
import { getRecord } from '../resource/resource-client.ts';
import type { Client } from './client.ts';
import { getOptions } from './options.ts';
import { randomText } from './ports.ts';
import { recordPorts } from './ports-record.ts';

type Secrets = Readonly<Record<string, string>>;

/** Options of creating or changing a record. */
export interface SendOptions {
  /** Values of secret fields (a password), by name. */
  readonly secrets?: Secrets;
  /** Calls with the same key take effect only once; default 16 random bytes. */
  readonly idempotencyKey?: string;
  /**
   * The version the change is based on, from `etagOf`; an update uses the loaded one by default (WIRE-05).
   */
  readonly etag?: string;
  readonly signal?: AbortSignal;
}

/**
 * Returns issues for values that can't be set: of unknown fields, of locked ones, and secrets outside
 * `secrets`.
 */
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

/** Returns issues for values that no form has, as a caller without types may give them: numbers and null. */
function untyped(provided: Readonly<Record<string, unknown>>): Issues {
  const message = "Give it as text, such as '0.5', and '' for nothing.";
  const found = Object.entries(provided).filter(
    ([, value]) => value === null || typeof value === 'number' || typeof value === 'bigint',
  );
  return Object.fromEntries(found.map(([name]) => [name, [{ code: 'not_text', message }]]));
}

/** Throws if there are issues, before anything is sent; `fieldErrors` names each field. */
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

/**
 * Returns the draft with the provided values and their consequences, except where those were provided as
 * well.
 */
function filled<Detail>(form: FormDefinition<Detail>, started: Draft, provided: Draft): Draft {
  let draft = started;
  for (const [name, value] of Object.entries(provided)) {
    const next = { ...draft, [name]: value };
    draft = form.changed?.(next, name, draft) ?? next;
  }
  return { ...draft, ...provided };
}

/** Loads the lists that the provided choices come from, if these don't depend on other fields. */
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
  refuse(operation, untyped(provided));
  const typed: FormState<Detail> = {
    mode: verb === 'create' ? 'create' : 'edit',
    detail,
    draft: filled(form, form.draft(detail), provided),
  };
  const fields = form.fields(typed);
  const carried = form.opener?.carried ?? [];
  const entries = Object.entries(provided).filter(([name]) => !carried.includes(name));
  refuse(operation, misplaced(Object.fromEntries(entries), secrets, fields));
  const lists = await choicesOf(client, fields, provided, signal);
  const choices = (reference: ReferenceName) => lists.get(reference) ?? [];
  const state = withKeys(form, { ...typed, choices });
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
 * Creates a record from values by field name, using its form's rules (a choice is given by its key).
 * Resolves to the record as far as the response contains it. Rejects with an `ApiError`: if the form's
 * rules refuse values, the code is 'invalid_fields', each field is named, and nothing was sent. Rejects
 * with a TypeError if the resource can't be created.
 *
 * @param client whose session and connection are used
 * @param definition the definition of the resource
 * @param values the form's fields by name, each as a person would type it
 * @param options key, secrets, and a signal that aborts the call
 * @example
 * await createRecord(client, markups, { company_name: '70/7', fuel_company_provider: '1/FP-100',
 *   mark_up_value: '0.02' });
 */
export const createRecord = <Row, Detail, Name extends string = string>(
  client: Client,
  definition: ResourceDefinition<Row, Detail, Name>,
  values: DraftOf<NoInfer<Name>>,
  options: SendOptions = {},
): Promise<Row> => save(client, definition, 'create', values as Draft, undefined, options);

/**
 * Changes some values of a record: loads it, and sends it back whole with the changes, for the version that
 * was loaded. Otherwise like `createRecord`; a field that is locked for this record is refused with the
 * reason. If someone else changed the record in between, nothing is overwritten: the `ApiError` has the
 * code 'conflict', and its `current` is the record as it is now (WIRE-05).
 *
 * @param client whose session and connection are used
 * @param definition the definition of the resource
 * @param id the record's id
 * @param changes the fields to change, by name
 * @param options key, secrets, and a signal that aborts the call
 * @returns the record as far as the response contains it
 * @throws what `createRecord` throws; an `ApiError` 'conflict' if somebody else changed the same fields
 * @example
 * await updateRecord(client, markups, '7', { mark_up_value: '0.03' });
 */
export async function updateRecord<Row, Detail, Name extends string = string>(
  client: Client,
  definition: ResourceDefinition<Row, Detail, Name>,
  id: string,
  changes: DraftOf<NoInfer<Name>>,
  options: SendOptions = {},
): Promise<Row> {
  const detail = await getRecord(client, definition, id, options.signal);
  return save(client, definition, 'update', changes as Draft, { id, detail }, options);
}

/**
 * Deletes a record by its id; with `etag`, only that version of it (WIRE-05). Rejects with an `ApiError`,
 * with the code 'conflict' if the version differs, or with a TypeError if the resource can't be deleted.
 *
 * @param client whose session and connection are used
 * @param definition the definition of the resource
 * @param id the record's id
 * @param options the version to delete, the key, and a signal that aborts the call
 * @example
 * await removeRecord(client, markups, '7', { etag: '"3"' });
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
