import { PASSWORD } from '@forecourt/sandbox';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signIn } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();

/** The same person's session on another device. */
async function otherDevice() {
  const api = `${suite.url()}/api/v1`;
  const json = { 'content-type': 'application/json' };
  const credentials = { username: 'admin@forecourt.test', password: PASSWORD };
  const login = await fetch(`${api}/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(credentials),
  });
  const headers = { ...json, authorization: login.headers.get('authorization') ?? '' };
  return {
    get: async (path: string) => (await fetch(`${api}/${path}`, { headers })).json(),
    remove: (path: string) => fetch(`${api}/${path}`, { method: 'DELETE', headers }),
  };
}

const said = (page: Page): Promise<string> =>
  page.locator('.notice.warn').textContent() as Promise<string>;

describe('your own account in the list of users', () => {
  it('USER-08 refuses its password at the field, and says where to change it', async () => {
    const device = await otherDevice();
    const { content } = await device.get('users?filter=email:admin@forecourt.test');
    const page = await suite.openAs(`/user/${content[0].id}/edit`, undefined, {
      tolerates: /status of 422/,
    });
    const secrets = page.locator('input[type=password]');
    await secrets.first().waitFor();
    for (const field of await secrets.all()) await field.fill('Fresh-enough-77');
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await next.click();
    await next.click();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await page
      .locator('.fault', { hasText: 'Change your own password in your profile.' })
      .waitFor();
    await expect.poll(() => secrets.first().getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a session that was ended on another device', () => {
  it('AUTH-11 AUTH-09 both tabs say why, and return to the same place after signing in', async () => {
    const page = await suite.open({ tolerates: /status of 401/ });
    await page.goto('/invoices?size=5');
    await signIn(page);
    await listRows(page);
    const second = await page.context().newPage();
    await second.goto('/managercards/5/view');
    await second.getByRole('link', { name: 'Edit' }).waitFor();
    const device = await otherDevice();
    const sessions = (await device.get('sessions')) as { id: string; current: boolean }[];
    for (const { current, id } of sessions) if (!current) await device.remove(`sessions/${id}`);
    await page.getByRole('button', { name: 'Refresh' }).click();
    for (const tab of [page, second]) await tab.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await said(page)).toBe(
      'Your session has ended. Sign in again as the same person: the page and most of what you typed are kept; files, corrections of them and passwords are not. This session is over: it was signed out, the password was changed, or its time is up.',
    );
    expect(await said(second)).toBe(
      'Your session has ended. Sign in again as the same person: the page and most of what you typed are kept; files, corrections of them and passwords are not. It ended in another tab.',
    );
    await signIn(page);
    await listRows(page);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/invoices?size=5');
    await second.waitForURL('**/managercards/5/view');
    await second.getByRole('link', { name: 'Edit' }).waitFor();
  });
});
