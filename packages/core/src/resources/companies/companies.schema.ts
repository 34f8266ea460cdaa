import * as z from 'zod/mini';
import { labelled, text } from '../../resource/wire-values.ts';

const companyObject = z.object({
  id: text(),
  name: text(),
  email: text(),
  phone: text(),
  city: labelled(),
  state: labelled(),
  country: labelled(),
});

/** Other calls return `company_name`, which is accepted as well. */
const underOneName = (wire: unknown): unknown =>
  typeof wire === 'object' && wire !== null && 'company_name' in wire
    ? { name: wire.company_name, ...wire }
    : wire;

/** A customer's company, as in its list (COMP-01). */
export const companySchema = z.pipe(z.transform(underOneName), companyObject);

/**
 * A customer's company.
 * @useDeclaredType
 */
export interface Company extends z.output<typeof companyObject> {}
