import { PASSWORD } from '@forecourt/sandbox';

interface Entry {
  readonly action: string;
  readonly record_id: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** The entries of the service's audit trail for an action, newest first. */
export async function trailOf(url: string, action: string): Promise<readonly Entry[]> {
  const login = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin@forecourt.test', password: PASSWORD }),
  });
  const authorization = login.headers.get('authorization') ?? '';
  const answer = await fetch(`${url}/audit?size=50&filter=action:${action}`, {
    headers: { authorization },
  });
  return ((await answer.json()) as { content: readonly Entry[] }).content;
}
