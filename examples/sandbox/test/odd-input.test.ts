import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { ADMIN, Client, openSandbox, signIn } from './helpers.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);

/** Status and what is said about which field. */
async function refusal(path: string, body: unknown, method = 'POST') {
  const answer = await admin.call(path, { method, body: body as object });
  const { errors, detail } = (await answer.json()) as {
    errors?: { pointer: string; detail: string }[];
    detail: string;
  };
  return [answer.status, errors?.[0]?.pointer, errors?.[0]?.detail ?? detail];
}
const search = (body: object) => refusal('fuel-card-management/search', body);
const filter = (query: unknown) => ({
  filterField: 'card_number',
  matchStrategy: 'contains',
  query,
});
const inQuery = (count: number, value = '7') =>
  Array.from({ length: count }, () => `filter=card_number::${value}`).join('&');

describe('a list', () => {
  it('WIRE-06 takes 50 filters, and refuses the 51st in either dialect', async () => {
    const fifty = Array.from({ length: 50 }, () => filter('7'));
    const found = await admin.call('fuel-card-management/search', { body: { filters: fifty } });
    expect(found.status).toBe(200);
    expect(await search({ filters: [...fifty, filter('7')] })).toEqual([
      400,
      '/filters',
      'A list takes at most 50 filters.',
    ]);
    expect((await admin.call(`fuel-card-management?${inQuery(50)}`)).status).toBe(200);
    const refused = await admin.call(`fuel-card-management?${inQuery(51)}`);
    expect(refused.status).toBe(400);
    expect((await refused.json()).errors).toEqual([
      { pointer: '/filter', detail: 'A list takes at most 50 filters.' },
    ]);
  });

  it('WIRE-06 takes 200 characters in a filter, and refuses more by its place', async () => {
    const body = { filters: [filter('x'.repeat(200))] };
    expect((await admin.call('fuel-card-management/search', { body })).status).toBe(200);
    expect(await search({ filters: [filter('1'), filter('x'.repeat(201))] })).toEqual([
      400,
      '/filters/1/query',
      'A filter has at most 200 characters.',
    ]);
    expect((await admin.call(`fuel-card-management?${inQuery(1, 'x'.repeat(201))}`)).status).toBe(
      400,
    );
  });

  it.each([
    [{ pageSize: {} }, '/pageSize', 'pageSize must be a whole number from 1 to 10000.'],
    [{ pageSize: [5] }, '/pageSize', 'pageSize must be a whole number from 1 to 10000.'],
    [
      { pageNumber: { a: 1 } },
      '/pageNumber',
      'pageNumber must be a whole number from 0 to 1000000000.',
    ],
    [{ pageSize: '' }, '/pageSize', 'pageSize must be a whole number from 1 to 10000.'],
    [{ from: [] }, '/from', 'from must be a text.'],
    [{ to: { toString: 1 } }, '/to', 'to must be a text.'],
    [{ filters: [filter({ toString: null })] }, '/filters/0/query', 'query must be a text.'],
    [{ filters: [filter([])] }, '/filters/0/query', 'query must be a text.'],
    [{ sortField: {} }, '/sortField', 'sortField must be a text.'],
    [{ sortField: 'id', sortOrder: {} }, '/sort', 'sort must be a text.'],
    [{ sortOrder: 'up' }, '/sort', 'The sort order must be asc or desc.'],
    [
      { fliters: [] },
      '/fliters',
      'There is no field "fliters" here. The fields are filters, from, to, sortField, sortOrder, pageNumber, pageSize, name.',
    ],
    [
      { filters: [{ ...filter('7'), field: 'card_number' }] },
      '/filters/0/field',
      'There is no field "field" here. The fields are filterField, matchStrategy, query.',
    ],
    [{ filters: [filter(null)] }, '/filters/0/query', 'A filter needs a query.'],
    [{ filters: ['card_number:7'] }, '/filters/0', 'A filter must be an object.'],
  ])('WIRE-06 refuses %j at its field', async (body, pointer, detail) => {
    expect(await search(body)).toEqual([400, pointer, detail]);
  });

  it.each([
    [
      'fliter=card_number:7',
      '/fliter',
      'There is no parameter "fliter" here. The parameters are filter, page, size, paged, from, to, sort, sortParam, sortingOrder.',
    ],
    ['size=1&size=2', '/size', 'size is given more than once. Send it once.'],
    ['page=', '/page', 'page must be a whole number from 1 to 1000000000.'],
    ['paged=false&size=', '/size', 'size must be a whole number from 1 to 10000.'],
    ['paged=x', '/paged', 'paged must be true or false.'],
    ['paged=', '/paged', 'paged must be true or false.'],
  ])('WIRE-06 refuses the address ?%s', async (query, pointer, detail) => {
    for (const path of ['fuel-card-management', 'daily-rates/days', 'audit/export']) {
      const answer = await admin.call(`${path}?${query}`);
      expect([answer.status, (await answer.json()).errors]).toEqual([400, [{ pointer, detail }]]);
    }
  });

  it.each([
    ...['fuel-card-management/search', 'fuel-card-management/export', 'spol/invoices/totals'],
    ...['exceptions/judge', 'reporting', 'reporting/email'],
  ])(
    'WIRE-06 refuses a filter in the address of %s, whose choices are in its body',
    async (path) => {
      expect(await refusal(`${path}?filter=id:1`, { filters: [] })).toEqual([
        400,
        '/filter',
        'There is no parameter "filter" here. Send a body alone.',
      ]);
    },
  );

  it('WIRE-06 the history of imports takes a page and a size', async () => {
    const answer = await admin.call('imports/history?pages=2');
    expect([answer.status, (await answer.json()).detail]).toEqual([
      400,
      'There is no parameter "pages" here. The parameters are page, size.',
    ]);
  });

  it.each([
    ['exceptions/judge', { from: '2026-11-01', to: '2026-11-02', dry_run: true }, 'dry_run'],
    ['fuel-payment/1/reverse', { reason: 'Twice', amount: 5 }, 'amount'],
    ['fuel-card-management/assign-card-company-bulk', { cardIds: [1], company: 1 }, 'company'],
    ['reporting', { report_type: 'sales', format: 'pdf', too: 1 }, 'too'],
    ['reporting/email', { report_type: 'sales', format: 'pdf', to_all: true }, 'to_all'],
  ])('WIRE-06 does nothing for a wish that %s does not know', async (path, body, name) => {
    const [status, pointer, detail] = await refusal(path, body);
    expect([status, pointer]).toEqual([400, `/${name}`]);
    expect(detail).toMatch(new RegExp(`^There is no field "${name}" here\\. The fields are `));
  });

  it.each(['reporting?report_type=sales&form=pdf', 'reporting/email/preview?report=sales'])(
    'WIRE-06 refuses the address %s',
    async (address) => {
      const answer = await admin.call(address);
      expect([answer.status, (await answer.json()).detail]).toEqual([
        400,
        expect.stringMatching(/^There is no parameter "(form|report)" here\. /),
      ]);
    },
  );

  it('MARK-03 a markup is changed by its id, and its absence is refused there', async () => {
    expect(await refusal('fuel-customer-markups', { margin_price: 1 }, 'PUT')).toEqual([
      422,
      '/id',
      'It is required.',
    ]);
  });

  it('AUTH-02 the scheme may be written in any case, as HTTP has it', async () => {
    const { headers } = await new Client(sandbox.fetch, undefined).call('login', {
      body: { username: ADMIN, password: PASSWORD },
    });
    const authorization = headers.get('authorization')?.replace('Bearer ', 'bearer ');
    const lower = new Client(sandbox.fetch, authorization);
    expect((await lower.call('profile/user')).status).toBe(200);
  });

  it('WIRE-06 refuses a number of 900,000 digits at once', async () => {
    const digits = '9'.repeat(900_000);
    const started = performance.now();
    expect(await search({ filters: [{ ...filter(digits), filterField: 'card_limit' }] })).toEqual([
      400,
      '/filters/0/query',
      'The text may have at most 10,000 characters.',
    ]);
    expect(await refusal('fuel-card-management/search', `{"pageSize": ${digits}}`)).toEqual([
      400,
      '/pageSize',
      'The number is too large.',
    ]);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('a body', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  it('WIRE-06 may be 20 levels deep', async () => {
    expect((await refusal('fuel-card-management', deep(20)))[0]).toBe(422);
    expect(await refusal('fuel-card-management', deep(21))).toEqual([
      400,
      `${'/a'.repeat(20)}`,
      'The body may be at most 20 levels deep.',
    ]);
    // The parser itself must survive what it refuses.
    expect((await refusal('fuel-card-management', deep(140_000)))[0]).toBe(400);
  });

  it.each([
    ['{"card_number": "1\\u00002"}', '/card_number', 'The text may not contain a NUL character.'],
    ['{"card_number": "\\ud800"}', '/card_number', 'The text contains half of a surrogate pair.'],
    ['{"__proto__": {"admin": true}}', '/', 'No field is called __proto__.'],
    ['{"a/b": {"__proto__": 1}}', '/a~1b', 'No field is called __proto__.'],
    ['{"limit": 1e999}', '/limit', 'The number is too large.'],
  ])('WIRE-06 refuses %s at its field', async (body, pointer, detail) => {
    expect(await refusal('fuel-card-management', body)).toEqual([400, pointer, detail]);
  });

  it('WIRE-06 must be UTF-8', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
    const request = new Request('http://sandbox.test/api/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bytes,
    });
    const answer = await sandbox.fetch(request);
    expect((await answer.clone().json()).detail).toBe('The body is not UTF-8.');
    expect(answer.status).toBe(400);
  });
});

describe('an address', () => {
  it.each([
    ['a NUL in a filter', 'fuel-card-management?filter=card_number:%00'],
    ['a NUL as a page', 'fuel-card-management?page=%00'],
    ['a NUL in the path', 'customers/1%00'],
    ['half of a character in the path', 'fuel-transaction/transactionsbyid/%E0%A4%A'],
    [
      '201 parameters',
      `fuel-card-management?${Array.from({ length: 201 }, (_, at) => `a${at}=1`).join('&')}`,
    ],
    ['a value of 2,001 characters', `places?input=${'x'.repeat(2_001)}`],
  ])('WIRE-06 with %s is refused with 400', async (_, path) => {
    const answer = await admin.call(path);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });
});
