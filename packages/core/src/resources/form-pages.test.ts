import { expect, it } from 'vitest';
import type { FormDefinition, FormField } from '../resource/form.types.ts';
import { checkForm } from '../resource/form-rules.ts';
import { cardForm } from './cards/cards.form.ts';
import { companyForm } from './companies/companies.form.ts';
import { customerForm } from './customers/customers.form.ts';
import { invoiceForm } from './invoices/invoices.form.ts';
import { markupForm } from './markups/markups.form.ts';
import { paymentForm } from './payments/payments.form.ts';
import { ownPassword } from './profile/own-password.ts';
import { profileForm } from './profile/profile.form.ts';
import { transactionForm } from './transactions/transactions.form.ts';
import { userForm } from './users/users.form.ts';

type AnyForm = FormDefinition<never>;

const choicesOf = ({ options }: FormField): string => {
  if (options === undefined) return '';
  if ('reference' in options)
    return ` from ${[options.reference, ...(options.by ?? [])].join(', ')}`;
  return ` of ${options.map(({ key, value }) => `${key} ${value}`).join(', ')}`;
};

/** Returns one line per field, such as 'odometer: Odometer, integer, required, min 0'. */
function lineOf(field: FormField): string {
  const { input, label, name, section: _, options: __, offer, record, ...more } = field;
  const facts = Object.entries(more).map(([fact, value]) =>
    value === true ? fact : `${fact} ${value}`,
  );
  const offered = offer ? [`offer ${offer.label}`] : [];
  const found = record ? [`from ${record.resource} by ${record.field}`] : [];
  return [`${name}: ${label}`, input + choicesOf(field), ...facts, ...offered, ...found].join(', ');
}

/** Returns the fields of an empty form, by section. */
function sectionsOf(form: AnyForm): Record<string, string[]> {
  const mode = form.titles.create === undefined ? 'edit' : 'create';
  const fields = form.fields({ mode, draft: form.draft(undefined), detail: undefined });
  const sections = Map.groupBy(fields, ({ section }) => section);
  return Object.fromEntries([...sections].map(([title, own]) => [title, own.map(lineOf)]));
}

const DAYS =
  'days of monday Monday, tuesday Tuesday, wednesday Wednesday, thursday Thursday, friday Friday, saturday Saturday, sunday Sunday, na N/A';

it.each([
  [
    'CARD-08 CARD-09 a card',
    cardForm,
    {
      'Card Management': [
        'card_number: Card Number, card, required',
        'company_name: Company, choice from userCompanies, required',
        'card_type: Card Type, choice from cardTypes, required',
        'plastic_type: Plastic Type, choice from plasticTypes, required',
        'card_status: Card Status, choice of RELEASE ACTIVE, HOLD HOLD, required, guarded',
        'card_group: Card Group, text, required',
      ],
      'Driver/Vehicle Identifiers': [
        'driver_name: Driver Name, text, required',
        'driver_id: Driver ID, text, required',
        'other_id: Other ID, text, required',
        'commercial_driver_license: Commercial Driver License, text, required',
        'vehicle_assigned_to_card: Vehicle Assigned To Card, text, required',
        'trailer_number: Trailer Number, text, required',
        'odometer: Odometer, integer, required, min 0, max 999999999',
        'trip_number: Trip Number, integer, required, min 0, max 999999999, plain',
      ],
      'Card Properties': [
        'usage_above_volume_limits: Usage Above Volume Limits, choice from usageTypes, required',
      ],
      'Card Monetary Properties': [
        'cash_advance_type: Cash Advance Type, choice from cashAdvanceTypes, required',
        `cash_refresh_days: Cash Refresh Days, ${DAYS}, required`,
        'refreshing_cash_limits: Refreshing Cash Limits, decimal, required, min 0, shownPlaces 2',
        'refreshing_cash_balance: Refreshing Cash Balance, decimal, required, min 0, shownPlaces 2',
        'daily_card_limit: Daily Card Limit, decimal, required, min 0, shownPlaces 2',
        'daily_cash_limit: Daily Cash Limit, decimal, min 0, shownPlaces 2',
        'debit_dollar_balance: Debit Dollar Balance, decimal, required, min 0, shownPlaces 2',
        'increment_dash_cash_amount: Increment Dash Cash Amount, decimal, required, min 0, shownPlaces 2',
        'paycheck_balance: Paycheck Balance, decimal, required, min 0, shownPlaces 2',
        'dash_cash_balance: Dash Cash Balance, decimal, required, min 0, shownPlaces 2',
        'dash_cash_memo: Dash Cash Memo, text, required',
      ],
      'Weekly Fuel Purchase Properties': [
        `weekly_product_refresh: Weekly Product Refresh, ${DAYS.replace('days', 'choice')}, required`,
        'weekly_product_refresh_money_amount: Weekly Product Refresh Money Amount, decimal, required, min 0, shownPlaces 2',
        'weekly_product_balance: Weekly Product Balance, decimal, min 0, shownPlaces 2',
        'weekly_fuel_quantity_limit: Weekly Fuel Quantity Limit, decimal, required, min 0',
        `weekly_vehicle_quantity_refresh_day: Weekly Vehicle Quantity Refresh Day, ${DAYS}, required`,
        'weekly_fuel_quantity_balance: Weekly Fuel Quantity Balance, decimal, required, min 0',
      ],
      'Fuel Purchase Limitation Properties': [
        'daily_vehicle_quantity_limit_in_gallons: Daily Vehicle Quantity Limit, decimal, required, min 0',
        'transaction_fuel_quantity_limits: Transaction Fuel Quantity Limits, decimal, min 0',
      ],
      'Non-Highway Fuel Purchase Properties': [
        'non_highway_fuel_limit: Non-Highway Fuel Limit, decimal, required, min 0, shownPlaces 2',
        'non_highway_fuel_daily_quantity_limit: Non-Highway Fuel Daily Quantity Limit, decimal, min 0',
        'non_highway_fuel_weekly_quantity_limit: Non-Highway Fuel Weekly Quantity Limit, decimal, min 0',
        `non_highway_fuel_weekly_refresh_day: Non-Highway Fuel Weekly Refresh Day, ${DAYS}`,
      ],
    },
  ],
  [
    'INV-03 INV-11 an invoice',
    invoiceForm,
    {
      Invoice: [
        'invoice_number: Invoice Number, text, required',
        'company_name: Company, choice from userCompanies, required',
        'issued_date: Date Issued, day, required',
        'due_date: Date Due, day, required',
        'start_date: Start Date, instant, required',
        'end_date: End Date, instant, required',
        'status: Status, choice from invoiceStatuses, required, guarded',
        'total_amount: Total, decimal, required, shownPlaces 2, unit ',
        'amount_due: Amount Due, decimal, required, shownPlaces 2, unit ',
        'currency: Currency, choice from currencies, required',
      ],
    },
  ],
  [
    'PAY-02 PAY-03 a payment',
    paymentForm,
    {
      'Add Payment': [
        `payment_date: Payment Date, day, required, requiredText This field is required.`,
        `company_name: Customer, text, required, requiredText This field is required., lead`,
        `invoice_id: Invoice, text, required, requiredText This field is required., lead`,
        `amount_due: Amount Due, decimal, required, requiredText This field is required., shownPlaces 2, lead, unit `,
        `amount_paid: Amount Paid, decimal, required, requiredText This field is required., unit , offer Pay in full`,
        `currency: Currency, choice from currencies, required, requiredText This field is required.`,
        `payment_mode: Payment Mode, choice from paymentModes, required, requiredText This field is required.`,
        `referenceId: Reference Id, text, required, requiredText This field is required.`,
      ],
    },
  ],
  [
    'USER-03 USER-04 a user',
    userForm,
    {
      Profile: [
        'first_name: First Name, text, required',
        'last_name: Last Name, text, required',
        'email: Email, email, required',
        'phone: Contact, phone, required',
        'password: Password, password, required, secret',
        'verify_password: Verify Password, password, required, secret',
        'role: Role, choice from roles, required, guarded',
        'company: Company, choice from userCompanies, guarded, unchosen None: staff of the provider, or of your company like you',
      ],
      Address: [
        'country: Country, choice from countries, required',
        'province: Province, choice from provinces, country, required',
        'city: City, choice from cities, country, province, required',
      ],
      Permission: [
        'manage_users: Manage Users, flag, group Users, groupTitle Users',
        'manage_dashboard: Manage Dashboard, flag, group Dashboard, groupTitle Dashboard',
        'view_users: View Users, flag, group Users, groupTitle Users',
        'manage_fuel_cards: Manage Fuel Cards, flag, group Fuel Cards, groupTitle Fuel Cards',
        'view_fuel_cards: View Fuel Cards, flag, group Fuel Cards, groupTitle Fuel Cards',
        'view_invoices: View Invoices, flag, group Invoices, groupTitle Invoices',
        'manage_money_codes: Manage Money Codes, flag, group Money Codes, groupTitle Money Codes',
        'view_money_codes: View Money Codes, flag, group Money Codes, groupTitle Money Codes',
        'approve_money_codes: Approve Money Codes, flag, group Money Codes, groupTitle Money Codes',
        'view_transactions: View Transactions, flag, group Transactions, groupTitle Transactions',
        'manage_reports: Manage Reports, flag, group Reports, groupTitle Reports',
        'view_reports: View Reports, flag, group Reports, groupTitle Reports',
        'manage_truckcare: Manage Truck Care, flag, group Truck Care, groupTitle Truck Care',
      ],
    },
  ],
  [
    'CUST-02 a customer',
    customerForm,
    {
      Customer: [
        'id: Customer ID, text, locked It is shown here and changed elsewhere.',
        'name: Name, text, required',
        'oprtng_name: Operating Name, text',
        'cust_type: Customer Type, text',
        'customer_status: Customer Status, text',
        'cont_name: Contact Name, text',
        'email: Email, email, required',
        'phone: Phone, phone',
        'phone2: Alternate Phone, phone',
        'site_url: Website, text',
      ],
      'Billing Address': [
        'address1: Billing Address, text, required',
        'billing_country: Billing Address Country, choice from customerCountries',
        'billing_state: Billing Address State, choice from provinces, billing_country',
        'billing_city: Billing Address City, choice from cities, billing_country, billing_state',
        'billing_zip_code: Billing Address Zip Code, text',
      ],
      'Shipping Address': [
        'address2: Shipping Address, text',
        'shipping_country: Shipping Address Country, choice from customerCountries',
        'shipping_state: Shipping Address State, choice from provinces, shipping_country',
        'shipping_city: Shipping Address City, choice from cities, shipping_country, shipping_state',
        'shipping_zip_code: Shipping Address Zip Code, text',
      ],
      Terms: [
        'currency_id: Currency, choice from currencies, required',
        'rate: Rate, decimal, min 0',
        'due_days: Due Days, integer, min 0, max 365',
        'tax_id: Tax Type, choice from taxTypes',
        'tax_no: Tax Number, text',
        'revenue_id: Revenue Type, choice from revenueTypes',
        'invoice_by: Invoice By, text',
        'service_pln_type: Service Plan Type, text',
      ],
      Broker: ['broker: Broker, choice of yes Yes, no No', 'broker_id: Broker ID, text'],
      References: [
        'crm_id: Crm Id, text',
        'eob_id: EOB ID, text',
        'pg_id: PG ID, text',
        'asset_id: Asset ID, text',
        'order_cnt: Order, integer, locked It is shown here and changed elsewhere.',
        'invoice_cnt: Invoice, integer, locked It is shown here and changed elsewhere.',
        'info: Information, multiline',
      ],
    },
  ],
  [
    'COMP-02 a company',
    companyForm,
    {
      Contact: [
        'firstName: First Name, text, required',
        'lastName: Last Name, text, required',
        'email: Email, email, required',
        'password: Password, password, required, secret',
        'confirmPassword: Confirm Password, password, required, secret',
        'contactNumber: Contact Number, phone',
      ],
      Company: [
        'companyName: Company Name, text, required',
        'streetAddress1: Street Address 1, place',
        'streetAddress2: Street Address 2, text',
        'country: Country, choice from countries, required',
        'state: State, choice from provinces, country, required',
        'city: City, choice from cities, country, state, required, requiredText city is required',
        'zipCode: Zip Code, text',
      ],
    },
  ],
  [
    'MARK-02 a markup',
    markupForm,
    {
      '': [
        'company_name: Company Name, choice from markupCompanies, required',
        'fuel_company_provider: Fuel Company Provider, choice from markupProviders, required',
        'mark_up_value: Markup Value, decimal, required, min 0, places 4',
      ],
    },
  ],
  [
    'PROF-01 the profile',
    profileForm,
    {
      'User Profile': [
        'first_name: First Name, text, required, locked The record is open for reading.',
        'middle_name: Middle Name, text, locked The record is open for reading.',
        'last_name: Last Name, text, required, locked The record is open for reading.',
        'email: Email, email, required, locked The record is open for reading.',
        'phone: Primary Phone, phone, locked The record is open for reading.',
        'phone2: Alternate Phone, phone, locked The record is open for reading.',
        'dob: Date of Birth, day, locked The record is open for reading.',
        'address1: Address, text, required, locked The record is open for reading.',
        'country: Country, text, locked The record is open for reading.',
        'state: State, text, locked The record is open for reading.',
        'city: City, text, locked The record is open for reading.',
        'postal_code: Postal Code, text, locked The record is open for reading.',
      ],
    },
  ],
  [
    'USER-08 the own password',
    ownPassword.form,
    {
      '': [
        'current: Current Password, password, required, secret, autocomplete current-password',
        'password: New Password, password, required, secret',
        'verify_password: Verify Password, password, required, secret',
      ],
    },
  ],
] as unknown as [string, AnyForm, Record<string, string[]>][])(
  'FORM-06 %s has these fields, in order',
  (_, form, sections) => {
    expect(sectionsOf(form)).toEqual(sections);
  },
);

const LINE = [
  'dtl_net_price: Billed PPU, decimal, places 5, shownPlaces 4, unit CAD',
  'retailPrice: Retail PPU, decimal, places 5, shownPlaces 4, unit CAD',
  'dtl_qty: Quantity, decimal, places 3, shownPlaces 2, unit L',
  'dtl_hst_amt: HST, decimal, shownPlaces 2, unit CAD',
  'dtl_gst_amt: GST, decimal, shownPlaces 2, unit CAD',
  'dtl_pst_amt: PST, decimal, shownPlaces 2, unit CAD',
  'dtl_qst_amt: QST, decimal, shownPlaces 2, unit CAD',
  'dtl_fet_rt: FET, decimal, places 5, shownPlaces 4, unit CAD',
  'dtl_pft_rt: PFT, decimal, places 5, shownPlaces 4, unit CAD',
  'pct: PCT, decimal, places 5, shownPlaces 4, unit CAD',
  'local_tax: Local Tax, integer, locked It is shown here and changed elsewhere.',
  'dtl_amt: Amount, decimal, shownPlaces 2, unit CAD',
  'discount: Discount, decimal, shownPlaces 2, unit CAD',
  'dtl_sls_type: Sales Type, text',
];

it('TXN-05 TXN-06 TXN-07 a transaction has a header and six purchases, in the currency of the transaction', () => {
  const draft = { ...transactionForm.draft(undefined), hdr_currency: 'CAD' };
  const fields = transactionForm.fields({ mode: 'create', draft, detail: undefined });
  expect(fields.filter(({ group }) => group === undefined).map(lineOf)).toEqual([
    'authentication_id: Auth Code, text',
    'txn_date: Time Stamp, instant, required',
    'card_number: Card Number, card, required, from cards by card_number',
    'txn_company: Company, choice from userCompanies, required',
    'txn_station: Site Number, text',
    'dtl_stn_addr: Location, text',
    'dtl_stn_prv: Province State, choice from provinces, required',
    'txn_amount: Amount, decimal, shownPlaces 2, unit CAD',
    'hdr_currency: Currency, choice from currencies',
  ]);
  const groups = [...Map.groupBy(fields, ({ group }) => group)].slice(1);
  const purchases = groups.map(([group, own]) => {
    // The first one is required while there is no other (TXN-14).
    const [code, ...line] = own.map(
      ({ group: _, groupTitle: __, required: ___, requiredText: ____, name, ...field }) =>
        lineOf({ ...field, name: name.replace(`${group}.`, '') }),
    );
    expect(line).toEqual(LINE);
    return [group, own[0]?.section, own[0]?.groupTitle, code];
  });
  expect(purchases).toEqual([
    ['lines.0', 'Fuel Purchase', undefined, 'dtl_prd_cd: Code, choice of 1 PC1, 2 PC2, D1 D1'],
    [
      'lines.1',
      'Other 1 Purchase',
      undefined,
      'dtl_prd_cd: Code, choice of 1 PC1, 2 PC2, D1 D1, DEF DEF',
    ],
    ['lines.2', 'Other 2 Purchase', undefined, 'dtl_prd_cd: Code, choice of 1 PC1, 2 PC2, D1 D1'],
    [
      'lines.3',
      'Other Purchase',
      'Non-Highway Purchase',
      'dtl_prd_cd: Code, choice of 1 PC1, 2 PC2',
    ],
    [
      'lines.4',
      'Other Purchase',
      'Cash Purchase (Dash Cash)',
      'dtl_prd_cd: Code, choice of 1 PC1, 2 PC2, CASH CASH',
    ],
    [
      'lines.5',
      'Other Purchase',
      'Oil Purchase',
      'dtl_prd_cd: Code, choice of 1 PC1, 2 PC2, OIL OIL',
    ],
  ]);
});

it.each([
  ['cards', cardForm, 'create Add Card, Save; edit Edit Card, Update; view Manage Card', 'back'],
  [
    'transactions',
    transactionForm,
    'create Add Transaction, Save; edit Edit Transaction, Save; view View Transaction',
    'back',
  ],
  ['invoices', invoiceForm, 'create Add Invoice, Save; edit Invoice, Update; view Invoice', 'back'],
  ['payments', paymentForm, 'create Add Payment, Save', 'close'],
  ['users', userForm, 'create Add User, Save; edit Update User, Update; view User', 'back'],
  ['customers', customerForm, 'edit Update Customer, Save', 'back'],
  ['companies', companyForm, 'create Add Customer Company, Create', { route: '/customer' }],
  [
    'markups',
    markupForm,
    'create Add Customer Markup, Save; edit Update Customer Markup, Update',
    'close',
  ],
  ['the profile', profileForm, 'view User Profile', 'back'],
  ['the own password', ownPassword.form, 'create Change Password, Change Password', 'close'],
] as unknown as [string, AnyForm, string, AnyForm['after']][])(
  'FORM-04 %s have these headings, buttons and next pages',
  (_, { after, submitLabels, titles }, headings, next) => {
    const modes = (['create', 'edit', 'view'] as const).filter(
      (mode) => titles[mode] !== undefined,
    );
    const shown = modes.map((mode) =>
      [`${mode} ${titles[mode]}`, submitLabels[mode] ?? []].flat().join(', '),
    );
    expect(shown.join('; ')).toBe(headings);
    expect(after).toEqual(next);
  },
);

it('CARD-08 COMP-02 INV-06 PAY-02 only these forms have no Cancel button, or are sent only if changed', () => {
  const forms = {
    cardForm,
    companyForm,
    customerForm,
    invoiceForm,
    markupForm,
    paymentForm,
    profileForm,
    transactionForm,
    userForm,
  };
  const all = Object.entries(forms as unknown as Record<string, AnyForm>);
  expect(
    all.flatMap(([name, { noCancel = [] }]) => noCancel.map((mode) => `${name} ${mode}`)),
  ).toEqual(['cardForm create', 'companyForm create']);
  expect(all.filter(([, form]) => form.onlyIfChanged).map(([name]) => name)).toEqual([
    'invoiceForm',
    'paymentForm',
  ]);
});

it('ACC-04 FORM-05 every field of a record that is only shown is locked', () => {
  const forms = { cardForm, customerForm, invoiceForm, profileForm, transactionForm, userForm };
  for (const [name, form] of Object.entries(forms as unknown as Record<string, AnyForm>)) {
    const state = { mode: 'view', draft: form.draft({} as never), detail: {} as never } as const;
    const reasons = new Set(form.fields(state).map(({ locked }) => locked));
    // Fields that are never entered give their own reason.
    reasons.delete('It is shown here and changed elsewhere.');
    expect([...reasons], name).toEqual(['The record is open for reading.']);
  }
});

it.each([cardForm, customerForm, invoiceForm, markupForm, profileForm, transactionForm, userForm])(
  'AUTH-09 WIRE-05 %# shows what was typed to change a record without the record, which was deleted meanwhile',
  (form: AnyForm) => {
    const state = { mode: 'edit', draft: form.draft(undefined), detail: undefined } as const;
    expect(form.fields(state)).not.toEqual([]);
    expect(() => checkForm(form, state, {})).not.toThrow();
  },
);
