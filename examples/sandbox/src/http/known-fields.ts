import type { AppContext } from './env.ts';
import { jsonBody } from './json-body.ts';
import { badRequest } from './problem.ts';

/**
 * Throws a 400 for a field that the call doesn't have (WIRE-06): a filter under a wrong name would select every row, and an
 * option that nothing reads would seem to have worked. Records are more lenient: a client sends back whole ones, with fields
 * that it doesn't know.
 *
 * @param at the pointer of what has the fields
 */
export function refuseUnknown(body: object, known: readonly string[], at = ''): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const detail = `There is no field "${unknown}" here. The fields are ${known.join(', ')}.`;
  throw badRequest(detail, `${at}/${unknown}`);
}

/** Throws a 400 for a parameter of the address that the call doesn't have, as of fields. */
export function refuseUnknownParameters(
  query: URLSearchParams,
  known: readonly string[],
  none = 'This call takes none.',
): void {
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const others = known.length > 0 ? `The parameters are ${known.join(', ')}.` : none;
  const detail = `There is no parameter "${unknown}" here. ${others}`;
  throw badRequest(detail, `/${unknown}`);
}

/** Returns the body of a call that takes these fields, and no parameters. Throws as jsonBody does, and a 400 for others. */
export async function knownBody(
  c: AppContext,
  known: readonly string[],
): Promise<Record<string, unknown>> {
  refuseUnknownParameters(queryOf(c), [], 'Send a body alone.');
  const body = await jsonBody(c);
  refuseUnknown(body, known);
  return body;
}

/** The parameters of a call's address. */
export const queryOf = (c: AppContext): URLSearchParams => new URL(c.req.url).searchParams;
