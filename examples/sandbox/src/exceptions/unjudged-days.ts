import { sql } from 'kysely';
import type { Account } from '../auth/account.ts';
import { scopeOf } from '../db/purchase-sums.ts';
import type { Reader } from '../db/store.ts';
import type { ListRequest } from '../lists/list-request.ts';
import type { Days } from './judge-range.ts';

/** Of one company's purchases its own index is quicker than that of purchases which were never judged. */
const notJudged = (company: number) =>
  company === 0 ? sql`t.judged = 0` : sql`t.judged + 0 = 0 and t.company_id = ${company}`;

/**
 * Days with purchases that were never judged, as spans without a day in between whose purchases all were (TXN-18). A
 * company's account has those of its own purchases.
 */
export async function unjudgedDays(
  read: Reader,
  account: Pick<Account, 'companyId'>,
  { from = '', to = '9999-12-31' }: { readonly from?: string; readonly to?: string },
): Promise<readonly Days[]> {
  const scope = scopeOf(account);
  const { rows } = await sql<{ day: string; waits: unknown }>`
    select d.day, exists (select 1 from transactions t where ${notJudged(scope)}
      and t.txn_date >= d.day and t.txn_date < d.day || '~') as waits
    from (select day from purchase_sums where scope = ${scope} and day >= ${from} and day <= ${to}
      group by day having sum(purchases) > 0) d
    order by d.day`.execute(read);
  const spans: { from: string; to: string }[] = [];
  let open: { from: string; to: string } | undefined;
  for (const { day, waits } of rows) {
    if (!Number(waits)) open = undefined;
    else if (open) open.to = day;
    else {
      open = { from: day, to: day };
      spans.push(open);
    }
  }
  return spans;
}

/** The days that a list of exceptions is limited to, by its own days and by filters of the time of the purchase. */
function daysAsked({ filters, from, to }: ListRequest): { from?: string; to?: string } {
  const stamps = filters.filter(({ field }) => field === 'txn_date');
  const of = (match: 'from' | 'to') =>
    stamps.flatMap((one) =>
      one.match === match || one.match === 'exact' ? [one.value.slice(0, 10)] : [],
    );
  const first = [...of('from'), ...(from ? [from] : [])].sort().at(-1);
  const last = [...of('to'), ...(to ? [to] : [])].sort()[0];
  return { ...(first && { from: first }), ...(last && { to: last }) };
}

/** The company whose exceptions a list is limited to: the account's, or the one that it is filtered by. */
async function companyAsked(
  read: Reader,
  { companyId }: Pick<Account, 'companyId'>,
  { filters }: ListRequest,
): Promise<number | null> {
  if (companyId !== null) return companyId;
  const named = filters.filter(({ field, match }) => field === 'company_name' && match === 'exact');
  const [one, ...others] = named;
  if (!one || others.length > 0) return null;
  const found = await read
    .selectFrom('companies')
    .select('id')
    .where('name', '=', one.value)
    .executeTakeFirst();
  return found ? Number(found.id) : null;
}

/** The days never judged of those that a list of exceptions is about. */
export async function unjudgedOf(read: Reader, account: Account, request: ListRequest) {
  const companyId = await companyAsked(read, account, request);
  return unjudgedDays(read, { companyId }, daysAsked(request));
}
