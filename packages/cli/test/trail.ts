import { PASSWORD } from '@forecourt/sandbox';

interface Entry {
  readonly action: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** What the service's audit trail says of an action, the newest first. */
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
