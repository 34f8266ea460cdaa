import { RESOURCES, type RegisteredResource } from '@forecourt/core';
import { badRates } from '@forecourt/provider-file-examples';
import {
  at,
  choose,
  firstForm,
  firstRecord,
  form,
  list,
  pick,
  press,
  type Screen,
  steps,
  userMenu,
} from './screen-ways.ts';
import { INVOICES, TRANSACTIONS } from './screens-money.ts';

const faultyRates = badRates().find(({ name }) => name === 'rate_sum_off.xlsx');

const CARDS: readonly Screen[] = [
  { name: 'cards-columns', go: steps(list('/managercards'), press('Columns')) },
  { name: 'card-edit', go: form('/managercards/2/edit'), docs: true },
  {
    name: 'card-faults',
    go: steps(form('/managercards/add-new'), press('Save', '[aria-invalid=true]')),
  },
  { name: 'cards-import', go: steps(list('/managercards'), press('Import Card', '[role=dialog]')) },
  {
    name: 'cards-assign',
    go: steps(list('/managercards'), pick, press(/^Assign/, '[role=dialog]')),
  },
  {
    name: 'cards-template',
    go: steps(list('/managercards'), press('Download Sample Card Template', '.menu-item')),
  },
  {
    name: 'cards-import-refused',
    tolerates: /status of 422/,
    go: steps(list('/managercards'), press('Import Card', '[role=dialog]'), async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'cards.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('card_number,company_name\n12,Nobody\n'),
      });
      await press('Upload', '.notice.bad')(page);
    }),
  },
  {
    name: 'leave',
    go: steps(
      form('/managercards/2/edit'),
      (page) => page.getByLabel('Driver Name').fill('Somebody Else'),
      press('List of ManageCard', '[role=dialog]'),
    ),
  },
];

const PEOPLE: readonly Screen[] = [
  {
    name: 'company-faults',
    go: steps(form('/customer/add-new'), press('Create', '[aria-invalid=true]')),
  },
  { name: 'customer-summary', go: at('/customer/1/summary', '.chart') },
  { name: 'markup-edit', go: at('/customer-markup/1/edit', '[role=dialog] .input:enabled') },
  {
    name: 'user-permission',
    go: steps(list('/user'), press(/^View Permission/, '.permission-of')),
    docs: true,
  },
  { name: 'user-faults', go: steps(form('/user/add-new'), press('Next', '[aria-invalid=true]')) },
  {
    name: 'user-edit-permission',
    go: steps(form('/user/P1002/edit'), press('Next', '.flag-groups')),
  },
  {
    name: 'user-review',
    go: steps(
      form('/user/P1002/edit'),
      press('Next', '.flag-groups'),
      press('Next', '.record-section'),
    ),
  },
];

const OFFICE: readonly Screen[] = [
  { name: 'reporting', go: form('/reporting') },
  { name: 'rates-upload', go: form('/dailyrates') },
  {
    name: 'rates-report',
    go: steps(form('/dailyrates'), choose('Fuel Provider', faultyRates, '.issues')),
    docs: true,
  },
  {
    name: 'rates-over-time',
    go: steps(list('/dailyrates/rates?filter=site_number:53112'), press('Over Time', '.chart')),
  },
  { name: 'smartbuy-map', go: steps(list('/smartbuy'), press('Map', '.map-pin')) },
  { name: 'profile', go: at('/profile', '[aria-busy=false] .profile') },
  { name: 'dashboard', go: at('/Dashboard', '.chart') },
  { name: 'tracking-logs', go: at('/tracking-logs', 'h1') },
  { name: 'placeholder', go: at('/dailyrates/add-new', '.empty') },
];

const SHELL: readonly Screen[] = [
  { name: 'login', as: null, go: at('/', 'form.login-card') },
  {
    name: 'login-fault',
    as: null,
    go: steps(at('/', 'form.login-card'), async (page) => {
      await page.getByLabel('Email').fill('nobody');
      await page.getByLabel('Password').fill('x');
      await page.getByText('valid email').waitFor();
    }),
  },
  { name: 'denied', as: 'nobody@forecourt.test', go: at('/managercards', '.empty h1') },
  { name: 'not-found', go: at('/nowhere', '.empty h1') },
  { name: 'user-menu', go: steps(at('/Dashboard', 'h1'), userMenu) },
  {
    name: 'palette',
    docs: true,
    go: steps(at('/Dashboard', 'h1'), press('Search', '[role=option]')),
  },
  {
    name: 'palette-refused',
    as: 'viewer@northhaul.test',
    go: steps(at('/Dashboard', 'h1'), press('Search', '[role=option]'), (page) =>
      page.keyboard.press('ArrowUp'),
    ),
  },
  {
    name: 'switch',
    go: steps(
      at('/Dashboard', 'h1'),
      userMenu,
      press('Switch Account', '[role=dialog] input[role=combobox]'),
    ),
  },
  {
    name: 'error',
    tolerates: /status of 500/,
    go: async (page) => {
      await page.route('**/api/v1/spol/**', (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto('/invoices');
      await page.locator('.error-panel').waitFor({ timeout: 30_000 });
    },
  },
];

const OWN = [...SHELL, ...CARDS, ...TRANSACTIONS, ...INVOICES, ...PEOPLE, ...OFFICE];
const named = new Set(OWN.map(({ name }) => name));

/** The screens that the registry gives every resource: its list, a record and its forms. */
function screensOf({ form: forms, name, noun, record: shown, route }: RegisteredResource) {
  const [one] = noun;
  const dialog = forms?.shown === 'dialog';
  const page = forms !== undefined && !dialog && forms.shown !== 'row';
  const add = forms?.addRoute ?? `${route}/add-new`;
  return [
    { name, go: list(route) },
    ...(shown && !shown.editOnly ? [{ name: `${one}-view`, go: firstRecord(route) }] : []),
    ...(page && forms.create ? [{ name: `${one}-add`, go: form(add) }] : []),
    ...(page && forms.update ? [{ name: `${one}-edit`, go: firstForm(route) }] : []),
    ...(dialog ? [{ name: `${one}-add`, go: at(add, '[role=dialog] .input') }] : []),
  ];
}

/** Every screen: those of the registry, and those above, which precede one of the same name. */
export const SCREENS: readonly Screen[] = [
  ...RESOURCES.flatMap(screensOf).filter(({ name }) => !named.has(name)),
  ...OWN,
];
