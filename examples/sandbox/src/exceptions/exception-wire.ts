import { can } from '@forecourt/core';
import { type Selectable, sql } from 'kysely';
import { money, quantity } from '../amounts.ts';
import type { Account } from '../auth/account.ts';
import type { ExceptionsTable } from '../db/schema-office.ts';
import type { Reader, Writer } from '../db/store.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import { linesOf } from '../transactions/transaction-store.ts';
import { presentTransaction } from '../transactions/transaction-wire.ts';

export type ExceptionRow = Selectable<ExceptionsTable>;

/** A row of the list, which knows the import of its purchase. */
type ListedException = ExceptionRow & { readonly import_id: number | null };

const LAST_PURCHASES = 10;

export const EXCEPTION_LIST: ListDefinition<'exceptions'> = {
  table: 'exceptions',
  rows: sql`select exceptions.*, (
      select import_id from transactions where transactions.id = exceptions.transaction_id
    ) as import_id from exceptions`,
  fields: fieldsOf({
    whole: 'id import_id',
    text: {
      rule: 'rule',
      rule_name: 'rule_name',
      state: 'state',
      authentication_id: 'authentication_id',
      card_number: 'card_number',
      company_name: 'company_name',
      station_number: 'station_number',
      figure: 'figure',
      limit: 'allowed',
      reason: 'reason',
      settled_by: 'settled_by',
    },
    moment: { txn_date: 'txn_date' },
    instant: { settled_at: 'settled_at', created_at: 'created_at' },
  }),
  dateField: 'txn_date',
  order: { field: 'txn_date', direction: 'desc' },
  scoped: true,
};

/** An exception as its list has it (TXN-18). */
export const presentException = (row: ExceptionRow) => ({
  id: row.id,
  rule: row.rule,
  rule_name: row.rule_name,
  state: row.state,
  authentication_id: row.authentication_id,
  txn_date: row.txn_date,
  card_number: row.card_number,
  company_name: row.company_name,
  station_number: row.station_number,
  figure: row.figure,
  limit: row.allowed,
  reason: row.reason,
  settled_by: row.settled_by,
  settled_at: row.settled_at,
  created_at: row.created_at,
});

/** A row of the list (TXN-18). */
export const presentListed = (row: ExceptionRow) => ({
  ...presentException(row),
  import_id: (row as ListedException).import_id,
});

/** What the card allows, for accounts that may read cards. */
async function cardOf(read: Reader | Writer, account: Account, { card_id }: ExceptionRow) {
  if (card_id === null || !can(account.access, 'cards.get').allowed) return {};
  const cards = read.selectFrom('cards').selectAll().where('id', '=', Number(card_id));
  const { companyId } = account;
  const own = companyId === null ? cards : cards.where('company_id', '=', companyId);
  const card = await own.executeTakeFirst();
  if (!card) return {};
  const gallons = card.uom === 'Gallons';
  return {
    // As people read it (CARD-11).
    card_status: card.card_status === 'RELEASE' ? 'ACTIVE' : card.card_status,
    card_type: card.card_type,
    held_since: card.held_since,
    transaction_fuel_quantity_limits: money(card.transaction_fuel_quantity_limits_minor),
    daily_vehicle_quantity_limit_in_gallons: money(
      card.daily_vehicle_quantity_limit_in_gallons_minor,
    ),
    weekly_fuel_quantity_limit: money(card.weekly_fuel_quantity_limit_minor),
    daily_card_limit: money(card.daily_card_limit_minor),
    usage_above_volume_limits: card.usage_above_volume_limits,
    card_unit: gallons ? 'USG' : 'L',
    card_currency: gallons ? 'USD' : 'CAD',
  };
}

/** The names of the rules that purchases broke, settled exceptions included. */
async function rulesOf(
  read: Reader | Writer,
  purchases: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (purchases.length === 0) return new Map();
  const found = await read
    .selectFrom('exceptions')
    .select(['transaction_id', 'rule_name'])
    .where(
      'transaction_id',
      'in',
      purchases.map(({ id }) => Number(id)),
    )
    .orderBy('id')
    .execute();
  const byPurchase = Map.groupBy(found, ({ transaction_id }) => Number(transaction_id));
  return new Map(
    [...byPurchase].map(([id, own]) => [id, [...new Set(own.map(({ rule_name }) => rule_name))]]),
  );
}

/** The card's purchases up to the exception's, the latest first; of the account's own company only. */
async function purchasesOf(
  read: Reader | Writer,
  { companyId }: Account,
  { card_id, transaction_id, txn_date }: ExceptionRow,
) {
  const all = read.selectFrom('transactions').selectAll();
  const own = companyId === null ? all : all.where('company_id', '=', companyId);
  const rows =
    card_id === null
      ? await own.where('id', '=', Number(transaction_id)).execute()
      : await own
          .where('card_id', '=', Number(card_id))
          .where(sql<boolean>`txn_date <= ${txn_date}`)
          .orderBy('txn_date', 'desc')
          .orderBy('id', 'desc')
          .limit(LAST_PURCHASES)
          .execute();
  const linesByPurchase = await linesOf(read, rows);
  const rulesByPurchase = await rulesOf(read, rows);
  return rows.map((row) => {
    const lines = linesByPurchase.get(row.id) ?? [];
    const shown = presentTransaction(row, lines);
    return {
      id: Number(row.id),
      authentication_id: shown.authentication_id,
      exceptions: rulesByPurchase.get(Number(row.id))?.join(', ') ?? '',
      judged: row.judged === 1,
      txn_date: shown.txn_date,
      txn_station: shown.txn_station,
      address: shown.dtl_stn_addr,
      products: shown.txn_product,
      quantity: shown.txn_qty,
      unit: shown.txn_qty_unit,
      amount: shown.txn_amount,
      currency: shown.hdr_currency,
      lines: lines.map((line) => ({
        product: line.product_description || line.product_code,
        quantity: quantity(line.quantity_e3),
        unit: line.unit,
      })),
    };
  });
}

/** An exception with its purchase beside the card's limits and last purchases. */
export async function exceptionDetail(read: Reader | Writer, account: Account, row: ExceptionRow) {
  const purchases = await purchasesOf(read, account, row);
  const purchase = purchases.find(({ id }) => id === Number(row.transaction_id));
  const { products, quantity: volume, unit, amount, currency, address } = purchase ?? {};
  return {
    ...presentException(row),
    ...(purchase && { products, quantity: volume, unit, amount, currency, address }),
    ...(await cardOf(read, account, row)),
    purchases,
  };
}
