import type { TransactionDetail } from '@forecourt/core';
import { SCALES, toUnits } from '../amounts.ts';
import type { LineRow } from './transaction-wire.ts';

type Line = NonNullable<TransactionDetail['txn_attr']>[number];
type Amount = Line['dtl_qty'];

const units = (value: Amount, scale: number): number => toUnits(value?.toString() ?? null, scale);
const price = (value: Amount): number => units(value, SCALES.price);
const money = (value: Amount): number => units(value, SCALES.money);

/** The wire's product codes for fuel and DEF. */
const PRODUCTS: Readonly<Record<string, string>> = { D1: 'DIESEL', DEF: 'DEF' };

/** Converts a checked line to columns. Recomputes what the pump billed if one of its parts has changed. */
export function sentLineColumns(line: Line, before: LineRow | undefined) {
  const code = line.dtl_prd_cd ?? '';
  const parts = {
    net_price_e5: price(line.dtl_net_price),
    fet_rate_e5: price(line.dtl_fet_rt),
    pft_rate_e5: price(line.dtl_pft_rt),
    cbt_rate_e5: price(line.pct),
  };
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const same = before !== undefined && names.every((name) => before[name] === parts[name]);
  return {
    ...parts,
    billed_price_e5: same
      ? before.billed_price_e5
      : names.reduce((sum, name) => sum + parts[name], 0),
    product: code === before?.product_code ? before.product : (PRODUCTS[code] ?? ''),
    product_code: code,
    product_description: line.dtl_prd_desc ?? '',
    quantity_e3: units(line.dtl_qty, SCALES.quantity),
    retail_price_e5: price(line.retailPrice),
    gst_minor: money(line.dtl_gst_amt),
    hst_minor: money(line.dtl_hst_amt),
    pst_minor: money(line.dtl_pst_amt),
    qst_minor: money(line.dtl_qst_amt),
    discount_minor: money(line.discount),
    misc_minor: money(line.dtl_misc),
    amount_minor: money(line.dtl_amt),
    odometer: line.dtl_odometer ?? '',
    sale_type: line.dtl_sls_type ?? '',
    breakdown_name: line.dtl_brkn_name ?? '',
    txn_number: line.dtl_tran_no ?? '',
  };
}

/** YYYY-MM-DDTHH:mm:ss of a day with or without a time. */
export const momentOf = (text: string): string => {
  const [day = '', time = ''] = text.split('T');
  return `${day}T${`${time}:00:00:00`.replace(/^:/, '').slice(0, 8)}`;
};
