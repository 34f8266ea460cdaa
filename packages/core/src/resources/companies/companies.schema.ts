import * as z from 'zod';
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

/** Other calls say `company_name`; that is read too. */
const underOneName = (wire: unknown): unknown =>
  typeof wire === 'object' && wire !== null && 'company_name' in wire
    ? { name: wire.company_name, ...wire }
    : wire;

/** A customer's company, as its list gives it (COMP-01). */
export const companySchema = z.preprocess(underOneName, companyObject);

export type Company = z.output<typeof companyObject>;
