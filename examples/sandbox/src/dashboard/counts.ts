import { sql } from 'kysely';
import { addDays, endOfDay } from '../days.ts';
import { unjudgedDays } from '../exceptions/unjudged-days.ts';
import { failDeadImports } from '../imports/dead-imports.ts';
import { importsSeenBy } from '../imports/import-history.ts';
import type { Asked } from './dashboard.types.ts';

/** A company's open exceptions, with the days of its purchases that were never judged. */
export async function exceptionsOfCompany(asked: Asked) {
  const { account, services } = asked;
  const days = await unjudgedDays(services.store.read, account, {});
  const list = { resource: 'exceptions', filter: [] };
  const unjudged = days.map((span) => ({ ...span, list: { ...list, ...span } }));
  return { ...(await openExceptions(asked)), unjudged };
}

/** Open exceptions by rule, the most frequent first. */
export async function openExceptions({ account: { companyId }, services: { store } }: Asked) {
  const open = store.read
    .selectFrom('exceptions')
    .select(['rule', 'rule_name'])
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`state = 'Open'`)
    .groupBy(['rule', 'rule_name']);
  const rows = await (companyId === null
    ? open
    : open.where('company_id', '=', companyId)
  ).execute();
  const rules = rows
    .map(({ count, rule, rule_name }) => ({
      rule,
      name: rule_name,
      count: Number(count),
      list: { resource: 'exceptions', filter: ['state:Open', `rule_name:${rule_name}`] },
    }))
    .sort((a, b) => b.count - a.count || a.rule.localeCompare(b.rule));
  return {
    count: rules.reduce((sum, { count }) => sum + count, 0),
    list: { resource: 'exceptions', filter: ['state:Open'] },
    rules,
  };
}

export async function cardsOnHold({ account: { companyId }, services: { store } }: Asked) {
  const held = store.read
    .selectFrom('cards')
    .select(sql<number>`count(*)`.as('count'))
    .where('card_status', '=', 'HOLD');
  const own = companyId === null ? held : held.where('company_id', '=', companyId);
  const { count } = await own.executeTakeFirstOrThrow();
  return { count: Number(count), list: { resource: 'cards', filter: ['card_status:HOLD'] } };
}

/** Imports since yesterday began, and their rows. The list behind them is the history of imports, the newest first. */
export async function lastImports({ account, services, today }: Asked) {
  await failDeadImports(services);
  const since = addDays(today, -1);
  const found = await importsSeenBy(services.store.read, account)
    .select(sql<number>`count(*)`.as('files'))
    .select(
      sql<number>`coalesce(sum(case when imports.state = 'failed' then 1 else 0 end), 0)`.as(
        'failed',
      ),
    )
    .select(sql<number>`coalesce(sum(imported), 0)`.as('imported'))
    .select(sql<number>`coalesce(sum(duplicates), 0)`.as('duplicates'))
    .select(sql<number>`coalesce(sum(rejected), 0)`.as('rejected'))
    .where('imports.created_at', '>=', endOfDay(addDays(since, -1), services.timeZone))
    .executeTakeFirstOrThrow();
  const [files, failed, imported, duplicates, rejected] = [
    found.files,
    found.failed,
    found.imported,
    found.duplicates,
    found.rejected,
  ].map(Number) as [number, number, number, number, number];
  const rows = imported + duplicates + rejected;
  // Without uploads of rates, which the trail also calls imports.
  const filter = ['record^=imports:'];
  const list = { resource: 'imports', filter, from: since };
  const failed_list = { ...list, filter: [...filter, 'result:Failed'] };
  return { since, files, failed, failed_list, rows, imported, duplicates, rejected, list };
}
