import { PASSWORD } from '@forecourt/sandbox';

/** Another user's call, made directly to the service at this address. Throws if it is refused. */
export async function callElsewhere(
  url: string,
  path: string,
  { body, method = 'GET' }: { readonly method?: string; readonly body?: object } = {},
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire gives.
): Promise<any> {
  const api = `${url}/api/v1`;
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${api}/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin@forecourt.test', password: PASSWORD }),
  });
  const authorization = login.headers.get('authorization') ?? '';
  const answer = await fetch(`${api}/${path}`, {
    method,
    headers: { ...json, authorization },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
