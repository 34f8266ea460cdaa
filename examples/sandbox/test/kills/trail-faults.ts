// Whether the trail and the data say the same (SHELL-14): each change has one event, and each event its change.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../src/db/schema.ts';

type Db = Kysely<Schema>;

interface Counted {
  readonly key: string;
  readonly n: number;
}

async function counted(db: Db, action: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Counted>`select record_id as key, count(*) as n from audit
    where action = ${action} group by record_id`.execute(db);
  return new Map(rows.map(({ key, n }) => [key, Number(n)]));
}

/** Records that have other than one event, and events without their record. `made` are those that the load has made. */
function unequal(what: string, made: readonly string[], events: ReadonlyMap<string, number>) {
  const known = new Set(made);
  return [
    ...made
      .filter((key) => events.get(key) !== 1)
      .map((key) => `${what} ${key} has ${events.get(key) ?? 0} events`),
    ...[...events.keys()]
      .filter((key) => !known.has(key))
      .map((key) => `an event of ${what} ${key}, which does not exist`),
  ];
}

async function paymentFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select cast(id as text) as key from payments where reference like 'K%'`.execute(db);
  const made = rows.map(({ key }) => key);
  return unequal('payment', made, await counted(db, 'payments.create'));
}

/** Invoices with lines have a number of the run, which no seeded one has a second time. */
async function invoiceFaults(db: Db, seeded: ReadonlySet<string>): Promise<string[]> {
  const invoices = await db.selectFrom('invoices').select(['invoice_number', 'status']).execute();
  const made = invoices.filter(({ invoice_number }) => !seeded.has(invoice_number));
  const numbers = made.map(({ invoice_number }) => invoice_number);
  const voided = made.filter(({ status }) => status === 'Void');
  return [
    ...unequal('invoice', numbers, await counted(db, 'invoices.create')),
    ...unequal(
      'void invoice',
      voided.map(({ invoice_number }) => invoice_number),
      await counted(db, 'invoices.void'),
    ),
  ];
}

async function importFaults(db: Db): Promise<string[]> {
  const imports = await db
    .selectFrom('imports')
    .select(['id', 'state', 'attempt', 'imported'])
    .execute();
  const [entered, failed] = [
    await counted(db, 'transactions.import'),
    await counted(db, 'transactions.import.failed'),
  ];
  const { rows } = await sql<Counted>`select cast(import_id as text) as key, count(*) as n
    from transactions where import_id is not null group by import_id`.execute(db);
  const purchases = new Map(rows.map(({ key, n }) => [key, Number(n)]));
  const known = new Set(imports.map(({ id }) => String(id)));
  return [
    ...imports.flatMap(({ attempt, id, imported, state }) => {
      const key = String(id);
      const is = [entered.get(key) ?? 0, failed.get(key) ?? 0, purchases.get(key) ?? 0];
      const done = state === 'done';
      const must = [done ? 1 : 0, attempt - (state === 'failed' ? 0 : 1), done ? imported : 0];
      if (is.join() === must.join()) return [];
      return `import ${key} (${state}) has ${is.join(', ')} events and purchases, not ${must.join(', ')}`;
    }),
    ...[...entered.keys(), ...failed.keys()]
      .filter((key) => !known.has(key))
      .map((key) => `an event of import ${key}, which does not exist`),
  ];
}

/** The drivers that a card's events say, each from the one before, must end with the card's own. */
async function editFaults(db: Db, edits: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ card: string; changes: string; driver: string | null }>`
    select record_id as card, changes, driver_name as driver from audit
    left join cards on cast(cards.id as text) = record_id
    where action = 'cards.update' order by audit.id`.execute(db);
  const said = new Set<string>();
  const faults = [...Map.groupBy(rows, ({ card }) => card)].flatMap(([card, events]) => {
    const pairs = events.map(
      ({ changes }) => (JSON.parse(changes) as { driver_name: [string, string] }).driver_name,
    );
    for (const [, after] of pairs) said.add(after);
    const broken = pairs.findIndex(([before], at) => at > 0 && before !== pairs[at - 1]?.[1]);
    if (broken > 0) return `card ${card} misses an event before ${pairs[broken]?.[1]}`;
    const last = pairs.at(-1)?.[1];
    if (last === events[0]?.driver) return [];
    return `card ${card} has ${events[0]?.driver}, and its events end with ${last}`;
  });
  const drivers = rows.map(({ changes }) => JSON.parse(changes).driver_name[1] as string);
  return [
    ...faults,
    ...(said.size === drivers.length ? [] : ['an edit has two events']),
    ...edits.filter((driver) => !said.has(driver)).map((driver) => `edit ${driver} has no event`),
  ];
}

/** Numbers of the invoices that have no event because they were seeded. */
export async function seededInvoices(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select invoice_number as key from invoices
    where invoice_number not in (select record_id from audit where action = 'invoices.create')`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Imports that a server has not failed at its start although the one that ran them was killed. */
export async function unfinished(db: Db): Promise<string[]> {
  const left = await db
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('state', 'in', ['received', 'running'])
    .execute();
  return left.map(({ id, state }) => `import ${id} is still ${state} after the start`);
}

/** Changes without their one event, and events without their change. */
export async function trailFaults(
  db: Db,
  { edits, seeded }: { readonly edits: readonly string[]; readonly seeded: ReadonlySet<string> },
): Promise<string[]> {
  return [
    ...(await paymentFaults(db)),
    ...(await invoiceFaults(db, seeded)),
    ...(await importFaults(db)),
    ...(await editFaults(db, edits)),
  ];
}
