import { moneyText, SCALES, toUnits } from '../amounts.ts';
import type { Account } from '../auth/account.ts';
import type { Writer } from '../db/store.ts';
import { refuseField } from '../forms/sent-record.ts';
import { CardDirectory } from '../imports/card-directory.ts';
import { statesOf } from '../reference/places.ts';
import { findTown } from '../reference/towns.ts';
import type { SentTransaction } from './sent-transaction.ts';
import { momentOf } from './transaction-columns.ts';
import type { TransactionRow } from './transaction-wire.ts';

/** A company's account learns neither who else there is, nor which cards. */
const NOT_YOURS = 'It is not a card of your company.';

/**
 * A transaction made by hand has a card that exists, and a company (TXN-14). A correction takes neither away: the purchase
 * would leave its customer. Throws a 422.
 */
function refuseIncomplete(
  owner: { readonly card_id: number | null; readonly company_id: number | null },
  { companyId }: Account,
  { detail }: SentTransaction,
  before: TransactionRow | undefined,
): void {
  const sameCard = before !== undefined && detail.card_number === before.card_number;
  if (owner.card_id === null && !sameCard) {
    const none = `There is no card ${detail.card_number}.`;
    throw refuseField('/card_number', companyId === null ? none : NOT_YOURS);
  }
  if (owner.company_id === null && before?.company_id !== null) {
    throw refuseField('/txn_company', 'The card has no company on that day. Send the company.');
  }
}

/** Returns the company of that name. Throws a 422 if there is none. */
async function companyNamed(tx: Writer, name: string, { companyId }: Account) {
  const company = await tx
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!company) {
    throw companyId === null
      ? refuseField('/txn_company', 'There is no company of that name.')
      : refuseField('/card_number', NOT_YOURS);
  }
  return company;
}

/** Returns the card that a purchase names; undefined if there is none, or several fit. */
async function cardNamed(tx: Writer, { detail }: SentTransaction) {
  const number = detail.card_number ?? '';
  const directory = new CardDirectory(tx);
  await directory.load([number]);
  const card = directory.match(number);
  return typeof card === 'object' ? card : undefined;
}

/**
 * Returns the company of a purchase: the sent one, else that of the card on the day. A card that was assigned late
 * may be corrected to any company that has had it, but to no other, which would see its number and pay its fuel. Throws
 * a 422 for that, and for a new transaction without a known card or a company (TXN-14).
 */
async function ownerOf(
  tx: Writer,
  account: Account,
  sent: SentTransaction,
  before: TransactionRow | undefined,
) {
  const { detail } = sent;
  const name = detail.txn_company ?? '';
  const sameCard = (detail.card_number ?? '') === (before?.card_number ?? '');
  const sameCompany = name === (before?.company_name ?? '');
  const card = sameCard && sameCompany ? undefined : await cardNamed(tx, sent);
  const onTheDay = sameCard ? undefined : card?.companyOn((detail.txn_date ?? '').slice(0, 10));
  const stored = before && { id: before.company_id, name: before.company_name };
  const derived = sameCard ? stored : onTheDay;
  const company = sameCompany || name === '' ? derived : await companyNamed(tx, name, account);
  const owner = {
    card_id: sameCard ? (before?.card_id ?? null) : (card?.id ?? null),
    company_id: company?.id ?? null,
    company_name: company?.name ?? '',
  };
  const fits = owner.company_id === null || card?.mayBelongTo(owner.company_id) !== false;
  const { companyId } = account;
  if (companyId !== null && !(fits && owner.company_id === companyId)) {
    throw refuseField('/card_number', NOT_YOURS);
  }
  if (!fits) {
    throw refuseField(
      '/txn_company',
      `The card was never assigned to ${owner.company_name}: assign it first, or choose the company that has it.`,
    );
  }
  refuseIncomplete(owner, account, sent, before);
  return owner;
}

/** Finds the station with that number, whose data fills empty fields. */
async function stationOf(
  tx: Writer,
  { detail }: SentTransaction,
  before: TransactionRow | undefined,
) {
  const number = detail.txn_station ?? '';
  const address = detail.dtl_stn_addr ?? '';
  if (before && number === before.station_number) {
    return { station_number: number, address };
  }
  const station = await tx
    .selectFrom('stations')
    .selectAll()
    .where('number', '=', number)
    .where('province', '=', detail.dtl_stn_prv ?? '')
    .orderBy('id')
    .executeTakeFirst();
  const town = findTown(address.split(', ').at(-1) ?? '', detail.dtl_stn_prv ?? '');
  return {
    station_number: number,
    station_id: station?.id ?? null,
    station_name: station?.name ?? '',
    provider: before?.provider || (station?.provider ?? ''),
    city: station?.city ?? town?.name ?? '',
    address: address || (station?.address ?? ''),
  };
}

/**
 * Returns the amount: the sum of the lines, if any. Refuses a different sent amount, because one of the two must be
 * wrong.
 */
function amountOf(
  sent: SentTransaction,
  lines: number,
  before: TransactionRow | undefined,
): number {
  const text = sent.detail.txn_amount?.toString();
  const typed = text === undefined ? undefined : toUnits(text, SCALES.money);
  if (sent.lines.length === 0) return typed ?? before?.amount_minor ?? 0;
  if (typed !== undefined && typed !== lines && typed !== before?.amount_minor) {
    throw refuseField('/txn_amount', `It must be the sum of the purchases, ${moneyText(lines)}.`);
  }
  return lines;
}

const currencyOf = (province: string): string =>
  statesOf('US').some(({ key }) => key === province) ? 'USD' : 'CAD';

/** Converts a sent transaction to the columns of its header. Throws a 422 with what is wrong. */
export async function headerColumnsOf(
  tx: Writer,
  account: Account,
  sent: SentTransaction,
  lineSum: number,
  before: TransactionRow | undefined,
) {
  const { detail } = sent;
  const moment = momentOf(detail.txn_date ?? '');
  const province = detail.dtl_stn_prv ?? '';
  return {
    ...(await ownerOf(tx, account, sent, before)),
    ...(await stationOf(tx, sent, before)),
    txn_date: moment,
    business_date: moment.slice(0, 10),
    card_number: detail.card_number ?? '',
    province,
    currency: detail.hdr_currency || currencyOf(province),
    txn_number: detail.txn_id ?? before?.txn_number ?? '',
    fuel_type: detail.txn_attr?.[0]?.dtl_prd_cd ?? before?.fuel_type ?? '',
    amount_minor: amountOf(sent, lineSum, before),
  };
}
