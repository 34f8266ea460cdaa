// `npm run bench partitions`: purchases in one table and in one by month, on PostgreSQL, each with `--rows` of them from
// five years. --write writes the figures into docs/scaling.md. Fifty million need 30 GB and about half an hour.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSandbox } from '@forecourt/sandbox';
import { openCluster, type Server } from '../../examples/cluster/postgres.ts';
import { machine, table, writeBetweenMarks } from '../machine.ts';

const DOCUMENT = new URL('../../docs/scaling.md', import.meta.url);
const ROUNDS = 5;
const NEW_ROWS = 100_000;
const LOOKED_UP = 250;

/** January 2022 to December 2026, and January 2027 for the rows that are added. */
const MONTHS = Array.from({ length: 61 }, (_, month) =>
  new Date(Date.UTC(2022, month)).toISOString().slice(0, 7),
);
const [OLDEST = '', SECOND = ''] = MONTHS;
const [NEWEST = '', ADDED = ''] = MONTHS.slice(-2);

type Shape = 'whole' | 'by month';

/** The columns of the service's own table. A unique index of a partitioned table has the partition's column in it. */
function create(sql: Server['sql'], shape: Shape): void {
  const split = shape === 'by month';
  const by = split ? ' partition by range (txn_date)' : '';
  sql(`create table purchases (like transactions including defaults)${by}`);
  if (!split) return;
  for (const [at, month] of MONTHS.entries()) {
    const end = MONTHS[at + 1] ?? '2027-02';
    const name = `purchases_${month.replace('-', '_')}`;
    sql(`create table ${name} partition of purchases for values from ('${month}') to ('${end}')`);
  }
}

const indexesOf = (shape: Shape): readonly string[] => [
  'index purchases_id on purchases (id)',
  `unique index purchases_identity on purchases (${shape === 'whole' ? 'identity' : 'identity, txn_date'})`,
  'index purchases_date on purchases (txn_date, id)',
  'index purchases_company on purchases (company_id, txn_date, id)',
  'index purchases_card on purchases (card_number, txn_date, id)',
];

const identityOf = (number: string, day: string) =>
  `'Pipeline|' || ${day} || '|0412|' || ${number} || '|DIESEL|' || ${number} % 9973`;

/** SQL of purchases in the order of their days, of a thousand companies and twenty thousand cards. */
function purchasesSql(from: number, to: number, moment: string): string {
  const day = `to_char(${moment}, 'YYYY-MM-DD')`;
  return `insert into purchases (id, txn_number, authentication_id, printed_auth_code, txn_date, business_date,
      card_number, account, provider, company_id, company_name, station_number, station_name, address, city, province,
      fuel_type, currency, driver, unit_number, created_at, amount_minor, price_e5, identity)
    select n, n::text, 'A' || n, 'A' || n, to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS'), ${day},
      '7076850000' || lpad((n * 7919 % 20000)::text, 6, '0'), '4711', 'Pipeline', n * 7919 % 20000 % 1000 + 1,
      'Company ' || n * 7919 % 20000 % 1000 + 1, (n % 800)::text, 'Station ' || n % 800, n % 800 || ' Main Street',
      'Sudbury', 'ON', 'D1', 'CAD', 'Driver ' || n % 5000, (n % 9000)::text, ${day}, n * 31 % 90000, 150000,
      ${identityOf('n', day)}
    from generate_series(${from}::bigint, ${to}) n`;
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** The median of a query's planning and execution, in milliseconds, on one connection, once it was asked. */
function timeOf(sql: Server['sql'], query: string): number {
  const asked = Array.from({ length: ROUNDS + 1 }, () => `explain (analyze, format json) ${query}`);
  const times = sql(asked.join('; '))
    .split(/\n(?=\[)/)
    .map((text) => (JSON.parse(text) as [Record<string, number>])[0])
    .map((plan) => (plan['Planning Time'] ?? 0) + (plan['Execution Time'] ?? 0));
  return times.slice(1).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

const QUERIES = (rows: number): Readonly<Record<string, string>> => {
  const newest = 'order by txn_date desc, id desc limit 50';
  const page = (where: string) => `select id from purchases where ${where} ${newest}`;
  const some = `select generate_series(${rows - LOOKED_UP + 1}, ${rows})`;
  return {
    'newest page of all': page('true'),
    'newest page of a month four years ago': page(
      `txn_date >= '${MONTHS[10]}' and txn_date < '${MONTHS[11]}'`,
    ),
    'number of that month': `select count(*) from purchases where txn_date >= '${MONTHS[10]}' and txn_date < '${MONTHS[11]}'`,
    'newest page of a company': page('company_id = 7'),
    'newest page of a card': page("card_number = '7076850000000007'"),
    'a purchase by its id': `select * from purchases where id = ${Math.floor(rows / 2)}`,
    'looking up 250 identities': `select id from purchases where identity in (select identity from purchases where id in (${some}))`,
    'looking up 250 identities and their day': `select p.id from (select identity, txn_date from purchases where id in (${some})) s
      join purchases p on p.identity = s.identity and p.txn_date = s.txn_date`,
  };
};

/** Removes a month as the shape allows: its rows, and what they leave to the vacuum; or its table. */
function removeMonth(sql: Server['sql'], shape: Shape): void {
  if (shape === 'by month') {
    const name = `purchases_${OLDEST.replace('-', '_')}`;
    sql(`alter table purchases detach partition ${name}`);
    sql(`drop table ${name}`);
    return;
  }
  sql(`delete from purchases where txn_date < '${SECOND}'`);
  sql('vacuum purchases');
}

function measure(sql: Server['sql'], shape: Shape, rows: number): Readonly<Record<string, string>> {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const start = "timestamp '2022-01-01'";
  const step = `(timestamp '2027-01-01' - ${start}) / ${rows + 1}`;
  console.log(`${shape}: entering ${rows} purchases …`);
  create(sql, shape);
  const filled = timed(() => sql(purchasesSql(1, rows, `${start} + n * (${step})`)));
  const indexed = timed(() => {
    for (const index of indexesOf(shape)) sql(`set maintenance_work_mem = '1GB'; create ${index}`);
  });
  sql('vacuum analyze purchases');
  const size = sql(
    "select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) from pg_inherits where inhparent = 'purchases'::regclass",
  );
  const whole = sql("select pg_size_pretty(pg_total_relation_size('purchases'))");
  const queries = Object.entries(QUERIES(rows)).map(([name, query]) => {
    const ms = timeOf(sql, query);
    console.log(`${shape}: ${name} ${ms.toFixed(2)} ms`);
    return [name, `${ms.toFixed(2)} ms`] as const;
  });
  const moment = `timestamp '${ADDED}-01' + n % 86400 * interval '1 second'`;
  const added = timed(() => sql(purchasesSql(rows + 1, rows + NEW_ROWS, moment)));
  const removed = timed(() => removeMonth(sql, shape));
  sql('drop table purchases');
  return {
    'entering all, without indexes': seconds(filled),
    'five indexes': seconds(indexed),
    'table and indexes': size || whole,
    ...Object.fromEntries(queries),
    '100,000 more of a new month': seconds(added),
    'removing the oldest month': seconds(removed),
  };
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const folder = mkdtempSync(join(tmpdir(), 'forecourt-partitions-'));
const cluster = await openCluster();
try {
  const { sql, url } = cluster.primary;
  await (await createSandbox({ dataDir: folder, databaseUrl: url, seed: 'empty' })).close();
  sql('alter system set random_page_cost = 1.1; ');
  sql('alter system set jit = off');
  sql('select pg_reload_conf()');
  const [whole, byMonth] = [measure(sql, 'whole', rows), measure(sql, 'by month', rows)];
  const text = table(
    [`${rows.toLocaleString('en-US')} purchases of five years`, 'one table', 'a table a month'],
    Object.entries(whole).map(([name, one]) => [name, one, byMonth[name] ?? '']),
  );
  console.log(text);
  if (values.write) {
    const where = `${machine()}, PostgreSQL ${cluster.version}. The newest month is ${NEWEST}.`;
    writeBetweenMarks(DOCUMENT, 'partitions', `${where}\n\n${text}`);
  }
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
