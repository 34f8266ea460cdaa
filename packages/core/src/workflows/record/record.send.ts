import type { Draft } from '../../resource/form.types.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { toFailure } from '../failure.ts';
import type { RecordContext } from './record.context.ts';
import { openForm } from './record.form.ts';
import type { RecordCall, RecordPorts } from './record.types.ts';

type Secrets = Readonly<Record<string, string>>;

/** For that version alone, where one is known (WIRE-05). */
const versionOf = ({ input: { id } }: RecordContext, ifMatch: string | undefined) =>
  id === undefined || ifMatch === undefined ? {} : { id, ifMatch };

/** The call that a draft, or a deletion, ends in. */
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

/** Nothing was sent: a person is asked first. Caught by the record machine alone. */
export class QuestionFirst extends Error {
  override readonly name = 'QuestionFirst';
  readonly outcome = 'none';
  readonly code = 'question_first';
}

/** The question that a look before sending came to; undefined for any other error. */
export function questionIn(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as Partial<QuestionFirst>;
  return code === 'question_first' ? message : undefined;
}

const GIVEN = Symbol('given');

/** What the form's opener gives now, loaded after the service had refused the form. */
export const providedIn = (error: unknown): Draft | undefined =>
  (error as { [GIVEN]?: Draft } | undefined)?.[GIVEN];

/** Rejects with the question that is not answered yet; a look that fails asks nothing. None: there is nothing to look for. */
function lookFirst(
  { definition, rows }: Ports,
  context: RecordContext,
  signal: AbortSignal,
): Promise<void> | undefined {
  if (context.mode !== 'create' || context.doing !== 'save') return undefined;
  const open = openForm(definition, context);
  const warn = open?.form.warn;
  if (open === undefined || warn === undefined || rows === undefined) return undefined;
  const unseen = (error: unknown): readonly unknown[] => {
    // The session is over: to send now is no use, and what was typed is kept as not sent (AUTH-09).
    if (toFailure(error).status === 401) throw error;
    return [];
  };
  return rows(warn.filters(open.state), signal)
    .catch(unseen)
    .then((found) => {
      const question = warn.question(found, open.state);
      if (question !== undefined && question !== context.confirmed) {
        throw new QuestionFirst(question);
      }
    });
}

/** Refusals that may come from what the form was begun with: it is loaded again. */
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
 * The call that a draft ends in, with what its form wants around it: a look first, and after a refusal
 * another look at what the form was begun with.
 */
export async function sendRecord(
  ports: Ports,
  context: RecordContext,
  secrets: Secrets,
  { again, signal }: { readonly again: boolean; readonly signal: AbortSignal },
): Promise<unknown> {
  // What may have been sent already would find itself.
  const look = again ? undefined : lookFirst(ports, context, signal);
  if (look) await look;
  try {
    return await ports.send(context.call ?? callOf(ports.definition, context, secrets), signal);
  } catch (error) {
    if (context.doing === 'save') await loadProvided(ports, context, error, signal);
    throw error;
  }
}
