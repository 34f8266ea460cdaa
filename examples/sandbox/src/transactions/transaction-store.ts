import type { Account } from '../auth/account.ts';
import type { Reader, Writer } from '../db/store.ts';
import { notFound } from '../http/problem.ts';
import { findTown } from '../reference/towns.ts';
import {
  type LineRow,
  type Place,
  presentTransactionDetail,
  type TransactionRow,
} from './transaction-wire.ts';

/** Returns the lines of these transactions, in order. */
export async function linesOf(
  read: Reader | Writer,
  rows: readonly Pick<TransactionRow, 'id'>[],
): Promise<Map<number, LineRow[]>> {
  const byTransaction = new Map<number, LineRow[]>(rows.map((row) => [row.id, []]));
  if (rows.length === 0) return byTransaction;
  const lines = await read
    .selectFrom('transaction_lines')
    .selectAll()
    .where('transaction_id', 'in', [...byTransaction.keys()])
    .orderBy('transaction_id')
    .orderBy('position')
    .execute();
  for (const line of lines) byTransaction.get(line.transaction_id ?? 0)?.push(line);
  return byTransaction;
}

/** Finds a transaction by authentication id, else by id (TXN-10), within the account's company. Throws 404. */
export async function visibleTransaction(
  read: Reader | Writer,
  { companyId }: Account,
  id: string,
): Promise<TransactionRow> {
  const all = read.selectFrom('transactions').selectAll();
  const visible = companyId === null ? all : all.where('company_id', '=', companyId);
  const found =
    (await visible.where('authentication_id', '=', id).executeTakeFirst()) ??
    (/^\d{1,15}$/.test(id)
      ? await visible.where('id', '=', Number(id)).executeTakeFirst()
      : undefined);
  if (!found) throw notFound(`Transaction ${id}`);
  return found;
}

/** Returns the station's location, or its town's if the station is unknown. */
async function placeOf(read: Reader | Writer, row: TransactionRow): Promise<Place | null> {
  const station = await read
    .selectFrom('stations')
    .select(['lat_e6', 'lng_e6'])
    .where('id', '=', row.station_id)
    .executeTakeFirst();
  if (station) return { lat: station.lat_e6 / 1e6, lng: station.lng_e6 / 1e6 };
  const town = findTown(row.city, row.province);
  return town ? { lat: town.lat, lng: town.lng } : null;
}

/** Returns a transaction as its own call answers it. */
export async function transactionDetail(read: Reader | Writer, row: TransactionRow) {
  const lines = await linesOf(read, [row]);
  const attachments = await read
    .selectFrom('attachments')
    .select(['id', 'name', 'content_type', 'size'])
    .where('transaction_id', '=', row.id)
    .orderBy('id')
    .execute();
  const listed = attachments.map((file) => ({ ...file, url: `attachments/${file.id}` }));
  const place = await placeOf(read, row);
  return presentTransactionDetail(row, lines.get(row.id) ?? [], listed, place);
}
