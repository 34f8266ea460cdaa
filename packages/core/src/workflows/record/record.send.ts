import type { Draft } from '../../resource/form.types.ts';
import { toFailure } from '../failure.ts';
import { callOf } from './record.call.ts';
import type { RecordContext } from './record.context.ts';
import { openForm } from './record.form.ts';
import type { RecordPorts } from './record.types.ts';

type Secrets = Readonly<Record<string, string>>;
type Ports = Pick<RecordPorts<unknown>, 'definition' | 'given' | 'rows' | 'send'>;

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
export const givenIn = (error: unknown): Draft | undefined =>
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

async function loadGiven(
  { definition, given }: Ports,
  { draft, mode }: RecordContext,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const opener = mode === 'create' ? definition.form?.opener : undefined;
  const id = opener?.id(draft) ?? '';
  if (!opener || !given || id === '' || !STALE.includes(toFailure(error).status)) return;
  const now = await given(opener, id, signal).catch(() => undefined);
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
    if (context.doing === 'save') await loadGiven(ports, context, error, signal);
    throw error;
  }
}
