import { expect } from 'vitest';
import { formReady } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, waitForToast } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite();

/** Refuses every change. */
const FAULTS = ['PUT', 'DELETE'].map((method) => ({
  match: `${method} /api/v1`,
  kind: 'status' as const,
  value: 400,
}));

const EDITS = [
  ['/user/P1003/edit', 'Contact', 'Update', 'Error while updating User'],
  ['/customer/1/edit', 'Contact Name', 'Save', 'Error while Updating Customer'],
  ['/customer-markup/1/edit', 'Markup Value', 'Update', 'Error while updating markup'],
] as const;

it('CUST-02 MARK-02 TXN-11 FORM-08 shows each refused change in its own words, and a refused deletion too', async () => {
  await withSandbox({ faults: FAULTS }, async (url) => {
    const page = await suite.openOwn('/managercards', undefined, {
      baseURL: url,
      tolerates: /status of 400/,
    });
    await listRows(page);
    for (const [route, label, button, message] of EDITS) {
      await page.goto(route);
      await formReady(page);
      const field = page.getByRole('textbox', { name: label, exact: true });
      const typed = label === 'Markup Value' ? '0.25' : '7055550188';
      await field.fill(typed);
      const next = page.getByRole('button', { name: 'Next', exact: true });
      while ((await next.count()) > 0) await next.click();
      await page.getByRole('button', { name: button, exact: true }).click();
      await waitForToast(page, message);
      // In a form with steps, the input is on its review page.
      if (await field.count()) await expect.poll(() => field.inputValue()).toBe(typed);
      else await page.getByText(typed).waitFor();
      page.once('dialog', (dialog) => void dialog.accept());
    }
    await page.goto('/managercards');
    await listRows(page);
    await page
      .getByRole('button', { name: /^Delete card/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete Record' }).click();
    await waitForToast(page, 'Error while performing operation. Please refresh your browser');
    await expect.poll(() => listRows(page)).toHaveLength(10);
  });
});
