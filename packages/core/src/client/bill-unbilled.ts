import { toWireDay } from '../format/dates.ts';
import { decodeRow } from '../resource/decode-row.ts';
import { type Invoice, invoiceSchema } from '../resources/invoices/invoices.schema.ts';
import { type Unbilled, unbilledSchema } from '../resources/invoices/unbilled.schema.ts';
import type {
  BillingCall,
  BillingPeriod,
  UnbilledSums,
} from '../workflows/billing/billing.types.ts';
import type { Client } from './client.ts';
import { sendChange } from './send-change.ts';

const PATH = 'spol/invoices/';
const OPERATION = 'invoices.create';

const bodyOf = ({ company, currency, from, to }: BillingPeriod) => ({
  company,
  currency,
  start_date: toWireDay(from),
  end_date: toWireDay(to),
});

/**
 * What an invoice of that period would bill, and what it would total (INV-14); `lines: false` asks for the sums
 * alone. Changes nothing. Rejects with an `ApiError`.
 */
export async function previewUnbilled(
  client: Client,
  period: BillingPeriod,
  { lines = true, signal }: { readonly lines?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Unbilled> {
  const { data } = await client.http.json(
    {
      operation: 'invoices.preview',
      method: 'POST',
      path: `${PATH}preview`,
      json: { ...bodyOf(period), ...(!lines && { lines }) },
      safe: true,
      ...(signal && { signal }),
    },
    unbilledSchema,
  );
  return data;
}

/** The total of the preview, and its `seen`: the service makes nothing of other lines. */
export type SeenLines = Pick<UnbilledSums, 'seen' | 'total_amount'>;

/** The call that makes an invoice of what was seen, without its key: it can be kept and sent again as it is. */
export const billUnbilledCall = (
  period: BillingPeriod,
  { seen, total_amount }: SeenLines,
): BillingCall => ({
  method: 'POST',
  path: PATH,
  json: {
    ...bodyOf(period),
    lines: 'unbilled',
    total_amount: Number(total_amount.toString()),
    ...(typeof seen === 'string' && { seen }),
  },
});

/**
 * Makes an invoice of what the preview showed, and links its lines; the same key makes it once (INV-14). The answer
 * is undefined where the invoice was made and only its answer can't be read. Rejects with an `ApiError`: 409 where
 * the lines changed since the preview, and nothing was made.
 */
export async function billUnbilled(
  client: Client,
  period: BillingPeriod,
  seen: SeenLines,
  idempotencyKey: string,
  signal?: AbortSignal,
): Promise<Invoice | undefined> {
  const call = {
    ...billUnbilledCall(period, seen),
    ...{ operation: OPERATION, idempotencyKey },
    ...(signal && { signal }),
  };
  return madeInvoice(client, await sendChange(client, call));
}

/** The answer to `billUnbilledCall`, as an invoice; odd fields are empty and reported. */
export function madeInvoice(client: Client, answer: unknown): Invoice | undefined {
  if (answer === undefined) return undefined;
  return decodeRow(invoiceSchema, answer, (path, message) =>
    client.report({ operation: OPERATION, path, message }),
  );
}
