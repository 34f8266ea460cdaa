/** Allowed values and references of rows (WIRE-06, INV-12, PAY-05). Both engines use these texts unchanged. */

export interface Check {
  readonly table: string;
  /** Name of the constraint: '{table}_{name}'. */
  readonly name: string;
  /** SQL that must not be false. */
  readonly rule: string;
  /** Columns that a finding quotes. */
  readonly columns: readonly string[];
}

export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  /** What happens to the row when its parent is deleted; by default the parent can't be. */
  readonly onDelete?: 'cascade' | 'set null';
}

const check = (table: string, name: string, columns: string, rule: string): Check => ({
  table,
  name,
  rule,
  columns: columns.split(' '),
});

const DAY = "like '____-__-__'";
const MINUTE = "like '____-__-__T__:__'";
const flags = (columns: string) =>
  columns
    .split(' ')
    .map((name) => `${name} in (0, 1)`)
    .join(' and ');
const atLeast0 = (columns: string) =>
  columns
    .split(' ')
    .map((name) => `${name} >= 0`)
    .join(' and ');
const RIGHTS = 'can_read can_create can_update can_delete can_download';
const RATES = 'net_price_e5 retail_price_e5 total_price_e5 price_e5';

export const CHECKS: readonly Check[] = [
  check(
    'invoices',
    'amounts',
    'total_minor due_minor paid_minor',
    'total_minor >= 0 and due_minor >= 0 and paid_minor >= 0 and due_minor + paid_minor <= total_minor',
  ),
  check(
    'invoices',
    'status',
    'status',
    "status in ('Draft', 'Sent', 'Partially Paid', 'Fully Paid', 'Open', 'Closed', 'NSF', 'Void')",
  ),
  check(
    'invoices',
    'paid',
    'status due_minor',
    "status not in ('Fully Paid', 'Void') or due_minor = 0",
  ),
  check(
    'invoices',
    'days',
    'issued_date due_date',
    `issued_date ${DAY} and due_date ${DAY} and due_date >= issued_date`,
  ),
  check(
    'invoices',
    'period',
    'start_date end_date',
    `start_date ${MINUTE} and end_date ${MINUTE} and end_date >= start_date`,
  ),
  check('invoices', 'currency', 'currency', "currency like '___'"),
  check('invoices', 'company', 'company_id', 'company_id is not null'),
  check(
    'payments',
    'amount',
    'amount_minor reverses_id reason',
    "(reverses_id is null and amount_minor > 0) or (reverses_id is not null and amount_minor < 0 and reason <> '')",
  ),
  check('payments', 'day', 'payment_date', `payment_date ${DAY} and payment_date >= '2020-01-01'`),
  check(
    'payments',
    'mode',
    'payment_mode',
    "payment_mode in ('cheque', 'cash', 'interac_debit_credit')",
  ),
  check('payments', 'currency', 'currency', "currency like '___'"),
  check(
    'payments',
    'invoice',
    'invoice_id company_id',
    'invoice_id is not null and company_id is not null',
  ),
  check('transactions', 'reversal', 'reversal', flags('reversal')),
  check('transactions', 'day', 'business_date', `business_date = '' or business_date ${DAY}`),
  check('transactions', 'currency', 'currency', "currency = '' or currency like '___'"),
  check('transaction_lines', 'reversal', 'reversal', flags('reversal')),
  check('transaction_lines', 'position', 'position occurrence', atLeast0('position occurrence')),
  check('transaction_lines', 'transaction', 'transaction_id', 'transaction_id is not null'),
  check('attachments', 'size', 'size', atLeast0('size')),
  check('rates', 'prices', RATES, atLeast0(RATES)),
  check(
    'rates',
    'days',
    'effective_date effective_to',
    `effective_date ${DAY} and (effective_to = '' or effective_to >= effective_date)`,
  ),
  check('cards', 'status', 'status', "status in ('', 'ACTIVE', 'INACTIVE')"),
  check('card_assignments', 'day', 'from_date', `from_date ${DAY}`),
  check('users', 'may_switch', 'may_switch', flags('may_switch')),
  check('user_rights', 'flags', RIGHTS, flags(RIGHTS)),
  check('imports', 'state', 'state', "state in ('received', 'running', 'done', 'failed')"),
  check(
    'imports',
    'counts',
    'imported duplicates rejected attempt',
    atLeast0('imported duplicates rejected attempt'),
  ),
  check('idempotency_keys', 'state', 'state', "state in ('running', 'done')"),
];

const references = (
  table: string,
  parents: Readonly<Record<string, string>>,
  onDelete?: Reference['onDelete'],
): Reference[] =>
  Object.entries(parents).map(([column, parent]) => ({
    table,
    column,
    parent,
    ...(onDelete && { onDelete }),
  }));

/** The trail (`audit`) refers to nothing: it outlives whom it is about. */
export const REFERENCES: readonly Reference[] = [
  ...references('customers', { company_id: 'companies' }),
  ...references('markups', {
    customer_id: 'customers',
    company_id: 'companies',
    provider_company_id: 'provider_companies',
  }),
  ...references('users', { company_id: 'companies' }),
  ...references('user_rights', { user_id: 'users' }, 'cascade'),
  ...references('sessions', { user_id: 'users' }, 'cascade'),
  ...references('sessions', { acting_company_id: 'companies' }),
  ...references('cards', { company_id: 'companies' }),
  ...references('card_assignments', { card_id: 'cards' }, 'cascade'),
  ...references('card_assignments', { company_id: 'companies' }),
  ...references('transactions', { card_id: 'cards' }, 'set null'),
  ...references('transactions', {
    company_id: 'companies',
    station_id: 'stations',
    invoice_id: 'invoices',
    import_id: 'imports',
  }),
  ...references('transaction_lines', { transaction_id: 'transactions' }, 'cascade'),
  ...references('transaction_lines', { import_id: 'imports' }),
  ...references('attachments', { transaction_id: 'transactions' }, 'cascade'),
  ...references('invoices', { company_id: 'companies' }),
  ...references('payments', {
    invoice_id: 'invoices',
    company_id: 'companies',
    reverses_id: 'payments',
  }),
  ...references('payments', { created_by: 'users' }, 'set null'),
  ...references('imports', { user_id: 'users' }, 'set null'),
  ...references('imports', { acting_company_id: 'companies' }),
  ...references('import_rows', { import_id: 'imports' }, 'cascade'),
];

export const checkName = ({ name, table }: Check): string => `${table}_rule_${name}`;
export const referenceName = ({ column, table }: Reference): string => `${table}_ref_${column}`;
