import type { Hono } from 'hono';
import { actorOf } from '../audit/audit.ts';
import { csvStream, fileHeaders } from '../csv.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { keyOf } from '../http/idempotency-key.ts';
import { queryOf, refuseUnknown, refuseUnknownParameters } from '../http/known-fields.ts';
import { onlyOne } from '../http/only-one.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest, Problem } from '../http/problem.ts';
import { wholeNumber } from '../lists/list-request.ts';
import { failDeadImports } from './dead-imports.ts';
import { importsSeenBy } from './import-history.ts';
import { claimImport, type ImportRow, presentImport, presentPastImport } from './import-record.ts';
import { totalsOf } from './import-totals.ts';
import { runImport } from './run-import.ts';
import { receiveUpload } from './upload.ts';
import { uploadDirectory } from './upload-directory.ts';

const RESULT_BATCH = 250;
const LISTED = 100;

/** The fields of an upload's form, besides the file. */
const FIELDS = [
  ...['allow_repeat', 'occurrence', 'accept', 'accept_reason', 'original'],
  ...['correction', 'corrected_from', 'corrected_name'],
];

async function providersHere(c: AppContext): Promise<readonly string[]> {
  const { providersOf } = await import('@forecourt/core/provider-files');
  return providersOf(c.get('services').layouts);
}

async function providerOf(c: AppContext): Promise<string> {
  const provider = c.req.query('provider') ?? '';
  const known = await providersHere(c);
  if (known.includes(provider)) return provider;
  throw badRequest(`provider must be one of ${known.join(', ')}.`, '/provider');
}

/** The file's rows in order, each with its result. */
async function* resultRows(c: AppContext, record: ImportRow, columns: number) {
  const { store } = c.get('services');
  for (let after = -1; ; ) {
    const rows = await store.read
      .selectFrom('import_rows')
      .select(['position', 'cells', 'status', 'message'])
      .where('import_id', '=', record.id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(RESULT_BATCH)
      .execute();
    for (const row of rows) {
      const cells = JSON.parse(row.cells) as string[];
      while (cells.length < columns) cells.push('');
      yield [...cells, row.status, row.message];
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}

async function answer(c: AppContext, record: ImportRow, replayed: boolean): Promise<Response> {
  const totals = (await totalsOf(c.get('services').store.read, [record.id])).get(record.id);
  const headers = JSON.parse(record.headers) as string[];
  const name = `import-${record.id}-result.csv`;
  return c.body(
    csvStream(
      [...headers, 'import_status', 'import_message'],
      resultRows(c, record, headers.length),
    ),
    200,
    {
      ...fileHeaders(name),
      'x-import-id': String(record.id),
      'x-import-imported': String(record.imported),
      'x-import-duplicates': String(record.duplicates),
      'x-import-rejected': String(record.rejected),
      'x-import-exceptions': String(record.exceptions),
      ...(totals ? { 'x-import-totals': JSON.stringify(totals) } : {}),
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
  );
}

/** `page` from 0 and `size` from 1 to 100. Throws a 400. */
function historyPage(c: AppContext): { readonly page: number; readonly size: number } {
  refuseUnknownParameters(queryOf(c), ['page', 'size']);
  return {
    page: wholeNumber('page', c.req.query('page'), { min: 0, max: 1_000_000, fallback: 0 }),
    size: wholeNumber('size', c.req.query('size'), { min: 1, max: LISTED, fallback: 25 }),
  };
}

/** Imports of provider files, and their results (TXN-04, TXN-13). */
export function importRoutes(app: Hono<AppEnv>): void {
  app.post('/import_transactions', permit('transactions.import'), async (c) => {
    const services = c.get('services');
    const account = signedIn(c);
    refuseUnknownParameters(queryOf(c), ['provider']);
    const provider = await providerOf(c);
    const key = keyOf(c);
    const upload = await receiveUpload(c, uploadDirectory(services.store), services.maxUpload);
    try {
      refuseUnknown(Object.fromEntries(upload.fields), FIELDS);
      // A client sends again what a server that died was entering; it needn't wait for that one's lease.
      await failDeadImports(services);
      const record = await claimImport(services, account, { key, provider, upload });
      if (record.state === 'done') return await answer(c, record, true);
      return await answer(c, await runImport(services, actorOf(c, account), record, upload), false);
    } finally {
      await upload.remove();
    }
  });

  // What a client needs to check files before it sends them, with the same result (TXN-15, TXN-16).
  app.get('/imports/layouts', permit('transactions.import-lookup'), async (c) => {
    const { layouts = [], taxTables = [] } = c.get('services');
    return c.json({ providers: await providersHere(c), layouts, tax_tables: taxTables });
  });

  app.get('/imports/history', permit('transactions.import-lookup'), async (c) => {
    const services = c.get('services');
    await failDeadImports(services);
    const { page, size } = historyPage(c);
    const seen = importsSeenBy(services.store.read, signedIn(c));
    const { total } = await seen
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await seen
      .leftJoin('users', 'users.id', 'imports.user_id')
      .selectAll('imports')
      .select('users.email as by')
      .orderBy('imports.id', 'desc')
      .limit(size)
      .offset(page * size)
      .execute();
    const totals = await totalsOf(
      services.store.read,
      rows.map(({ id }) => id),
    );
    return c.json({
      metadata: { page: page + 1, size, total_count: Number(total) },
      imports: rows.map((row) => ({ ...presentPastImport(row), totals: totals.get(row.id) })),
    });
  });

  app.get(
    '/imports/:id{[1-9][0-9]{0,14}}/result',
    permit('transactions.import-lookup'),
    async (c) => {
      const record = await importsSeenBy(c.get('services').store.read, signedIn(c))
        .selectAll('imports')
        .where('imports.id', '=', Number(c.req.param('id')))
        .executeTakeFirst();
      if (!record) throw new Problem(404, 'There is no such import.');
      if (record.state !== 'done') throw new Problem(409, 'This import has no result.');
      return answer(c, record, false);
    },
  );

  app.get('/imports', permit('transactions.import-lookup'), async (c) => {
    const services = c.get('services');
    // Under a misspelt name it would get all imports for what became of one.
    refuseUnknownParameters(queryOf(c), ['key']);
    await failDeadImports(services);
    const key = onlyOne(c, 'key');
    const account = signedIn(c);
    // A key is of the account that a file is for: what a colleague sent under it is not to be sent again.
    const seen = importsSeenBy(services.store.read, account).selectAll('imports');
    const asked =
      key === undefined
        ? seen.where('imports.user_id', '=', account.userId)
        : seen.where('imports.key', '=', key);
    const rows = await asked.orderBy('imports.id', 'desc').limit(LISTED).execute();
    const totals = await totalsOf(
      services.store.read,
      rows.map(({ id }) => id),
    );
    return c.json(rows.map((row) => ({ ...presentImport(row), totals: totals.get(row.id) })));
  });
}
