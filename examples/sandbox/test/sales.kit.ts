import type { Store } from '../src/db/store.ts';
import type { Client } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

const FUEL = ['DIESEL', 'DIESEL_BIO', 'DYED', 'REEFER', 'GASOLINE', 'DEF'];
const MONTHS: Record<string, string> = {
  'Sep 2026': '2026-09',
  'Oct 2026': '2026-10',
  'Nov 2026': '2026-11',
};
const BY = ['customer', 'month', 'product', 'province'] as const;

const text = (units: number, digits: number): string => {
  const whole = String(Math.abs(units)).padStart(digits + 1, '0');
  return `${units < 0 ? '-' : ''}${whole.slice(0, -digits)}.${whole.slice(-digits)}`;
};

/** What a sales report has to say of these days, line by line: 'by|currency|key' and its figures. */
export async function salesFromRows(
  store: Store,
  companyId: number | null,
  { from = '', to = '9999' }: { from?: string; to?: string },
): Promise<string[]> {
  const all: any[] = await store.read.selectFrom('transactions').selectAll().execute();
  const headers = new Map(all.map((row) => [Number(row.id), row]));
  const lines: any[] = await store.read.selectFrom('transaction_lines').selectAll().execute();
  const sums = new Map<string, number[]>();
  for (const line of lines) {
    const row = headers.get(Number(line.transaction_id));
    const day = row.txn_date.slice(0, 10);
    if (day < from || day > to) continue;
    if (companyId !== null && Number(row.company_id) !== companyId) continue;
    const keys = {
      customer: row.company_name,
      month: day.slice(0, 7),
      product: line.product || line.product_code,
      province: row.province,
    };
    const typed = FUEL.includes(line.product) ? (row.currency === 'USD' ? 'USG' : 'L') : '';
    const unit = line.unit || typed;
    const taxes = ['gst', 'hst', 'pst', 'qst'].reduce(
      (sum, tax) => sum + Number(line[`${tax}_minor`]),
      0,
    );
    const amount = Number(line.amount_minor);
    const quantity = Number(line.quantity_e3);
    const own = [unit === 'L' ? quantity : 0, unit === 'USG' ? quantity : 0, amount - taxes, taxes];
    for (const by of BY) {
      const key = `${by}|${row.currency}|${keys[by]}`;
      const before = sums.get(key) ?? [0, 0, 0, 0, 0];
      sums.set(
        key,
        before.map((sum, at) => sum + ([...own, amount][at] as number)),
      );
    }
  }
  return [...sums]
    .map(([key, figures]) => `${key}: ${figures.map((of, at) => text(of, at < 2 ? 3 : 2))}`)
    .sort();
}

/** The same as the call answers it; months are written as their names. */
export async function salesFromCall(client: Client, days: object): Promise<string[]> {
  const { tables }: any = await client.json(
    `reporting?${new URLSearchParams({ report_type: 'sales', ...days })}`,
  );
  return tables
    .flatMap(({ by, currency, rows }: any) =>
      rows.map(
        ({ values: [key, ...figures] }: any) =>
          `${by}|${currency}|${MONTHS[key] ?? key}: ${figures}`,
      ),
    )
    .sort();
}

const CARE = 'DYED REEFER DEF SCALE WASH OIL ADDITIVE CAN PARTS ALCOHOL MISC TIRES REPAIR'.split(
  ' ',
);

/** What Truck Care has to say of all days, line by line: 'vehicle|…: purchases,quantity,amount,last day'. */
export async function careFromRows(store: Store, companyId: number | null): Promise<string[]> {
  const all: any[] = await store.read.selectFrom('transactions').selectAll().execute();
  const headers = new Map(all.map((row) => [Number(row.id), row]));
  const lines: any[] = (await store.read.selectFrom('transaction_lines').selectAll().execute())
    .map((line) => ({
      ...line,
      named: line.product || line.product_code,
      of: headers.get(Number(line.transaction_id)),
    }))
    .filter(
      ({ named, of }: any) =>
        CARE.includes(named) && (companyId === null || Number(of.company_id) === companyId),
    );
  const groups = Map.groupBy(lines, ({ named, of, product, unit }) => {
    const typed = FUEL.includes(product) ? (of.currency === 'USD' ? 'USG' : 'L') : '';
    return [
      of.company_id ?? of.company_name,
      of.unit_number,
      named,
      of.currency,
      unit || typed,
    ].join('|');
  });
  return [...groups]
    .map(([key, own]) => {
      const sum = (column: string) => own.reduce((total, line) => total + Number(line[column]), 0);
      const days = own.map(({ of }) => of.txn_date.slice(0, 10)).sort();
      const purchases = new Set(own.map((line) => line.transaction_id)).size;
      return `${key}: ${[purchases, text(sum('quantity_e3'), 3), text(sum('amount_minor'), 2), days.at(-1)]}`;
    })
    .sort();
}

/** The same as the call answers it. */
export async function careFromCall(
  client: Client,
  ids: ReadonlyMap<string, number>,
): Promise<string[]> {
  const days = 'from=2020-01-01&to=2030-12-31';
  const { content }: any = await client.json(`truck-care?size=1000&${days}`);
  return content
    .map(
      ({
        amount,
        company_name: company,
        currency,
        last_date: last,
        product,
        purchases,
        quantity,
        unit,
        unit_number: of,
      }: any) =>
        `${[ids.get(company) ?? company, of, product, currency, unit].join('|')}: ${[purchases, quantity.toFixed(3), amount.toFixed(2), last]}`,
    )
    .sort();
}

// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
