import { menuEntries } from '@forecourt/core';
import { describe, expect } from 'vitest';
import { it } from './journey.ts';
import { browserSuite, listRows, stopClock } from './suite.ts';

const suite = browserSuite();

describe('menu', () => {
  const labels = menuEntries(undefined).map(({ label }) => label);

  it('SHELL-07 has its entries in order, each with its right', async () => {
    const page = await suite.openAs('/');
    const entries = page.locator('#main-menu a');
    expect(labels).toEqual([
      'Dashboard',
      'Customer',
      'Markup',
      'Users',
      'Cards',
      'Reporting',
      'Transactions',
      'Daily Rates',
      'Invoices',
      'Smart Buy',
      'Truck Care',
    ]);
    await entries.first().waitFor();
    await expect.poll(() => entries.allTextContents()).toEqual(labels);
  });

  it('SHELL-07 leaves out what the user may not read', async () => {
    const page = await suite.openAs('/', 'viewer@northhaul.test');
    await page.locator('#main-menu a').first().waitFor();
    await expect
      .poll(() => page.locator('#main-menu a').allTextContents())
      .toEqual(['Dashboard', 'Cards', 'Transactions', 'Invoices']);
  });

  it('SHELL-08 has Profile, Switch Account with its reason, and Logout', async () => {
    const page = await suite.openAs('/', 'viewer@northhaul.test');
    await page.getByRole('banner').getByRole('button').last().click();
    const items = page.getByRole('group', { name: 'Account' });
    await expect.poll(() => items.getByRole('link', { name: 'Profile' }).isVisible()).toBe(true);
    const item = items.getByRole('button', { name: /Switch Account/ });
    await expect.poll(() => item.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => item.textContent()).toContain('manages no other account');
    await page.keyboard.press('Escape');
    await expect.poll(() => items.isVisible()).toBe(false);
  });

  it('SHELL-08 enables Switch Account for users that the service calls eligible', async () => {
    const page = await suite.openAs('/');
    await page.getByRole('button', { name: /Adele/ }).click();
    const item = page.getByRole('button', { name: 'Switch Account' });
    await expect.poll(() => item.getAttribute('aria-disabled')).toBeNull();
  });
});

describe('brands', () => {
  it.each([
    ['localhost', 'forecourt', 'Forecourt'],
    ['harbour.localhost', 'harbour', 'Harbour Petroleum'],
    ['prairie.localhost', 'prairie', 'Prairie Fuels'],
    ['northline.localhost', 'northline', 'Northline Energy'],
    ['unheard-of.localhost', 'forecourt', 'Forecourt'],
  ])('SHELL-09 %s is %s', async (host, id, name) => {
    const page = await suite.open();
    await page.goto(`http://${host}:${new URL(suite.url()).port}/`);
    await page.getByRole('heading', { name }).waitFor();
    expect(await page.title()).toBe(`Welcome to ${name}`);
    const icon = page.locator('link[rel=icon]');
    await expect.poll(() => icon.getAttribute('href')).toBe(`/brands/${id}-icon.svg`);
    await expect.poll(() => page.locator('html').getAttribute('data-brand')).toBe(id);
    const drawn = page.locator(`img[src="/brands/${id}.svg"]`);
    // Rejects when the picture is missing.
    await drawn.evaluate((image: HTMLImageElement) => image.decode());
  });

  it("SHELL-09 SHELL-13 use a deployment's own list and colours without a rebuild, if the colours are legible", async () => {
    const page = await suite.open();
    await page.route('**/brands.json', (route) =>
      route.fulfill({
        json: [
          {
            id: 'prairie',
            name: 'Acme',
            hosts: [],
            logo: '/brands/prairie.svg',
            favicon: '/brands/prairie-icon.svg',
            colors: {
              accent: ['#225522', '#88cc88'],
              'no;good': ['red', 'red'],
              ink: ['#eeeeee', '#ffffff'],
            },
          },
        ],
      }),
    );
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Acme' }).waitFor();
    const accent = () => page.locator('html').evaluate((root) => root.style.cssText);
    expect(await accent()).toBe('--accent: light-dark(#225522, #88cc88);');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('Brand prairie');
    expect(warnings[0]).toContain('no;good');
    expect(warnings[0]).toMatch(/ink on paper reads at \d\.\d\d to 1 in light/);
  });

  it('SHELL-09 fall back to the built-in list if the list is broken', async () => {
    const page = await suite.open();
    await page.route('**/brands.json', (route) => route.fulfill({ body: '<html>' }));
    await page.goto('/');
    await page.getByRole('heading', { name: 'Forecourt' }).waitFor();
  });
});

describe('screens', () => {
  it('show tracking logs as a heading', async () => {
    const page = await suite.openAs('/tracking-logs');
    await page.getByRole('heading', { name: 'Tracking Logs' }).waitFor();
    // SHELL-14: a record's own events, by what people call it.
    await page.goto('/tracking-logs?filter=record:cards:7');
    await page.getByRole('button', { name: /^Remove filter About card \d{4} \d{4} / }).waitFor();
  });

  it('SHELL-11 list Smart Buy and Truck Care, with their texts where nothing is found, and a way back', async () => {
    const page = await suite.openAs('/smartbuy?size=10');
    await expect.poll(() => listRows(page)).toHaveLength(10);
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    const map = page.getByLabel('Map of the stations on this page');
    await map.locator('.map-region').first().waitFor();
    // Several stations of a town are apart; each pin says its rows.
    expect(await map.locator('.map-pin').count()).toBe(10);
    expect(await map.locator('.map-pin').first().getAttribute('title')).toMatch(
      /^1\. .+: \d\.\d{4} CAD per L, DIESEL$/,
    );
    await page.goto('/smartbuy?to=2020-01-01');
    await page.getByText('No smart buy records to show').waitFor();
    await page.getByRole('link', { name: 'Truck Care' }).click();
    await expect.poll(async () => (await listRows(page)).length).toBeGreaterThan(9);
    // A heading that can't be sorted stands over its column, too.
    const starts = (name: string) =>
      page.locator(name).evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return Math.round(range.getBoundingClientRect().left);
      });
    expect(await starts('th[data-field=from_date]')).toBe(
      await starts('tr[data-row]:first-child td[data-label=From]'),
    );
    await page.goto('/truckcare?from=2020-01-01&to=2020-01-02');
    await page.getByText('No Truck Care records to show').waitFor();
    // Opened by its address, Back leads to its list, wherever the browser was before.
    await page.goto('/reporting');
    await page.goto('/dailyrates/7/edit');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL('**/dailyrates');
  });

  it('SHELL-12 show a failing list, name the request, and recover', async () => {
    const page = await suite.openAs('/Dashboard', undefined, { tolerates: /status of 500/ });
    let broken = true;
    await page.route('**/api/v1/spol/**', (route) =>
      broken
        ? route.fulfill({ status: 500, headers: { 'x-request-id': 'req-17' }, body: '' })
        : route.continue(),
    );
    await page.goto('/invoices');
    await page.getByText('Oops! Something broke, we are working on a fix.').waitFor();
    await page.getByText('req-17').waitFor();
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => listRows(page)).toHaveLength(10);
  });

  it('SHELL-12 ACC-04 say that a right is missing, and not that something broke', async () => {
    const page = await suite.openAs('/Dashboard', undefined, { tolerates: /status of 403/ });
    await page.route('**/api/v1/spol/**', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          title: 'No right',
          detail: 'This account lacks read on screen FI.',
        }),
      }),
    );
    await page.goto('/invoices');
    await page.getByText("You don't have permission to access this page").waitFor();
    await page.getByText('This account lacks read on screen FI.').waitFor();
    await expect.poll(() => page.getByText('Oops').count()).toBe(0);
  });

  it('SHELL-12 say of an id that no record can have what they say of any other unknown id', async () => {
    const page = await suite.openAs('/invoices/%00/view', undefined, {
      tolerates: /status of 400/,
    });
    await page.getByText("This invoice doesn't exist or was deleted.", { exact: true }).waitFor();
    expect(await page.getByText(/Oops|NUL/).count()).toBe(0);
  });

  it('SHELL-04 SHELL-12 say of a path whose percent-encoding is broken that nothing is there', async () => {
    const page = await suite.openAs('/transactions/%ff/view', undefined, {
      tolerates: /status of 40[04]/,
    });
    await page
      .getByText("This transaction doesn't exist or was deleted.", { exact: true })
      .waitFor();
    await page.goto('/%ff');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByText('There is nothing at /%ff.').waitFor();
    expect(await page.getByText('Oops').count()).toBe(0);
  });

  it('ERR-01 show a redirected call with what it is and what to do', async () => {
    const page = await suite.openAs('/Dashboard', undefined, { tolerates: /./ });
    await page.route('**/api/v1/spol/**', (route) =>
      route.fulfill({ status: 302, headers: { location: 'http://wifi.invalid/login' } }),
    );
    await page.goto('/invoices');
    await page
      .getByText(
        "A redirect came in place of the service's answer: the sign-in page of a network or a proxy, or the address is not the service's. Sign in to the network or correct the address, then try again.",
      )
      .waitFor();
  });

  it('SHELL-12 keep the shell usable when one of them crashes', async () => {
    const page = await suite.openAs('/Dashboard', undefined, { tolerates: /./ });
    await page.route('**/RecordView-*.js', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/managercards/1/view');
    await page.getByText('Oops! Something broke, we are working on a fix.').waitFor();
    await page.getByRole('link', { name: 'Invoices' }).click();
    await expect.poll(() => listRows(page)).toHaveLength(10);
  });

  it('FORM-03 show a toast at the top right for three seconds', async () => {
    const page = await suite.openAs('/managercards');
    await listRows(page);
    await stopClock(page);
    await page.getByRole('button', { name: 'Assign Selected Cards To Customer' }).click();
    const toast = page
      .getByRole('region', { name: 'Notifications' })
      .getByText('Please select card to Assign');
    await toast.waitFor();
    const box = await toast.boundingBox();
    expect(box?.x).toBeGreaterThan(1000);
    // Below the page's own buttons, which it leaves free.
    expect(box?.y).toBeLessThan(160);
    await page.clock.runFor(2_900);
    await expect.poll(() => toast.count()).toBe(1);
    await page.clock.runFor(200);
    await toast.waitFor({ state: 'detached' });
  });

  it('FORM-03 a toast at 390 px lies over the bar, and presses go to what is below it', async () => {
    const page = await suite.openAs('/managercards', undefined, {
      viewport: { width: 390, height: 844 },
    });
    await listRows(page);
    await stopClock(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Assign Selected Cards To Customer' }).click();
    const toast = page.locator('.toast');
    await toast.waitFor();
    const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {};
    const bar = await page.getByRole('banner').boundingBox();
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    // Pressed where it is seen: below the toast.
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Invoices' }).waitFor();
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
  });

  it('FORM-03 a toast leaves the buttons of a page free where they take two lines', async () => {
    const page = await suite.openAs('/customer/1/summary');
    await page.getByRole('button', { name: 'Statement' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    const free = await page.waitForFunction(() => {
      const toast = document.querySelector('.toast')?.getBoundingClientRect();
      const tools = document.querySelector('.page-tools')?.getBoundingClientRect();
      if (!toast?.height || !tools) return undefined;
      return { room: toast.top - tools.bottom, end: tools.bottom };
    });
    const { end, room } = (await free.jsonValue()) ?? { end: 0, room: 0 };
    expect(end).toBeGreaterThan(112);
    expect(room).toBeGreaterThan(0);
  });

  it('keep the chosen colours', async () => {
    const page = await suite.openAs('/', undefined, { colorScheme: 'light' });
    const paper = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await paper();
    await page.getByRole('button', { name: 'Dark colours' }).click();
    await expect.poll(paper).toBe('rgb(18, 21, 20)');
    expect(light).toBe('rgb(246, 245, 241)');
    await page.reload();
    await expect.poll(paper).toBe('rgb(18, 21, 20)');
  });
});
