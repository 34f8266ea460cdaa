/** A refusal's body, parsed: {} if it is no JSON object. */
export type Problem = Readonly<Record<string, unknown>>;

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/**
 * Returns whether a refusal is the service's own: a problem document (RFC 9457), by its media type or by its
 * members. Anything else comes from a proxy or a network on the way, so it proves nothing about the session
 * (AUTH-09) or the file that was sent (TXN-13).
 */
export function isOwnProblem({ status, headers }: Response, problem: Problem): boolean {
  if (!isText(problem.title) && !isText(problem.detail)) return false;
  const isProblem = /^application\/problem\+json\b/i.test(headers.get('content-type') ?? '');
  return isProblem
    ? problem.status === undefined || problem.status === status
    : problem.status === status;
}

const MAX_NAME = 60;
const MAX_TITLE = 100;

/** Makes a foreign text safe to show: one line, no control characters, limited in length. */
const clean = (text: string, most: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, most);

/**
 * Describes who refused a call in place of the service, from the response's headers and the title of its page:
 * "nginx/1.24.0 answered 413 in place of the service (text/html, '413 Request Entity Too Large')."
 */
export function foreignText({ status, headers }: Response, body: string): string {
  const server = clean(headers.get('server') ?? '', MAX_NAME);
  const type = clean(headers.get('content-type')?.split(';')[0] ?? '', MAX_NAME);
  const title = clean(/<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '', MAX_TITLE);
  const facts = [type || 'without a content type', ...(title ? [`'${title}'`] : [])].join(', ');
  return `${server || 'Something on the way'} answered ${status} in place of the service (${facts}).`;
}
