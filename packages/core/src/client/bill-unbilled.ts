import { toWireDay } from '../format/dates.ts';
import { decodeRow } from '../resource/decode-row.ts';
import { type Invoice, invoiceSchema } from '../resources/invoices/invoices.schema.ts';
import { type Unbilled, unbilledSchema } from '../resources/invoices/unbilled.schema.ts';
import { unbilledSumsSchema } from '../resources/invoices/unbilled-sums.schema.ts';
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
  // Digits alone could be another company's id.
  ...(/^\d+$/.test(company) && { company_name: company }),
  currency,
  start_date: toWireDay(from),
  end_date: toWireDay(to),
});

const previewCall = (
  period: BillingPeriod,
  { lines, signal }: { readonly lines: boolean; readonly signal?: AbortSignal | undefined },
) => ({
  operation: 'invoices.preview',
  method: 'POST' as const,
  path: `${PATH}preview`,
  json: { ...bodyOf(period), ...(!lines && { lines }) },
  safe: true,
  ...(signal && { signal }),
});

/**
 * Returns what an invoice of the period would bill, and its total (INV-14). `lines: false` loads only the
 * sums. Changes nothing. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param period company, currency and days
 * @param options `lines: false` for sums alone; `signal` aborts the call
 */
export async function previewUnbilled(
  client: Client,
  period: BillingPeriod,
  { lines = true, signal }: { readonly lines?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Unbilled> {
  const { data } = await client.http.json(previewCall(period, { lines, signal }), unbilledSchema);
  return data;
}

/** Returns only the sums of what an invoice of the period would bill (INV-14). Rejects with an `ApiError`. */
export async function previewSums(
  client: Client,
  period: BillingPeriod,
  signal: AbortSignal,
): Promise<UnbilledSums> {
  const call = previewCall(period, { lines: false, signal });
  return (await client.http.json(call, unbilledSumsSchema)).data;
}

/** The preview's total and its `seen` token; the service refuses to bill any other lines. */
export type SeenLines = Pick<UnbilledSums, 'seen' | 'total_amount'>;

/**
 * Returns the call that bills the previewed lines, without its key, so that it can be stored and repeated
 * unchanged.
 */
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
 * Creates an invoice from the previewed lines and links them; a repeated key creates it only once (INV-14).
 * Resolves to undefined if the invoice was created but the response is unreadable. Rejects with an
 * `ApiError`: 409 if the lines changed since the preview, and then nothing was created.
 *
 * @param client whose session and connection are used
 * @param period company, currency and days, as previewed
 * @param seen the lines that were previewed; others are refused
 * @param idempotencyKey a new key for each invoice, the same one for each try
 * @param signal aborts the call
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

/**
 * Parses the response to `billUnbilledCall` as an invoice; unreadable fields become empty and are reported.
 */
export function madeInvoice(client: Client, answer: unknown): Invoice | undefined {
  if (answer === undefined) return undefined;
  return decodeRow(invoiceSchema, answer, (path, message) =>
    client.report({ operation: OPERATION, path, message }),
  );
}
