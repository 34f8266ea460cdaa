import { badFiles } from '@forecourt/provider-file-examples';
import { at, choose, follow, list, pick, press, type Screen, steps } from './screen-ways.ts';

const faultyFile = badFiles().find(
  ({ expected }) => expected.kind === 'checked' && expected.accepted < expected.rows,
);
export const TRANSACTIONS: readonly Screen[] = [
  {
    name: 'transactions-sub-rows',
    go: steps(list('/transactions'), (page) => page.locator('.expander').first().click()),
  },
  {
    name: 'transactions-filters',
    go: steps(list('/transactions'), press('Advanced Filter', '.day-trigger')),
  },
  {
    name: 'transactions-day',
    go: steps(list('/transactions'), press('Advanced Filter', '.day-trigger'), async (page) => {
      await page.locator('.day-trigger').first().click();
      await page.locator('.month table').waitFor();
    }),
  },
  { name: 'transactions-command', go: steps(list('/transactions'), press('Copy as CLI')) },
  {
    name: 'transactions-export',
    go: steps(
      list('/transactions'),
      press('Export Transactions', '[role=dialog] .button.primary:enabled'),
    ),
  },
  {
    name: 'cards-hold',
    go: steps(list('/managercards'), pick, press('Hold', '[role=dialog]')),
  },
  {
    name: 'cards-warning',
    go: steps(list('/managercards'), press('Assign Selected Cards To Customer', '.toast')),
  },
  { name: 'transactions-none', go: at('/transactions?filter=txn_company::zzzz', '.no-rows') },
  {
    name: 'import',
    go: steps(list('/transactions'), press('Import Transactions', '[role=dialog]')),
  },
  {
    name: 'import-report',
    go: steps(
      list('/transactions'),
      press('Import Transactions', '[role=dialog]'),
      choose('File type', faultyFile, '.issues'),
    ),
    docs: true,
  },
  {
    name: 'transaction-view',
    go: steps(list('/transactions'), follow(/^View/, '.map-pin')),
  },
  {
    name: 'transaction-faults',
    go: steps(
      list('/transactions'),
      follow(/^Edit/, 'form .input:not([disabled])'),
      press('Add Oil Purchase', '.form-group [required]'),
      (page) => page.getByRole('group', { name: 'Oil Purchase' }).getByLabel('Quantity').fill('x'),
      press('Save', '[aria-invalid=true]'),
    ),
  },
];

const payment = steps(
  list('/invoices'),
  press(/^More for/, '.pop-menu:popover-open'),
  press('Payment Offline', '[role=dialog] select:enabled'),
);

export const INVOICES: readonly Screen[] = [
  {
    name: 'invoices-download',
    go: steps(list('/invoices'), pick, press(/^Download\s*1$/, '[role=dialog]')),
  },
  { name: 'invoices-views', go: steps(list('/invoices'), press('Views', '.view-name')) },
  { name: 'payment', go: payment },
  {
    name: 'payment-faults',
    go: steps(
      payment,
      (page) => page.getByLabel('Amount Paid').fill('99999999'),
      press('Save', '[aria-invalid=true]'),
    ),
  },
  { name: 'payment-refused', as: 'viewer@northhaul.test', go: payment },
];
