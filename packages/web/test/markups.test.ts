import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chooseListed, faultAt, faults, searched, soon } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, headings, listRows, waitForToast, watchCalls } from './suite.ts';

const suite = browserSuite();

const dialogOf = (page: Page) => page.getByRole('dialog');
const focused = (page: Page) =>
  page.evaluate(
    () => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent,
  );

/** Chooses a company and a provider without a markup. */
async function chooseFree(page: Page): Promise<void> {
  const company = searched(dialogOf(page).getByLabel('Company Name'));
  await company.click();
  await dialogOf(page).getByRole('option').nth(40).click();
  await dialogOf(page).getByLabel('Fuel Company Provider').selectOption({ label: 'TAPetro' });
}

describe('markups', () => {
  it("MARK-01 are listed with their columns, edited by row, and can't be viewed or deleted", async () => {
    const page = await suite.openAs('/customer-markup');
    await listRows(page);
    await page.getByRole('heading', { name: 'Customer Markup' }).waitFor();
    await expect
      .poll(() => headings(page))
      .toEqual([
        ...[
          'Customer Company code',
          'Customer Company name',
          'Markup Value',
          'Fuel Company Provider',
        ],
      ]);
    await expect.poll(() => page.getByRole('button', { name: /^Edit markup/ }).count()).toBe(10);
    await expect.poll(() => page.getByRole('button', { name: /^Delete markup/ }).count()).toBe(0);
    await page.goto('/customer-markup?filter=company_name::zzzz');
    await page.getByText('No Customer Markup found.').waitFor();
  });

  it('MARK-02 are added in a dialog of 45vw that checks its fields, and appear in the list', async () => {
    const page = await suite.openAs('/customer-markup', undefined, { tolerates: /status of 422/ });
    await listRows(page);
    await page.getByRole('button', { name: 'Add Markup' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Customer Markup' });
    await searched(dialog.getByLabel('Company Name')).waitFor();
    await soon(() => focused(page)).toContain('Company Name');
    expect((await dialog.boundingBox())?.width).toBeCloseTo(1440 * 0.45, 0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => faults(page))
      .toEqual([
        'Company Name is required',
        'Fuel Company Provider is required',
        'Markup Value is required',
      ]);
    await dialog.getByLabel('Markup Value').fill('-1');
    await dialog.getByLabel('Markup Value').blur();
    expect(await faultAt(page, 'Markup Value')).toBe('Markup Value must be 0 or more');
    await dialog.getByLabel('Markup Value').fill('0.0125');
    const calls = watchCalls(page);
    await chooseFree(page);
    const company = await dialog.getByLabel('Company Name').inputValue();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ status: 'ACTIVE', markup_value: 0.0125 });
    await waitForToast(page, 'Customer Markup Created Successfully');
    await dialog.waitFor({ state: 'detached' });
    await soon(() => calls.filter((call) => call.includes('paged=true')).length).toBe(1);
    await page.goto(`/customer-markup?filter=company_name:${encodeURIComponent(company)}`);
    expect((await listRows(page)).map((row) => row.slice(2))).toContainEqual(['0.0125', 'TAPetro']);
  });

  it('MARK-02 are refused in the dialog if they exist, in their own words', async () => {
    const page = await suite.openAs('/customer-markup/add-new', undefined, {
      tolerates: /status of (409|422)/,
    });
    const dialog = page.getByRole('dialog', { name: 'Add Customer Markup' });
    await chooseListed(dialog.getByLabel('Company Name'), 'North Haul Carriers Ltd.');
    await dialog.getByLabel('Fuel Company Provider').selectOption({ label: 'ESSO' });
    await dialog.getByLabel('Markup Value').fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitForToast(page, 'Error while creating markup');
    await expect
      .poll(() => faults(page))
      .toEqual(['The company has a markup for this fuel company already. Change that.']);
  });

  it('MARK-02 SHELL-11 open for editing over the list by route, with the company locked', async () => {
    const page = await suite.openAs('/customer-markup/1/edit');
    const dialog = page.getByRole('dialog', { name: 'Update Customer Markup' });
    await dialog.getByLabel('Markup Value').waitFor();
    await listRows(page);
    await expect.poll(() => dialog.getByLabel('Company Name').isDisabled()).toBe(true);
    await expect
      .poll(() => dialog.getByLabel('Company Name').locator('option:checked').textContent())
      .toBe('North Haul Carriers Ltd.');
    await dialog.getByLabel('Markup Value').fill('0.5');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Update' }).click();
    expect(Object.keys((await sent).postDataJSON()).sort()).toEqual([
      ...['fuelCompanyProviderId', 'id', 'markupValue'],
    ]);
    await waitForToast(page, 'Customer Markup Updated Successfully');
    await page.waitForURL('**/customer-markup');
    await soon(async () => (await listRows(page))[0]).toContain('0.5000');
  });
});
