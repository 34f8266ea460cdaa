import { createSandbox } from '@forecourt/sandbox';
import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { signIn } from './browser.ts';
import { it } from './journey.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();
const MARKUP = '<img src=x onerror="document.title=1"><b>Bold</b>';

/** Policy violations during an attempt. */
async function breaches(page: Page, tried: () => Promise<unknown>): Promise<string[]> {
  await page.evaluate(() => {
    const reported: string[] = [];
    Object.assign(globalThis, { reported });
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      reported.push(effectiveDirective),
    );
  });
  await tried();
  await page.waitForTimeout(200);
  return page.evaluate(() => (globalThis as unknown as { reported: string[] }).reported);
}

describe('content security', () => {
  const ATTEMPTS: readonly [what: string, directive: string, attempt: () => void][] = [
    [
      'an inline script',
      'script-src-elem',
      () => {
        const script = document.createElement('script');
        script.textContent = "document.title = 'taken over'";
        document.body.append(script);
      },
    ],
    [
      'a handler out of markup',
      'script-src-attr',
      () => {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="document.title=1">');
      },
    ],
    [
      'eval',
      'script-src',
      () => {
        setTimeout(() => {
          try {
            // biome-ignore lint/security/noGlobalEval: it is what must not work
            // biome-ignore lint/complexity/noCommaOperator: an indirect call
            (0, eval)("document.title = 'taken over'");
          } catch {
            // The policy blocked it.
          }
        });
      },
    ],
    [
      'a call to another host',
      'connect-src',
      () => void fetch('https://elsewhere.example/').catch(() => undefined),
    ],
    [
      'a picture of another host',
      'img-src',
      () => {
        new Image().src = 'https://elsewhere.example/pixel.png';
      },
    ],
  ];

  it.each(ATTEMPTS)('stops %s', async (_what, directive, attempt) => {
    const page = await suite.openAs('/Dashboard', undefined, { tolerates: /./ });
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const title = await page.title();
    expect(await breaches(page, () => page.evaluate(attempt))).toContain(directive);
    expect(await page.title()).toBe(title);
  });

  it('shows markup in data as text', async () => {
    const page = await suite.openAs('/managercards');
    await listRows(page);
    const put = (row: Record<string, unknown>) => ({ ...row, driver_name: MARKUP });
    await page.route('**/api/v1/fuel-card-management**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({
        json: body.content ? { ...body, content: body.content.map(put) } : put(body),
      });
    });
    await page.reload();
    expect((await listRows(page))[0]).toContain(MARKUP);
    await page.getByRole('link', { name: /^View/ }).first().click();
    await page.getByText(MARKUP).first().waitFor();
    await expect.poll(() => page.locator('main img, main b').count()).toBe(0);
    expect(await page.title()).toBe('Welcome to Forecourt');
  });

  it("is not shown in another page's frame", async () => {
    const page = await suite.open({ tolerates: /./ });
    await page.route('https://elsewhere.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${suite.url()}/"></iframe>` }),
    );
    await page.goto('https://elsewhere.example/');
    // The browser's own error page, in place of the portal.
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  });
});

describe('the authorization', () => {
  it('AUTH-03 has a cookie that is Secure on https and always SameSite=Strict, and is in no address', async () => {
    const sandbox = await createSandbox({
      portalDir: inject('portalDir'),
      passwordCost: 4,
      demo: { transactions: 50 },
    });
    const page = await suite.open({ baseURL: 'https://portal.example' });
    const asked: string[] = [];
    await page.route('https://portal.example/**', async (route) => {
      const request = route.request();
      asked.push(request.url());
      const answer = await sandbox.fetch(
        new Request(request.url(), {
          method: request.method(),
          headers: await request.allHeaders(),
          ...(request.postData() !== null && { body: request.postData() }),
        }),
      );
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      });
    });
    await page.goto('/');
    await signIn(page);
    await listRows(page);
    const [cookie] = (await page.context().cookies()).filter(
      ({ name }) => name === 'authorization',
    );
    expect(cookie).toMatchObject({ sameSite: 'Strict', secure: true, path: '/' });
    const token = decodeURIComponent(cookie?.value ?? '').slice('Bearer '.length);
    expect(token.length).toBeGreaterThan(20);
    expect(asked.filter((url) => url.includes(token))).toEqual([]);
    await sandbox.close();
  });
});
