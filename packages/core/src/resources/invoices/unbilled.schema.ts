import * as z from 'zod';
import { decimal, instant, rows, text } from '../../resource/wire-values.ts';
import { transactionLineSchema } from '../transactions/transactions.schema.ts';

/** A line that no invoice bills, with what its transaction says. */
export const unbilledLineSchema = transactionLineSchema.extend({
  id: text(),
  transaction_id: text(),
  authentication_id: text(),
  /** Station-local, without offset. */
  txn_date: instant(),
  card_number: text(),
  txn_company: text(),
});

export type UnbilledLine = z.output<typeof unbilledLineSchema>;

/** What an invoice of a company, currency and period would bill (INV-14). */
export const unbilledSchema = z.object({
  /** The first of them (the service shows 1,000); empty where only sums were asked for. `count` and the sums are of all. */
  lines: rows(unbilledLineSchema),
  count: z.int().min(0),
  /** Amount of all lines, taxes included, and each sales tax in it that is not zero, by name: 'HST'. */
  totals: z.object({ amount: decimal(), by_tax: z.record(z.string(), decimal()).nullish() }),
  /** What the invoice will total; sent back when it is made. */
  total_amount: decimal().unwrap().unwrap(),
  /** Lines of the period that invoices bill already. */
  already_billed: z.int().min(0),
  /** Transactions of the period with an amount and no line, which can't be billed. */
  without_lines: z.int().min(0).nullish(),
  /** Stands for just these lines; sent back, others of the same total are refused too. */
  seen: z.string().nullish(),
});

export type Unbilled = z.output<typeof unbilledSchema>;
