import * as z from 'zod/mini';
import { decimal, instant, rows, text } from '../../resource/wire-values.ts';
import { transactionLineSchema } from '../transactions/transactions.schema.ts';
import { unbilledSumsSchema } from './unbilled-sums.schema.ts';

/** An unbilled line, with data of its transaction. */
export const unbilledLineSchema = z.extend(transactionLineSchema, {
  id: text(),
  transaction_id: text(),
  authentication_id: text(),
  /** The station's local time, without an offset. */
  txn_date: instant(),
  card_number: text(),
  txn_company: text(),
});

/**
 * A line that no invoice bills yet.
 * @useDeclaredType
 */
export interface UnbilledLine extends z.output<typeof unbilledLineSchema> {}

/** What an invoice for a company, currency and period would bill (INV-14). */
export const unbilledSchema = z.extend(unbilledSumsSchema, {
  /**
   * The first lines (the service returns 1,000); empty if only sums were requested. `count` and the sums
   * cover all lines.
   */
  lines: rows(unbilledLineSchema),
  /** Amount of all lines including taxes, and each sales tax in it that isn't zero, by name: 'HST'. */
  totals: z.object({ amount: decimal(), by_tax: z.nullish(z.record(z.string(), decimal())) }),
});

/**
 * What an invoice for a company, currency and period would bill.
 * @useDeclaredType
 */
export interface Unbilled extends z.output<typeof unbilledSchema> {}
