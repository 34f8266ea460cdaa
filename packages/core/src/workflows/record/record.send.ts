import { MESSAGES } from '../../messages/messages.ts';
import type { Draft, Issues } from '../../resource/form.types.ts';
import { withKeys } from '../../resource/form-values.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { toFailure } from '../failure.ts';
import type { RecordContext, Secrets } from './record.context.ts';
import { openForm } from './record.form.ts';
import type { RecordCall, RecordPorts } from './record.types.ts';

/** Restricts a call to the loaded version, if known (WIRE-05). */
const versionOf = ({ input: { id } }: RecordContext, ifMatch: string | undefined) =>
  id === undefined || ifMatch === undefined ? {} : { id, ifMatch };

/** Returns the call that saves the draft or deletes the record. */
export function callOf(
  definition: AnyResource,
  context: RecordContext,
  secrets: Secrets,
): RecordCall {
  const { doing, input, key: idempotencyKey = '', mode, removeEtag } = context;
  const { name, remove } = definition;
  if (doing === 'remove') {
    if (remove === undefined) throw new TypeError(`${name} has no way to delete.`);
    const path = remove.path(input.id ?? '');
    const version = versionOf(context, removeEtag ?? context.etag);
    return { operation: `${name}.delete`, method: 'DELETE', path, idempotencyKey, ...version };
  }
  const open = openForm(definition, context);
  const verb = mode === 'create' ? 'create' : 'update';
  const call = open?.form[verb];
  if (open === undefined || call === undefined) throw new TypeError(`${name} has no ${verb}.`);
  const { body, method, path } = call;
  const state = withKeys(open.form, open.state);
  return {
    operation: `${name}.${verb}`,
    method,
    path: path(state),
    json: body(state, secrets),
    idempotencyKey,
    ...(verb === 'update' && versionOf(context, context.etag)),
  };
}

type Ports = Pick<RecordPorts<unknown>, 'definition' | 'found' | 'provided' | 'rows' | 'send'>;

/**
 * Thrown before sending because the user must answer a question first. Only the record machine catches it.
 */
export class QuestionFirst extends Error {
  override readonly name = 'QuestionFirst';
  readonly outcome = 'none';
  readonly code = 'question_first';
}

/** Returns the question of a `QuestionFirst`, or undefined for any other error. */
export function questionIn(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as Partial<QuestionFirst>;
  return code === 'question_first' ? message : undefined;
}

/** A refusal after which the opener's current values were loaded; `cause` is the service's error. */
export class OpenerChanged extends Error {
  override readonly name = 'OpenerChanged';
  readonly provided: Draft;

  constructor(cause: unknown, provided: Draft) {
    super('The form was refused, and its opener has these values now.', { cause });
    this.provided = provided;
  }
}

/** Recognised by name: a replayed run has the error as it was recorded. */
export const isOpenerChanged = (error: unknown): error is OpenerChanged =>
  error instanceof Error && error.name === 'OpenerChanged';

/** Returns a handler of a failed lookup: nothing is found, and the service decides. */
const orNothing =
  <T>(nothing: T) =>
  (error: unknown): T => {
    // Without a session, sending is pointless; the draft is kept as not sent (AUTH-09).
    if (toFailure(error).status === 401) throw error;
    return nothing;
  };

/**
 * Rejects with a question that hasn't been answered yet; a failed lookup asks nothing. Returns undefined if
 * there is nothing to look up.
 */
function askFirst(
  { definition, rows }: Ports,
  context: RecordContext,
  signal: AbortSignal,
): Promise<void> | undefined {
  if (context.doing !== 'save') return undefined;
  const open = openForm(definition, context);
  const warn = open?.form.warn;
  const modes: readonly string[] = warn?.modes ?? ['create'];
  if (open === undefined || warn === undefined || !modes.includes(context.mode)) return undefined;
  const ask = (found: readonly unknown[]): void => {
    const question = warn.question(found, open.state);
    if (question !== undefined && question !== context.confirmed) throw new QuestionFirst(question);
  };
  if (warn.filters === undefined || rows === undefined) {
    ask([]);
    return undefined;
  }
  return rows(warn.filters(open.state), signal).catch(orNothing([])).then(ask);
}

/** Thrown before sending if the typed text matches no record. Shows at the fields, like a service's refusal. */
class NoRecord extends Error {
  override readonly name = 'NoRecord';
  readonly outcome = 'none';
  readonly code = 'no_such_record';
  /** Like the service's own refusal. */
  readonly status = 422;
  readonly fields: Issues;

  constructor(fields: Issues) {
    super(MESSAGES.operationError);
    this.fields = fields;
  }
}

/**
 * Looks up the records that were typed or chosen in fields with a `record` (TXN-14), and rejects with an issue at each
 * field whose text matches no record. A failed lookup refuses nothing: the service decides. Undefined if there is nothing to look up.
 */
function resolveTyped(
  { definition, found }: Ports,
  context: RecordContext,
  signal: AbortSignal,
): Promise<void> | undefined {
  const open = context.doing === 'save' ? openForm(definition, context) : undefined;
  const typed = (open?.form.fields(open.state) ?? []).flatMap(({ locked, name, record }) => {
    const text = String(context.draft[name] ?? '').trim();
    const isTyped = locked === undefined && text !== '' && text !== context.initial[name];
    return record && isTyped ? [{ name, record, text }] : [];
  });
  if (found === undefined || typed.length === 0) return undefined;
  const looked = typed.map(async ({ name, record, text }) => {
    const rows = await found(record, text, signal).catch(orNothing(undefined));
    const message = rows?.length === 0 ? record.missing(text) : undefined;
    return message === undefined ? {} : { [name]: [{ code: 'no_such_record', message }] };
  });
  return Promise.all(looked).then((all) => {
    const issues: Issues = Object.assign({}, ...all);
    if (Object.keys(issues).length > 0) throw new NoRecord(issues);
  });
}

/** Refusals that outdated values of the opener can cause; its values are then reloaded. */
const STALE: readonly unknown[] = [404, 409, 412, 422];

/**
 * Runs a send of the draft. If it is refused, reloads the values that the form took from its opener, and rejects with
 * them in an `OpenerChanged`.
 */
export async function reloadingOpener<T>(
  { definition, provided }: Ports,
  { doing, draft, mode }: RecordContext,
  signal: AbortSignal,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isStale = STALE.includes(toFailure(error).status) && !(error instanceof NoRecord);
    const opener = doing === 'save' && mode === 'create' ? definition.form?.opener : undefined;
    const id = opener?.id(draft) ?? '';
    if (!isStale || !opener || !provided || id === '') throw error;
    const now = await provided(opener, id, signal).catch(() => undefined);
    throw now ? new OpenerChanged(error, now) : error;
  }
}

/** Looks for existing rows, then sends the call that saves the draft or deletes the record. */
export async function sendRecord(
  ports: Ports,
  context: RecordContext,
  secrets: Secrets,
  { again, signal }: { readonly again: boolean; readonly signal: AbortSignal },
): Promise<unknown> {
  // A repeated call may already have taken effect, and the lookup would find its own row.
  const records = again ? undefined : resolveTyped(ports, context, signal);
  if (records) await records;
  const look = again ? undefined : askFirst(ports, context, signal);
  if (look) await look;
  return ports.send(context.call ?? callOf(ports.definition, context, secrets), signal);
}
