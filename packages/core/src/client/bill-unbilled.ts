import { toWireDay } from '../format/dates.ts';
import type { Decimal } from '../format/decimal.ts';
import type { Call } from '../http/http.types.ts';
import { decodeRow } from '../resource/decode-row.ts';
import { type Invoice, invoiceSchema } from '../resources/invoices/invoices.schema.ts';
import { type Unbilled, unbilledSchema } from '../resources/invoices/unbilled.schema.ts';
import type { Client } from './client.ts';
import { sendChange } from './send-change.ts';

/** What is billed together: a company's purchases in one currency. Whole days, both inclusive. */
export interface BillingPeriod {
  /** Name of the company. */
  readonly company: string;
  /** 'CAD', 'USD'. */
  readonly currency: string;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

const PATH = 'spol/invoices/';

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
export interface SeenLines {
  readonly total_amount: Decimal;
  readonly seen?: string | null | undefined;
}

/** The call that makes an invoice of what was seen, without its key: it can be kept and sent again as it is. */
export const billUnbilledCall = (
  period: BillingPeriod,
  { seen, total_amount }: SeenLines,
): Pick<Call, 'json' | 'method' | 'operation' | 'path'> => ({
  operation: 'invoices.create',
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
  const call = { ...billUnbilledCall(period, seen), idempotencyKey, ...(signal && { signal }) };
  return readMadeInvoice(client, await sendChange(client, call));
}

/** The answer to `billUnbilledCall`, as an invoice; odd fields are empty and reported. */
export function readMadeInvoice(client: Client, answer: unknown): Invoice | undefined {
  if (answer === undefined) return undefined;
  return decodeRow(invoiceSchema, answer, (path, message) =>
    client.report({ operation: 'invoices.create', path, message }),
  );
}
