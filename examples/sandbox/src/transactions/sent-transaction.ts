import { Decimal, type TransactionDetail, transactions } from '@forecourt/core';
import { SCALES } from '../amounts.ts';
import { decodeSent, formOf, issuesOf, refuseField, refuseIssues } from '../forms/sent-record.ts';
import { CURRENCIES } from '../reference/choices.ts';
import { statesOf } from '../reference/places.ts';
import { type LineRow, presentLine, type TransactionRow } from './transaction-wire.ts';

type Body = Readonly<Record<string, unknown>>;

/** A stored transaction with its lines. */
export interface StoredTransaction {
  readonly row: TransactionRow;
  readonly lines: readonly LineRow[];
}

/** The sent fields over the stored ones, as core reads them. */
export interface SentTransaction {
  readonly detail: TransactionDetail;
  /** The stored line that each of its lines changes; undefined for a new one. */
  readonly lines: readonly (LineRow | undefined)[];
}

const form = formOf(transactions);
const MAX_CODE_LENGTH = 20;
/** Station-local: no zone. */
const LOCAL = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/;

/** Returns the stored line of each sent one: by its id, else by its position if no id claims that. */
function storedLines(sent: readonly Body[], stored: readonly LineRow[]): (LineRow | undefined)[] {
  const byId = new Map(stored.map((line) => [line.id, line]));
  const taken = new Set<number>();
  const named = sent.map((line, index) => {
    if (line.id === undefined || line.id === null) return undefined;
    const known = byId.get(typeof line.id === 'object' ? Number.NaN : Number(line.id));
    if (!known || taken.has(known.id)) {
      throw refuseField(`/txn_attr/${index}/id`, 'It is not a line of this transaction.');
    }
    taken.add(known.id);
    return known;
  });
  return named.map((line, index) => {
    const here = stored[index];
    return line ?? (here && !taken.has(here.id) ? here : undefined);
  });
}

function linesIn(body: Body): Body[] | undefined {
  const lines = body.txn_attr;
  if (lines === undefined || lines === null) return undefined;
  const fine = (line: unknown) => typeof line === 'object' && line !== null && !Array.isArray(line);
  if (Array.isArray(lines) && lines.every(fine)) return lines as Body[];
  throw refuseField('/txn_attr', 'txn_attr must be a list of lines.');
}

/** The carbon tax has two names: a new value of the one that no form has becomes the other's, and is checked as that. */
function withCarbonTax(detail: TransactionDetail, stored: readonly (LineRow | undefined)[]) {
  const txn_attr = detail.txn_attr?.map((line, index) => {
    const before = Decimal.of(stored[index]?.cbt_rate_e5 ?? 0, SCALES.price);
    const changed = !(line.pct ?? Decimal.ZERO).equals(before);
    return changed || !line.dtl_cbt_rt ? line : { ...line, pct: line.dtl_cbt_rt };
  });
  return { ...detail, ...(txn_attr && { txn_attr }) };
}

const pointerOf = (name: string): string =>
  `/${name.replace(/^lines\./, 'txn_attr.').replaceAll('.', '/')}`;

/** Rules beyond core's form, which accepts any loaded choice or moment. */
function checkMore(detail: TransactionDetail, before: TransactionRow | undefined): void {
  const province = detail.dtl_stn_prv ?? '';
  if (province !== before?.province && !statesOf().some(({ key }) => key === province)) {
    throw refuseField('/dtl_stn_prv', 'It is no province or state.');
  }
  const currency = detail.hdr_currency ?? '';
  const known = currency === '' || CURRENCIES.some(({ key }) => key === currency);
  if (!known && currency !== before?.currency) {
    throw refuseField(
      '/hdr_currency',
      `It must be ${CURRENCIES.map(({ key }) => key).join(' or ')}.`,
    );
  }
  if (!LOCAL.test(detail.txn_date ?? '')) {
    throw refuseField('/txn_date', 'It must be the station’s own time, without a zone.');
  }
  const long = detail.txn_attr?.findIndex(
    ({ dtl_prd_cd }) => (dtl_prd_cd ?? '').length > MAX_CODE_LENGTH,
  );
  if (long !== undefined && long >= 0) {
    throw refuseField(`/txn_attr/${long}/dtl_prd_cd`, `At most ${MAX_CODE_LENGTH} characters.`);
  }
}

/**
 * Checks a sent transaction (TXN-08). Fields that it leaves out don't change; its lines, if any, replace all stored
 * ones. Throws a 422 with what is wrong.
 */
export function sentTransaction(
  body: Body,
  before: StoredTransaction | undefined,
): SentTransaction {
  const sent = linesIn(body);
  const stored = before?.lines ?? [];
  const lines = sent ? storedLines(sent, stored) : [...stored];
  const present = (line: LineRow | undefined) =>
    before && line ? presentLine(before.row, line) : {};
  const txn_attr = lines.map((line, index) => ({ ...present(line), ...sent?.[index] }));
  const schema = transactions.record?.schema;
  if (!schema) throw new Error('transactions have no record.');
  const { attachments: _, station: __, ...header } = body;
  const decoded = decodeSent(schema, { ...headerOf(before), ...header, txn_attr });
  const detail = withCarbonTax(decoded, lines);
  const draft = form.draft(detail);
  const mode = before ? 'edit' : 'create';
  if (lines.length === 0 && (!before || stored.length > 0)) {
    throw refuseField('/txn_attr', 'A transaction needs at least one purchase.');
  }
  // What was stored, with the lines that were sent, so that each is checked in its own section.
  const loadedLines = lines.map((line, index) => ({
    ...present(line),
    dtl_prd_cd: detail.txn_attr?.[index]?.dtl_prd_cd,
  }));
  const { txn_company: company, ...issues } = issuesOf(form, {
    mode,
    draft,
    detail: decodeSent(schema, { ...headerOf(before), txn_attr: loadedLines }),
  });
  // Without one it is the card's (TXN-14).
  const cardChanged = detail.card_number !== before?.row.card_number;
  const derived = cardChanged && company?.every(({ code }) => code === 'required') === true;
  refuseIssues({ ...issues, ...(company && !derived && { txn_company: company }) }, pointerOf);
  checkMore(detail, before?.row);
  return { detail, lines };
}

const headerOf = (before: StoredTransaction | undefined) =>
  before && {
    authentication_id: before.row.authentication_id,
    txn_date: before.row.txn_date,
    card_number: before.row.card_number,
    txn_company: before.row.company_name,
    txn_station: before.row.station_number,
    dtl_stn_addr: before.row.address,
    dtl_stn_prv: before.row.province,
    hdr_currency: before.row.currency,
  };
