import type { Draft } from '../../resource/form.types.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { toFailure } from '../failure.ts';
import type { RecordContext } from './record.context.ts';
import { openForm } from './record.form.ts';
import type { RecordCall, RecordPorts } from './record.types.ts';

type Secrets = Readonly<Record<string, string>>;

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
  return {
    operation: `${name}.${verb}`,
    method,
    path: path(open.state),
    json: body(open.state, secrets),
    idempotencyKey,
    ...(verb === 'update' && versionOf(context, context.etag)),
  };
}

type Ports = Pick<RecordPorts<unknown>, 'definition' | 'provided' | 'rows' | 'send'>;

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

const GIVEN = Symbol('given');

/** Returns the opener's current values, which were loaded after the service refused the form. */
export const providedIn = (error: unknown): Draft | undefined =>
  (error as { [GIVEN]?: Draft } | undefined)?.[GIVEN];

/**
 * Rejects with a question that hasn't been answered yet; a failed lookup asks nothing. Returns undefined if
 * there is nothing to look up.
 */
function lookFirst(
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
  const unseen = (error: unknown): readonly unknown[] => {
    // Without a session, sending is pointless; the draft is kept as not sent (AUTH-09).
    if (toFailure(error).status === 401) throw error;
    return [];
  };
  return rows(warn.filters(open.state), signal).catch(unseen).then(ask);
}

/** Refusals that outdated values of the opener can cause; its values are then reloaded. */
const STALE: readonly unknown[] = [404, 409, 412, 422];

async function loadProvided(
  { definition, provided }: Ports,
  { draft, mode }: RecordContext,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const opener = mode === 'create' ? definition.form?.opener : undefined;
  const id = opener?.id(draft) ?? '';
  if (!opener || !provided || id === '' || !STALE.includes(toFailure(error).status)) return;
  const now = await provided(opener, id, signal).catch(() => undefined);
  if (now) Object.assign(error as object, { [GIVEN]: now });
}

/**
 * Sends the call that saves the draft: looks for existing rows first, and reloads the opener's values after
 * a refusal.
 */
export async function sendRecord(
  ports: Ports,
  context: RecordContext,
  secrets: Secrets,
  { again, signal }: { readonly again: boolean; readonly signal: AbortSignal },
): Promise<unknown> {
  // A repeated call may already have taken effect, and the lookup would find its own row.
  const look = again ? undefined : lookFirst(ports, context, signal);
  if (look) await look;
  try {
    return await ports.send(context.call ?? callOf(ports.definition, context, secrets), signal);
  } catch (error) {
    if (context.doing === 'save') await loadProvided(ports, context, error, signal);
    throw error;
  }
}
