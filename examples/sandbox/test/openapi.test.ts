import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, type Call, fileForm, openSandbox, signIn } from './helpers.ts';
import {
  ANSWERED,
  CALLS,
  type DocumentedCall,
  expectBody,
  expectDocumented,
  pathOf,
  queriesOf,
  ROUTES,
  sameName,
  UNKNOWN,
  url,
} from './openapi.kit.ts';

const names = (calls: readonly DocumentedCall[]) => calls.map(({ name }) => name).sort();

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const stranger = await signIn(sandbox, undefined);

const first = async (path: string, rows: string, field: string): Promise<string> =>
  String((await admin.json(path))[rows][0][field]);

/** A transaction that has an attachment. */
async function receipt(): Promise<{ readonly transaction: string; readonly file: string }> {
  const { transactions } = await admin.json('fuel-transaction/authcode?size=100');
  for (const { id } of transactions) {
    const { attachments } = await admin.json(`fuel-transaction/transactionsbyid/${id}`);
    const [file] = attachments;
    if (file) return { transaction: String(id), file: String(file.id) };
  }
  throw new Error('No transaction of the demo data has an attachment.');
}

/** The id of an import that entered a file. */
async function pastImport(): Promise<string> {
  const body = fileForm(essoFile([essoLine({ number: '1' })]), 'day.csv');
  const answer = await admin.call('import_transactions?provider=ESSO', { body });
  return answer.headers.get('x-import-id') ?? '';
}

const { file: attachment, transaction: transactionId } = await receipt();

/** What stands in place of a path's parameter, by path or by parameter. */
/** Judges the last month, and returns the id of an exception. */
async function judged(): Promise<string> {
  await admin.call('exceptions/judge', { body: { from: '2026-10-20', to: '2026-11-20' } });
  return first('exceptions?size=1', 'content', 'id');
}

const aCustomer = await first('customers?size=1', 'content', 'id');
const SAMPLES: Readonly<Record<string, string>> = {
  country: 'CA',
  state: 'ON',
  transactionId,
  '/attachments/{id}': attachment,
  '/imports/{id}/result': await pastImport(),
  invoiceNumber: await first('spol/invoices/?size=1', 'content', 'invoice_number'),
  '/switch/{id}': '1',
  '/places/{id}': (await admin.json('places?input=Sudbury'))[0].id,
  '/fuel-card-management/{id}': await first('fuel-card-management?size=1', 'content', 'id'),
  '/fuel-transaction/transactionsbyid/{id}': await first(
    'fuel-transaction/authcode?size=1',
    'transactions',
    'authentication_id',
  ),
  '/spol/invoices/{id}': await first('spol/invoices/?size=1', 'content', 'id'),
  '/customers/{id}': aCustomer,
  '/customers/{id}/summary': aCustomer,
  '/customers/{id}/statement': aCustomer,
  '/exceptions/{id}': await judged(),
  '/trail/{id}': await first('trail?size=1', 'content', 'id'),
  '/user/{id}': await first('users?size=1', 'content', 'profileid'),
};

/** Which sample is meant where a call takes an invoice by either. */
const BY: Readonly<Record<string, string>> = {
  'by=id': '/spol/invoices/{id}',
  'by=number': 'invoiceNumber',
};

/** Bodies of calls that change nothing. */
function bodiesOf({ path, query }: DocumentedCall): readonly object[] {
  if (path === '/login') return [{ username: ADMIN, password: PASSWORD }];
  if (path === '/reporting') {
    return ['aging', 'sales'].flatMap((report_type) =>
      ['pdf', 'excel'].map((format) => ({ report_type, format })),
    );
  }
  if (path === '/spol/invoices/preview') {
    const days = { start_date: '01-11-2026', end_date: '2026-11-30' };
    const period = { company: 'North Haul Carriers Ltd.', currency: 'CAD', ...days };
    return [period, { ...period, company: 1, currency: 'USD', lines: false }];
  }
  if (path === '/fuel-card-management/export') return [{ cardIds: [1, '2'] }];
  const selection = { filters: [], sortOrder: -1, from: '2026-11-01', to: '2026-11-20' };
  if (path === '/fuel-transaction/export') return [{ ids: [1] }, selection];
  expect(query).toEqual([]);
  if (path.endsWith('/export')) return [{ ids: [1, '2'] }, { filters: [], sortOrder: 1 }];
  if (path.endsWith('/totals')) {
    return [{ filters: [] }, { filters: [], from: '2026-11-01', to: '2026-11-20' }];
  }
  return [{}, { filters: [], sortOrder: 1, pageSize: 5, pageNumber: 0 }];
}

describe('the OpenAPI document and the sandbox say the same', () => {
  it('every call that the sandbox answers is documented', () => {
    const documented = new Set(CALLS.map(({ method, path }) => sameName(method, path)));
    expect([...ROUTES].filter((route) => !documented.has(route))).toEqual([]);
  });

  it('every documented call is answered', () => {
    const missing = CALLS.filter((call) => !ANSWERED.includes(call));
    expect(names(missing)).toEqual([]);
  });

  const reads = ANSWERED.filter(
    ({ method, path }) => method === 'GET' && !path.startsWith('/email-invoice'),
  );
  it.each(reads.map((call) => [call.name, call] as const))(
    '%s answers as documented',
    async (_, call) => {
      // Switching back ends the session that asks.
      const client = call.path.startsWith('/switch/') ? await signIn(sandbox, ADMIN) : admin;
      for (const query of queriesOf(call)) {
        const sample = BY[query] ?? call.path;
        const path = pathOf(call, (name) => SAMPLES[sample] ?? SAMPLES[name] ?? UNKNOWN);
        const answer = await client.call(url(path, query));
        expect(answer.status, `${path}?${query}`).toBe(200);
        await expectDocumented(call, answer);
      }
    },
  );

  const asks = ANSWERED.filter(({ changes, method }) => method === 'POST' && !changes);
  it.each(asks.map((call) => [call.name, call] as const))(
    '%s answers as documented',
    async (_, call) => {
      const client = call.anonymous ? stranger : admin;
      for (const body of bodiesOf(call)) {
        expectBody(call, body);
        const answer = await client.call(call.path.slice(1), { body });
        expect(answer.status, JSON.stringify(body)).toBe(200);
        await expectDocumented(call, answer);
      }
    },
  );

  const changes = ANSWERED.filter(
    (call) => (call.changes && call.path !== '/logout') || call.path === '/email-invoice',
  );
  it.each(changes.map((call) => [call.name, call] as const))(
    '%s refuses nonsense as documented',
    async (_, call) => {
      const [query = ''] = queriesOf(call);
      const path = url(
        pathOf(call, () => UNKNOWN),
        query,
      );
      const sent: Call = { method: call.method, ...(call.json && { body: { id: UNKNOWN } }) };
      const answer = await admin.call(path, sent);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).not.toBe(405);
      await expectDocumented(call, answer);
    },
  );

  const guarded = ANSWERED.filter(({ anonymous }) => !anonymous);
  it.each(guarded.map((call) => [call.name, call] as const))(
    '%s asks a stranger to sign in, as documented',
    async (_, call) => {
      const path = url(
        pathOf(call, () => UNKNOWN),
        queriesOf(call)[0] ?? '',
      );
      const answer = await stranger.call(path, { method: call.method });
      expect(answer.status).toBe(401);
      await expectDocumented(call, answer);
    },
  );
});
