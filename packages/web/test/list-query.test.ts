import { describe, expect } from 'vitest';
import { it } from './journey.ts';
import { browserSuite, listOpener, listRows } from './suite.ts';

const suite = browserSuite();
const openList = listOpener(suite);

describe('paging', () => {
  it('LIST-02 LIST-03 offers page sizes and shows the record range', async () => {
    const { page, lastCall } = await openList('/managercards');
    await page.getByText('Showing record 1 to 10 of 2000 records').waitFor();
    const sizes = page.getByLabel('Rows', { exact: true });
    await expect
      .poll(() => sizes.locator('option').allTextContents())
      .toEqual(['1', '5', '10', '20', '50']);
    await sizes.selectOption('20');
    expect(await lastCall()).toContain('page=1&size=20');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Showing record 21 to 40 of 2000 records').waitFor();
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText('Showing record 1981 to 2000 of 2000 records').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Next page' }).isDisabled())
      .toBe(true);
  });

  it('LIST-02 treats an unknown size in the address as 10', async () => {
    const { page, lastCall } = await openList('/managercards?size=7');
    await page.getByText('Showing record 1 to 10 of 2000 records').waitFor();
    expect(await lastCall()).toContain('page=1&size=10');
  });

  it('LIST-02 offers no size beyond the number of rows, except 10 and the current one', async () => {
    const { page } = await openList('/managercards?filter=card_number::0002&size=5');
    const rows = await listRows(page);
    expect(rows.length).toBeGreaterThan(0);
    const total = Number(
      (await page.locator('.pager [role=status]').textContent())?.match(/of (\d+)/)?.[1],
    );
    const offered = await page
      .getByLabel('Rows', { exact: true })
      .locator('option')
      .allTextContents();
    const room = 5 * Math.ceil(total / 5);
    expect(offered).toEqual(
      ['1', '5', '10', '20', '50'].filter((size) => Number(size) <= room || size === '10'),
    );
  });

  it('LIST-10 keeps page, size, sort and filters in the address: reload, back and forward', async () => {
    const { page, lastCall } = await openList(
      '/transactions?page=2&size=5&sort=txn_amount,desc&filter=txn_company::Haul',
    );
    expect(await lastCall()).toContain(
      'page=2&size=5&sort=txn_amount,desc&filter=txn_company::Haul',
    );
    const asked = await listRows(page);
    await page.reload();
    await expect.poll(() => listRows(page)).toEqual(asked);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=3/);
    expect(await listRows(page)).not.toEqual(asked);
    await page.goBack();
    await page.getByText('Showing record 6 to 10').waitFor();
    await expect.poll(() => listRows(page)).toEqual(asked);
    await page.goForward();
    await page.getByText('Showing record 11 to 15').waitFor();
  });

  it('LIST-10 shows the last page for a page past the end, and traps nobody', async () => {
    const { page } = await openList('/invoices');
    await page.goto('/managercards?page=9999');
    await page.waitForURL('**/managercards?page=200');
    await page.goBack();
    await page.waitForURL('**/invoices');
  });

  it('LIST-10 shows the last page for a page that no service can be asked for', async () => {
    const { page } = await openList('/managercards?page=99999999999');
    await page.waitForURL('**/managercards?page=200');
    await page.getByText('Showing record 1991 to 2000 of 2000 records').waitFor();
    expect(await page.getByText('Oops').count()).toBe(0);
  });
});

describe('sort and filters', () => {
  it('LIST-01 sorts by a heading: ascending, descending and back', async () => {
    const { page, lastCall } = await openList('/managercards');
    const heading = page.getByRole('columnheader', { name: 'Driver Name' });
    const names = async () => (await listRows(page)).map((row) => row[7]);
    await heading.getByRole('button').click();
    expect(await lastCall()).toContain('sort=driver_name,asc');
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
    const up = await names();
    await heading.getByRole('button').click();
    expect(await lastCall()).toContain('sort=driver_name,desc');
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
    expect(await names()).not.toEqual(up);
    await heading.getByRole('button').click();
    expect(await lastCall()).not.toContain('sort=');
  });

  it("LIST-07 sorts by the list's own date first, and uses the parameter names of invoices", async () => {
    const { page, lastCall } = await openList('/invoices');
    expect(await lastCall()).toContain('sortParam=issued_date&sortingOrder=desc');
    const issued = page.getByRole('columnheader', { name: 'Date Issued' });
    await expect.poll(() => issued.getAttribute('aria-sort')).toBe('descending');
  });

  it('LIST-01 filters by text, choice and figure, and shows the active filters', async () => {
    const { page, lastCall } = await openList('/managercards');
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const panel = page.getByRole('search');
    // All inputs, whatever their kind, begin at the columns of one grid; 1440 px have seven.
    const begins = () =>
      panel
        .locator('.input, .choice-filter')
        .evaluateAll((all) => [
          ...new Set(all.map((it) => Math.round(it.getBoundingClientRect().left))),
        ]);
    await expect.poll(async () => (await begins()).length).toBe(7);
    await panel.getByRole('button', { name: 'Status: Any' }).click();
    await panel.getByRole('checkbox', { name: 'HOLD' }).check();
    await page.waitForURL(/card_status/);
    expect(await lastCall()).toContain('filter=card_status:HOLD');
    await panel.getByLabel('Number', { exact: true }).fill('7076 8500');
    await page.waitForURL(/card_number/);
    expect(await lastCall()).toContain('filter=card_number::70768500');
    const rows = await listRows(page);
    expect(new Set(rows.map((row) => row[4]))).toEqual(new Set(['HOLD']));
    await page.getByRole('button', { name: 'Remove filter Number contains 70768500' }).click();
    await expect.poll(() => panel.getByLabel('Number', { exact: true }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('of 2000 records').waitFor();
    await panel.getByRole('button', { name: 'Status: Any' }).waitFor();
  });

  it('LIST-14 accepts a figure as shown, and shows an invalid one at the field', async () => {
    const { page, calls, lastCall } = await openList('/invoices');
    const rows = await listRows(page);
    const shown = rows.map((row) => row[7] ?? '').find((total) => total.includes(',')) ?? '';
    expect(shown).toMatch(/^\d{1,3},\d{3}\.\d\d/);
    const amount = shown.replace(/[^\d.,]/g, '');
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const field = page.getByRole('search').getByLabel('Total, from');
    await field.fill('10,93');
    await field.press('Enter');
    const fault = 'Total must be a number, with commas between thousands only: 1,093.72 or 1093.72';
    await page.getByText(fault).waitFor();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(calls.filter((call) => call.includes('total_amount'))).toEqual([]);
    await expect.poll(() => listRows(page)).toEqual(rows);
    await field.fill(` ${amount} `);
    await page.waitForURL(/total_amount/);
    expect(await lastCall()).toContain(`filter=total_amount>=${amount.replaceAll(',', '')}`);
    await expect.poll(() => page.getByText(fault).count()).toBe(0);
    await expect.poll(() => field.inputValue()).toBe(` ${amount} `);
    expect((await listRows(page)).map((row) => row[7])).toContain(shown);
  });

  it('LIST-14 filters an amount by its ends and a status by several choices, in the address and the command', async () => {
    const { page, lastCall } = await openList('/invoices');
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const panel = page.getByRole('search');
    await panel.getByLabel('Total, from').fill('1,000');
    await page.waitForURL(/total_amount%3E%3D1000/);
    await panel.getByLabel('Total, to').fill('500');
    await page.getByText('Total: from is more than to').waitFor();
    expect(await lastCall()).not.toContain('<=');
    await panel.getByLabel('Total, to').fill('90,000.00');
    await page.waitForURL(/total_amount%3C%3D90000/);
    await panel.getByRole('button', { name: 'Status: Any' }).click();
    await panel.getByRole('checkbox', { name: 'Sent' }).check();
    await panel.getByRole('checkbox', { name: 'Open' }).check();
    await panel.getByRole('button', { name: 'Status: 2 chosen' }).waitFor();
    await page.waitForURL(/status%3AOpen/);
    expect(await lastCall()).toContain(
      'filter=total_amount>=1000&filter=total_amount<=90000.00&filter=status:Sent&filter=status:Open',
    );
    const rows = await listRows(page);
    expect(rows.every((row) => /^(Sent|Open)/.test(row[6] ?? ''))).toBe(true);
    expect(rows.every((row) => Number(row[7]?.replaceAll(',', '')) >= 1000)).toBe(true);
    await page.getByRole('button', { name: 'Copy as CLI' }).click();
    await page.getByText("--filter 'total_amount>=1000'").waitFor();
    await page.reload();
    await expect.poll(() => listRows(page)).toEqual(rows);
    await page.getByRole('button', { name: 'Remove filter Total from 1,000.00' }).click();
    await page.waitForURL((url) => !url.search.includes('%3E%3D'));
  });

  it('LIST-14 compares a text by contains, is and begins with', async () => {
    const { page, lastCall } = await openList('/transactions');
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const panel = page.getByRole('search');
    await panel.getByLabel('Company, compared').selectOption('begins with');
    await panel.getByLabel('Company', { exact: true }).fill('quill');
    await page.waitForURL(/txn_company/);
    expect(await lastCall()).toContain('filter=txn_company^=quill');
    expect((await listRows(page)).every((row) => row[6]?.startsWith('Quill'))).toBe(true);
  });

  it('LIST-14 reads a typed address as typed text, and says what it leaves out', async () => {
    const { page, calls, lastCall } = await openList(
      '/invoices?filter=total_amount:1,093.72&filter=colour:red&filter=due_date%3E%3DMay&sort=colour,asc',
    );
    expect(await lastCall()).toContain('filter=total_amount:1093.72');
    await page
      .getByText(
        "Left out of the address: This list has no field 'colour'. Date Due must be a day: 20/11/26 or 2026-11-20. This list has no field 'colour'.",
      )
      .waitFor();
    await expect.poll(() => page.getByText('Oops').count()).toBe(0);
    expect(calls.filter((call) => /colour|May/.test(call))).toEqual([]);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('Left out of the address').waitFor({ state: 'detached' });
  });

  it('LIST-14 says of a filter in the address that is none that it is left out', async () => {
    const { page, lastCall } = await openList('/invoices?filter=nonsense&filter=status:Sent');
    await page
      .getByText("Left out of the address: A filter reads 'field:value', not 'nonsense'.", {
        exact: true,
      })
      .waitFor();
    expect(await lastCall()).not.toContain('nonsense');
    expect(await lastCall()).toContain('filter=status:Sent');
  });

  it('LIST-14 LIST-17 says that a page or a number of rows in the address is none', async () => {
    const { page, lastCall } = await openList('/invoices?page=abc&size=7');
    await page
      .getByText(
        'Left out of the address: Page must be a whole number from 1. Rows per page must be 1, 5, 10, 20 or 50.',
        { exact: true },
      )
      .waitFor();
    expect(await lastCall()).toContain('page=1');
  });

  it('LIST-06 accepts dates as dd/mm/yy from 2020 to 2040, picked or typed', async () => {
    const { page, lastCall } = await openList('/transactions');
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    const from = page.getByLabel('Time Stamp, from');
    await from.pressSequentially('18/11/99');
    await page.keyboard.press('Enter');
    await page
      .getByText('A day from 2020 to 2040, as dd/mm/yy, or days such as last month.')
      .waitFor();
    await from.fill('18/11/26');
    await page.waitForURL(/from=2026-11-18/);
    expect(await lastCall()).toContain('from=2026-11-18');
    await page.getByRole('button', { name: 'Choose a day' }).nth(1).click();
    const years = page.getByLabel('Year').locator('option');
    await expect.poll(() => years.first().textContent()).toBe('2020');
    await expect.poll(() => years.last().textContent()).toBe('2040');
    await page.getByLabel('Year').selectOption('2026');
    await page.getByLabel('Month', { exact: true }).selectOption('October');
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('gridcell', { name: 'Wednesday, November 18, 2026' }).click();
    await page.waitForURL(/to=2026-11-18/);
    await expect.poll(() => page.getByLabel('Time Stamp, to').inputValue()).toBe('18/11/26');
    expect(new Set((await listRows(page)).map((row) => row[1]?.slice(0, 8)))).toEqual(
      new Set(['18/11/26']),
    );
  });

  it('LIST-15 keeps relative days relative in the address, and sends the days of the service’s clock', async () => {
    const { page, calls } = await openList('/invoices');
    const last = () => calls.findLast((call) => call.includes('paged=true'));
    await page.route('**/api/v1/**', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), date: 'Fri, 31 Mar 2028 16:00:00 GMT' };
      await route.fulfill({ response, headers });
    });
    await page.reload();
    await listRows(page);
    await page.getByRole('button', { name: 'Advanced Filter' }).click();
    await page.getByLabel('Date Issued, days').selectOption('Last month');
    await page.waitForURL((url) => url.searchParams.get('filter') === 'issued_date:last-month');
    await expect.poll(last).toContain('from=2028-02-01&to=2028-02-29');
    expect(last()).not.toContain('filter=');
    const chip = 'Remove filter Date Issued is last month (01/02/28 to 29/02/28)';
    await page.getByRole('button', { name: chip }).waitFor();
    await expect.poll(() => page.getByLabel('Date Issued, from').inputValue()).toBe('01/02/28');
    await page.getByLabel('Date Due, from').pressSequentially('Yesterday');
    await expect.poll(() => page.getByLabel('Date Due, from').inputValue()).toBe('30/03/28');
    await expect.poll(last).toContain('filter=due_date>=2028-03-30&filter=due_date<=2028-03-30');
    await page.getByRole('button', { name: 'Copy as CLI' }).click();
    await page.getByText('--filter issued_date:last-month --filter due_date:yesterday').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Date Issued, to').fill('15/03/28');
    await page.waitForURL((url) => url.searchParams.get('to') === '2028-03-15');
    await expect.poll(() => page.getByLabel('Date Issued, days').inputValue()).toBe('');
    await expect.poll(last).toContain('from=2028-02-01&to=2028-03-15');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('LIST-06 shows empty values as -, readable days and instants, and cards in groups of four', async () => {
    const page = await suite.openAs('/Dashboard');
    await page.route('**/fuel-card-management?**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.content[0].trailer_number = null;
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto('/managercards');
    const rows = await listRows(page);
    expect(rows.every((row) => /^\d{4} \d{4} \d{4} \d{4}/.test(row[0] ?? ''))).toBe(true);
    expect(rows[0]?.[3]).toBe('-');
    await page.goto('/transactions');
    expect(
      (await listRows(page)).every((row) =>
        /^\d\d\/\d\d\/\d\d \d{1,2}:\d\d [AP]M$/.test(row[1] ?? ''),
      ),
    ).toBe(true);
    await page.goto('/invoices');
    expect((await listRows(page)).every((row) => /^\d\d\/\d\d\/\d\d$/.test(row[2] ?? ''))).toBe(
      true,
    );
  });
});
