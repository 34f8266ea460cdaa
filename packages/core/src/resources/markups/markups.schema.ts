import * as z from 'zod/mini';
import { decimal, text } from '../../resource/wire-values.ts';

/** A customer's markup on a fuel company's prices. */
export const markupSchema = z.object({
  id: text(),
  customer_id: text(),
  customer_company_id: text(),
  eob_parent_company_id: text(),
  fuel_company_provider_id: text(),
  /** Per unit of fuel. */
  mark_up_value: decimal(),
  company_name: text(),
  fuel_company_provider: text(),
});

/**
 * A customer's markup on a fuel company's prices.
 * @useDeclaredType
 */
export interface Markup extends z.output<typeof markupSchema> {}
