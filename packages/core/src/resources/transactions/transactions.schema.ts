import * as z from 'zod/mini';
import { Decimal } from '../../format/decimal.ts';
import {
  constant,
  decimal,
  instant,
  integer,
  keeping,
  rows,
  text,
} from '../../resource/wire-values.ts';

/** One product of a fuel stop, in a list's sub-rows and in a record's lines. */
export const transactionLineSchema = z.object({
  dtl_auth_id: text(),
  dtl_prd_cd: text(),
  dtl_prd_desc: text(),
  dtl_qty: decimal(),
  /** 'L' or 'USG'; empty for what isn't measured. */
  dtl_unit: text(),
  /** Per unit, before tax. */
  dtl_net_price: decimal(),
  retailPrice: decimal(),
  dtl_fet_rt: decimal(),
  dtl_gst_amt: decimal(),
  dtl_hst_amt: decimal(),
  /** Shown as 0 (TXN-02). */
  local_tax: constant(Decimal.ZERO),
  /** Provincial carbon tax per unit. */
  pct: decimal(),
  dtl_cbt_rt: decimal(),
  dtl_pft_rt: decimal(),
  dtl_pst_amt: decimal(),
  dtl_qst_amt: decimal(),
  dtl_amt: decimal(),
  discount: decimal(),
  dtl_misc: decimal(),
  dtl_odometer: text(),
  dtl_sls_type: text(),
  dtl_tran_no: text(),
  dtl_brkn_name: text(),
  dtl_stn_no: text(),
});

export interface TransactionLine extends z.output<typeof transactionLineSchema> {}

const header = {
  id: text(),
  txn_id: text(),
  /** The auth code; used in routes (SHELL-03). */
  authentication_id: text(),
  /** The station's local time, without an offset. */
  txn_date: instant(),
  card_number: text(),
  txn_company: text(),
  txn_amount: decimal(),
  txn_price_per_unit: decimal(),
  txn_station: text(),
  txn_fuel_type: text(),
  /** What was bought: 'DIESEL LS, DEF'. */
  txn_product: text(),
  /** 'Unbilled' while no invoice bills one of its lines, or 'Billed'. */
  billing: text(),
  /** Sum of its lines. */
  line_amount: decimal(),
  /** Sum of the quantities in `txn_qty_unit`. */
  txn_qty: decimal(),
  /** 'L' or 'USG'. */
  txn_qty_unit: text(),
  txn_driver: text(),
  txn_unit_number: text(),
  /** The import that entered it; empty for one made by hand. */
  import_id: text(),
  hdr_currency: text(),
  dtl_stn_prv: text(),
  dtl_stn_addr: text(),
};

/** A transaction as in lists, with its sub-transactions. */
export const transactionSchema = z.object({
  ...header,
  sub_transactions: rows(transactionLineSchema),
});

/**
 * A transaction, as in lists.
 * @useDeclaredType
 */
export interface Transaction extends z.output<typeof transactionSchema> {}

/** A line of a record; keeps unknown fields, so that they can be sent back. */
export const recordLineSchema = keeping(transactionLineSchema.shape);

/** A transaction as returned by its own call. */
export const transactionDetailSchema = keeping({
  ...header,
  txn_attr: rows(recordLineSchema),
  attachments: rows(
    z.object({ id: text(), name: text(), content_type: text(), url: text(), size: integer() }),
  ),
  station: z.nullish(z.object({ lat: z.nullish(z.number()), lng: z.nullish(z.number()) })),
});

/**
 * A transaction as returned by its own call, with lines and attachments.
 * @useDeclaredType
 */
export interface TransactionDetail extends z.output<typeof transactionDetailSchema> {}
