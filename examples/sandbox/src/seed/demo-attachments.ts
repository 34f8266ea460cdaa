import { moneyText, quantity } from '../amounts.ts';
import type { Store } from '../db/store.ts';
import { linesOf } from '../transactions/transaction-store.ts';
import type { LineRow, TransactionRow } from '../transactions/transaction-wire.ts';
import { receiptPdf } from './receipt-pdf.ts';

/** The newest transactions have files: two thirds of them a receipt, a third a picture of the pump too. */
const WITH_FILES = 60;

/** A pump, 96 by 64 pixels. */
const PUMP = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABABAMAAAAXGm89AAAAD1BMVEXe6Ow6VGDJ1rKoPDR4hIoIYpTnAAAAUklEQVR42mNgGAWDERijgBGjQQkOBq0GQcFRDfg1CAIBA001gFxEUANa4hvVMKphVMPg1iBIaw2j1S4GEMQAVNDgggwwNbigAwo1EAFGNdBEAwBpvPH9Ux823gAAAABJRU5ErkJggg==',
  'base64',
);

const columns = (left: string, right: string): string =>
  `${left.slice(0, 28).padEnd(28)}${right.padStart(11)}`;

function receiptOf(row: TransactionRow, lines: readonly LineRow[]): Uint8Array {
  return receiptPdf([
    row.station_name,
    row.address,
    `${row.txn_date.replace('T', ' ')}   ${row.txn_number}`,
    `Card ending ${row.card_number.slice(-4)}   ${row.driver}`,
    '-'.repeat(39),
    ...lines.flatMap((line) => [
      columns(
        `${line.product_description} ${quantity(line.quantity_e3)} ${line.unit}`,
        moneyText(line.amount_minor),
      ),
    ]),
    '-'.repeat(39),
    columns(`Total ${row.currency}`, moneyText(row.amount_minor)),
    `Authorization ${row.authentication_id}`,
  ]);
}

function filesOf(row: TransactionRow, lines: readonly LineRow[], index: number) {
  const receipt = {
    name: `receipt-${row.authentication_id}.pdf`,
    content_type: 'application/pdf',
    bytes: receiptOf(row, lines),
  };
  const picture = {
    name: `pump-${row.authentication_id}.png`,
    content_type: 'image/png',
    bytes: PUMP,
  };
  return [[receipt, picture], [receipt], []][index % 3] ?? [];
}

/** Receipts and pictures for the newest transactions (TXN-09). */
export async function seedAttachments(store: Store): Promise<void> {
  await store.write(async (tx) => {
    const newest = await tx
      .selectFrom('transactions')
      .selectAll()
      .orderBy('txn_date', 'desc')
      .orderBy('id', 'desc')
      .limit(WITH_FILES)
      .execute();
    const lines = await linesOf(tx, newest);
    store.insertMany(
      'attachments',
      newest.flatMap((row, index) =>
        filesOf(row, lines.get(row.id) ?? [], index).map(({ bytes, ...file }) => ({
          ...file,
          transaction_id: row.id,
          size: bytes.length,
          content: Buffer.from(bytes).toString('base64'),
          created_at: `${row.txn_date}Z`,
        })),
      ),
    );
  });
}
