import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { enabled, goodFile, payload } from './importing.ts';
import { tabTo } from './keys.ts';
import { browserSuite, listRows } from './suite.ts';

const suite = browserSuite();

describe('by keyboard only', () => {
  it('SHELL-13 signs in, goes to the transactions, and imports a file', async () => {
    const page = await suite.open();
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await tabTo(page, 'Email');
    await page.keyboard.type('clerk@forecourt.test');
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await listRows(page);
    await tabTo(page, 'Skip to content');
    await tabTo(page, 'Transactions');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/transactions');
    await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import Transactions' }).waitFor();
    await tabTo(page, 'Import Transactions');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^File type/);
    await page.keyboard.press('E');
    await tabTo(page, /^File Drop/);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Space');
    await (await chooser).setFiles(payload(goodFile('ESSO')));
    await enabled(page);
    await tabTo(page, 'Upload');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Import transactions successfully!').waitFor();
    await tabTo(page, 'Close');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe('Import Transactions');
  });
});
