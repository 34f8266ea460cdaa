import type { BilledLine, InvoiceDocument } from './invoice-document.ts';

/** Thousandths of a unit × hundred-thousandths of a price → cents, half up away from zero. */
const cost = (quantity: number, price: number): number => {
  const cents = (quantity * price) / 1e6;
  return Math.sign(cents) * Math.floor(Math.abs(cents) + 0.5);
};

const total = (lines: readonly BilledLine[], of: (line: BilledLine) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0);

export const salesTaxes = (line: BilledLine): number =>
  line.gst_minor + line.hst_minor + line.pst_minor + line.qst_minor;

/** A product of an invoice: how much, and for how much before sales taxes. */
interface ProductSum {
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  readonly amount: number;
}

/** Sums of an invoice, in minor units. */
export interface InvoiceSums {
  readonly products: readonly ProductSum[];
  /** Sales taxes by name, without zeros. */
  readonly taxes: readonly (readonly [name: string, amount: number])[];
  /** Fuel taxes included in the prices, without zeros. */
  readonly included: readonly (readonly [name: string, amount: number])[];
  /** The part of the total that lines don't explain. */
  readonly other: number;
  readonly paid: number;
  /** The part of the amount due that total and payments don't explain. */
  readonly corrected: number;
}

const some = (sums: readonly (readonly [string, number])[]) =>
  sums.filter(([, amount]) => amount !== 0);

function productSums(lines: readonly BilledLine[]): ProductSum[] {
  const byProduct = Map.groupBy(lines, (line) => `${line.product_description}|${line.unit}`);
  return [...byProduct.values()].map((own) => ({
    name: own[0]?.product_description ?? '',
    unit: own[0]?.unit ?? '',
    quantity: total(own, (line) => line.quantity_e3),
    amount: total(own, (line) => line.amount_minor - salesTaxes(line)),
  }));
}

export function invoiceSums({ invoice, lines, payments }: InvoiceDocument): InvoiceSums {
  const paid = payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  return {
    products: productSums(lines),
    taxes: some([
      ['GST', total(lines, (line) => line.gst_minor)],
      ['HST', total(lines, (line) => line.hst_minor)],
      ['PST', total(lines, (line) => line.pst_minor)],
      ['QST', total(lines, (line) => line.qst_minor)],
    ]),
    included: some([
      ['federal excise tax', total(lines, (line) => cost(line.quantity_e3, line.fet_rate_e5))],
      ['provincial fuel tax', total(lines, (line) => cost(line.quantity_e3, line.pft_rate_e5))],
      ['carbon tax', total(lines, (line) => cost(line.quantity_e3, line.cbt_rate_e5))],
    ]),
    other: invoice.total_minor - total(lines, (line) => line.amount_minor),
    paid,
    corrected: invoice.due_minor - (invoice.total_minor - paid),
  };
}
