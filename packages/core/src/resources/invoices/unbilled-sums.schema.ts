import * as z from 'zod/mini';
import { requiredDecimal } from '../../resource/wire-values.ts';

/** Built without the code for formats of numbers, which the portal's first screen would load too. */
const lineCount = z
  .number()
  .check(z.refine((count) => Number.isSafeInteger(count) && count >= 0, 'must be a count'));

/** Sums of what an invoice for a company, currency and period would bill, without its lines (INV-14). */
export const unbilledSumsSchema = z.object({
  /** Number of lines. */
  count: lineCount,
  /** The invoice's total; sent back to create it. */
  total_amount: requiredDecimal(),
  /** Number of the period's lines that are already on invoices. */
  already_billed: lineCount,
  /** Number of the period's transactions with an amount but no lines, which can't be billed. */
  without_lines: z.nullish(lineCount),
  /**
   * Token that identifies exactly these lines; sent back, so that other lines with the same total are
   * refused.
   */
  seen: z.nullish(z.string()),
});
