import { describe, expect, it } from 'vitest';
import {
  checkProviderFile,
  checkRateFile,
  detectProvider,
  openWorkbook,
  readProviderFile,
} from '../provider-files/index.ts';
import { allRows, listRows } from '../resource/resource-client.ts';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { resume } from '../workflows/persist.ts';
import { createClient } from './client.ts';
import { authenticate, signIn } from './sign-in.ts';

/** A function as plain JavaScript sees it. */
type Untyped = (...args: readonly unknown[]) => unknown;
const untyped = (call: unknown) => call as Untyped;

const baseUrl = FAKE_BASE_URL;
const store = memoryStore();

/** Resolves to how a call fails, at once or later. */
const failure = async (call: () => unknown) => {
  try {
    await call();
  } catch (error) {
    return String(error);
  }
  return 'nothing failed';
};

const nothingSent = () => {
  const transport = createFakeTransport([]);
  const client = createClient({ baseUrl, store, fetch: transport.fetch });
  return { client, calls: transport.calls };
};

describe('an argument that is missing or of another type', () => {
  const address = (given: string) =>
    `TypeError: The baseUrl of createClient({ baseUrl, store }) is text, not ${given}.`;
  const noStore =
    'TypeError: The store of createClient({ baseUrl, store }) is a SessionStore, such as memoryStore().';
  it.each([
    [[], address('undefined')],
    [[null], address('undefined')],
    [[{}], address('undefined')],
    [[baseUrl], address('undefined')],
    [[{ store }], address('undefined')],
    [[{ baseUrl: 4300, store }], address('4300')],
    [[{ baseUrl }], noStore],
    [[{ baseUrl, store: null }], noStore],
    [[{ baseUrl, store: new Map() }], noStore],
  ])('is named by createClient: %j', async (args, said) => {
    expect(await failure(() => untyped(createClient)(...args))).toBe(said);
  });

  it.each([
    [undefined],
    [null],
    ['ada@forecourt.test'],
    [{}],
    [{ email: 'ada@forecourt.test' }],
    [{ username: 'ada@forecourt.test', password: '4711-4711-47' }],
    [{ email: 'ada@forecourt.test', password: 471_147_114_711 }],
  ])('is named by signIn, without its value and before anything is sent: %j', async (given) => {
    const { calls, client } = nothingSent();
    for (const call of [signIn, authenticate]) {
      expect(await failure(() => untyped(call)(client, given))).toBe(
        'TypeError: The email and password of signIn(client, { email, password }) are texts.',
      );
    }
    expect(calls).toEqual([]);
  });

  const blob = new Blob(['a;b\n1;2\n']);
  const noFile =
    'TypeError: A file is { name, blob }: its name as text, and its content as a Blob.';
  it.each([
    [undefined],
    [null],
    ['/inbox/night.csv'],
    [blob],
    [{ blob }],
    [{ name: 'night.csv' }],
    [{ name: 'night.csv', blob: null }],
    [{ name: 'night.csv', blob: new Uint8Array(8) }],
  ])('is named by what reads a file: %j', async (file) => {
    for (const read of [checkProviderFile, readProviderFile, checkRateFile]) {
      expect(await failure(() => untyped(read)(file, { provider: 'ESSO' }))).toBe(noFile);
    }
    for (const open of [openWorkbook, detectProvider]) {
      expect(await failure(() => untyped(open)(file))).toBe(noFile);
    }
  });

  it.each([[undefined], [null], [{}], ['ESSO']])(
    'is named by what checks a file: the options %j',
    async (options) => {
      const file = { name: 'night.csv', blob };
      for (const check of [checkProviderFile, readProviderFile, checkRateFile]) {
        expect(await failure(() => untyped(check)(file, options))).toBe(
          'TypeError: The provider in the options, { provider }, is text, not undefined.',
        );
      }
    },
  );

  it.each([[[]], [[null]], [[{ workflow: 'login', version: 1, state: 'editing', context: {} }]]])(
    'is named by resume: %j',
    async (args) => {
      expect(await failure(() => untyped(resume)(...args))).toBe(
        'TypeError: The workflow of resume(workflow, saved) is one such as loginWorkflow(loginPorts(client)).',
      );
    },
  );
});

describe('a list without a query', () => {
  const rows = Array.from({ length: 12 }, (_, index) => ({ id: index + 1 }));
  const listing = () => {
    const transport = createFakeTransport([
      {
        match: 'GET fuel-transaction/authcode',
        answer: ({ query }) => {
          const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
          const transactions = rows.slice((page - 1) * size, page * size);
          return { json: { metadata: { page, size, total_count: rows.length }, transactions } };
        },
      },
    ]);
    const signedIn = memoryStore(signedInState());
    const client = createClient({ baseUrl, store: signedIn, fetch: transport.fetch });
    return { client, asked: () => transport.calls.map(({ query }) => String(query)) };
  };

  it.each([
    ['no query', [], 'paged=true&page=1&size=10'],
    ['no filters', [{ page: 1, size: 5 }], 'paged=true&page=2&size=5'],
    ['undefined filters', [{ filters: undefined, size: 5 }], 'paged=true&page=1&size=5'],
  ])(
    'LIST-02 has the first ten of all rows, unless it says otherwise: %s',
    async (_, args, sent) => {
      const { asked, client } = listing();
      const page = await (untyped(listRows)(client, transactions, ...args) as Promise<{
        totalRecords: number;
      }>);
      expect(page.totalRecords).toBe(12);
      expect(asked()).toEqual([sent]);
    },
  );

  it('yields all rows of allRows', async () => {
    const { asked, client } = listing();
    const found: string[] = [];
    for await (const page of allRows(client, transactions)) {
      found.push(...page.map(({ id }) => String(id)));
    }
    expect(found).toEqual(rows.map(({ id }) => `${id}`));
    expect(asked()).toEqual(['paged=true&page=1&size=10', 'paged=true&page=2&size=10']);
  });
});
