import { recomputeDaySums } from '../purchase-sums.ts';
import { POSTGRES_TRIGGERS } from './0026-postgres-triggers.ts';
import { SQLITE_TRIGGERS } from './0026-sqlite-triggers.ts';
import { keptTables } from './kept-table.ts';

const KEY = 'scope bigint not null, day text not null, currency text not null';
const PURCHASES = `create table purchase_sums (${KEY}, purchases bigint not null, amount_minor bigint not null,
  unbilled_purchases bigint not null, unbilled_minor bigint not null`;
const PRODUCTS = `create table product_sums (${KEY}, product text not null, unit text not null,
  quantity_e3 bigint not null, amount_minor bigint not null, cost_e8 bigint not null`;

/** SQLite has one row for each sum; PostgreSQL has several to add up. */
const tablesOf = (postgres: boolean): readonly string[] =>
  postgres
    ? [
        `${PURCHASES})`,
        `${PRODUCTS})`,
        'create index purchase_sums_by_scope_day on purchase_sums (scope, day)',
        'create index product_sums_by_scope_day on product_sums (scope, day)',
      ]
    : [
        `${PURCHASES}, primary key (scope, day, currency)) without rowid`,
        `${PRODUCTS}, primary key (scope, day, currency, product, unit)) without rowid`,
      ];

/** What the other figures of the dashboard are counted by. */
const INDEXES = [
  `invoices_owed on invoices (due_date, status, currency, company_id, due_minor) where due_minor > 0`,
  `exceptions_open on exceptions (rule_name, company_id) where state = 'Open'`,
  'cards_by_card_status_company_id on cards (card_status, company_id)',
  'transaction_lines_unbilled on transaction_lines (transaction_id, amount_minor) where invoice_id is null',
];

/**
 * Sums of purchases by day, for everybody and for each company, kept by triggers in the transaction that changes a
 * row, whichever call it is of (SHELL-10).
 */
export const purchaseSums = keptTables({
  names: ['purchase_sums', 'product_sums'],
  created: (postgres) => [
    ...tablesOf(postgres),
    ...INDEXES.map((index) => `create index if not exists ${index}`),
  ],
  recompute: recomputeDaySums,
  sqlite: SQLITE_TRIGGERS,
  postgres: POSTGRES_TRIGGERS,
});
