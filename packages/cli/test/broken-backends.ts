import type { Sandbox } from '@forecourt/sandbox';

type Send = (request: Request) => Promise<Response>;

/** A backend that breaks one promise: the real one, and what stands before it. */
export type Breaking = (send: Send) => Send;

const pathOf = (request: Request): string =>
  new URL(request.url).pathname.replace('/api/v1/', '').replace(/\/$/, '');

/** The same call with other parts. */
async function changed(
  request: Request,
  {
    headers = {},
    query,
    body,
    method,
  }: {
    readonly headers?: Readonly<Record<string, string | null>>;
    readonly query?: (query: URLSearchParams) => void;
    readonly body?: (body: never) => unknown;
    readonly method?: string;
  },
): Promise<Request> {
  const url = new URL(request.url);
  query?.(url.searchParams);
  const sent = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const text = await request.clone().text();
  const json = body && text !== '' ? JSON.stringify(body(JSON.parse(text) as never)) : text;
  const verb = method ?? request.method;
  return new Request(url, {
    ...{ method: verb, headers: sent },
    ...(json !== '' && verb !== 'GET' && { body: json }),
  });
}

/** The same answer with another status, headers or JSON. */
async function answered(
  answer: Response,
  {
    headers = {},
    json,
    status = answer.status,
  }: {
    readonly headers?: Readonly<Record<string, string | null>>;
    // biome-ignore lint/suspicious/noExplicitAny: a test changes what the wire gives
    readonly json?: (value: any) => unknown;
    readonly status?: number;
  },
): Promise<Response> {
  const sent = new Headers(answer.headers);
  sent.delete('content-length');
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const text = await answer.text();
  const isJson = json && /json/.test(answer.headers.get('content-type') ?? '');
  const body = isJson ? JSON.stringify(json(JSON.parse(text))) : text;
  return new Response(status === 204 ? null : body, { status, headers: sent });
}

type Answering = Parameters<typeof answered>[1];

/** Changes the answers of some calls. */
const answering =
  (when: (request: Request, answer: Response) => boolean, how: Answering): Breaking =>
  (send) =>
  async (request) => {
    const answer = await send(request.clone());
    return when(request, answer) ? answered(answer, how) : answer;
  };

const always = () => true;
const at = (method: string, path: RegExp) => (request: Request) =>
  request.method === method && path.test(pathOf(request));
const isList = (_: Request, answer: Response) => answer.ok;

// biome-ignore lint/suspicious/noExplicitAny: any page of the wire
const eachRow = (change: (row: any) => unknown) => (page: any) => {
  const key = Array.isArray(page?.content) ? 'content' : 'transactions';
  return Array.isArray(page?.[key]) ? { ...page, [key]: page[key].map(change) } : page;
};

const SORTS = ['sort', 'sortParam', 'sortingOrder'];

/** Changes the calls themselves. */
const asking =
  (when: (request: Request) => boolean, how: Parameters<typeof changed>[1]): Breaking =>
  (send) =>
  async (request) =>
    send(when(request) ? await changed(request, how) : request);

const LISTS =
  /^(?:spol\/invoices|fuel-card-management|users|customers|fuel-transaction\/authcode)$/;
const SEARCHES = /\/search$/;
const asksList = (request: Request) => at('GET', LISTS)(request) || at('POST', SEARCHES)(request);

/** Lets whoever signed out go on in the newest session. */
const letsOutlive: Breaking = (send) => {
  const known: string[] = [];
  return async (request) => {
    const answer = await send(request.clone());
    const given = answer.headers.get('authorization');
    if (given) known.push(given);
    const own = request.headers.get('authorization') ?? '';
    if (answer.status !== 401 || !known.includes(own)) return answer;
    return send(await changed(request, { headers: { authorization: known[0] ?? '' } }));
  };
};

/** Knows keys, but not what they were sent with. */
const trustsKeys: Breaking = (send) => {
  const first = new Map<string, Request>();
  return async (request) => {
    const key = request.headers.get('idempotency-key');
    if (!key || request.method !== 'POST') return send(request);
    const known = first.get(key);
    if (known) return send(known.clone());
    first.set(key, request.clone());
    return send(request);
  };
};

/** Looks a key up before the work and stores it afterwards: two at once are both done. */
const racesKeys: Breaking = (send) => {
  const working = new Set<string>();
  return async (request) => {
    const key = request.headers.get('idempotency-key') ?? '';
    if (request.method !== 'POST' || key === '') return send(request);
    if (working.has(key)) {
      const unlike = (body: { card_number: string }) => ({
        ...body,
        card_number: `${body.card_number.slice(0, -1)}${(Number(body.card_number.at(-1)) + 1) % 10}`,
      });
      return send(
        await changed(request, { headers: { 'idempotency-key': `${key}-2` }, body: unlike }),
      );
    }
    working.add(key);
    return send(request).finally(() => working.delete(key));
  };
};

/** By the promise that each breaks. */
export const BROKEN: Readonly<Record<string, Breaking>> = {
  'sign-in': answering(at('POST', /^login$/), { headers: { authorization: null } }),
  account: answering(at('GET', /^profile\/company$/), { json: () => ['no company'] }),
  // Answered here: after a few runs, the sandbox limits an account that keeps failing.
  'refused-credentials': (send) => async (request) =>
    at('POST', /^login$/)(request) && (await request.clone().text()).includes('.invalid')
      ? Response.json({ title: 'Bad Request', status: 400 }, { status: 400 })
      : send(request),
  'ended-session': letsOutlive,
  switching: answering(at('GET', /^switch\/(?:\d+|manager)$/), {
    headers: { authorization: null },
  }),
  unauthorized: (send) => async (request) =>
    pathOf(request) === 'currencies' && !request.headers.has('authorization')
      ? Response.json([], { headers: { 'x-request-id': 'open-1' } })
      : send(request),
  forbidden: answering((_, { status }) => status === 403, { status: 404 }),
  problems: answering((_, { status }) => status >= 400, {
    headers: { 'content-type': 'application/json' },
  }),
  'request-ids': answering(always, { headers: { 'x-request-id': null } }),
  'malformed-input': answering(
    (request, { status }) =>
      status === 400 && /filter=no_such/.test(decodeURIComponent(request.url)),
    { status: 200, json: () => ({ content: [], totalRecords: 0 }) },
  ),
  'exposed-headers': answering(always, {
    headers: { 'access-control-expose-headers': 'authorization' },
  }),
  'page-shapes': answering(
    (request, answer) => answer.ok && at('GET', /^fuel-card-management$/)(request),
    {
      json: ({ content, totalRecords }) => ({ items: content, total: totalRecords }),
    },
  ),
  rows: answering(isList, {
    json: eachRow((row) => ({ ...row, id: undefined, customer_company_id: undefined })),
  }),
  'list-query': asking(at('GET', LISTS), {
    query: (query) => {
      if (/^\d+$/.test(query.get('page') ?? '')) query.set('page', '1');
    },
  }),
  'list-totals': answering(isList, {
    json: (page) =>
      page?.totalRecords > 0 ? { ...page, totalRecords: page.totalRecords + 1 } : page,
  }),
  'list-order': asking(asksList, {
    query: (query) => {
      if (!/^no_such/.test(query.get('sort') ?? '')) for (const name of SORTS) query.delete(name);
    },
    body: (body: object) =>
      Array.isArray(body) ? body : { ...body, sortField: undefined, sortOrder: undefined },
  }),
  'list-filters': asking(asksList, {
    query: (query) => {
      if (!/^no_such/.test(query.get('filter') ?? '')) query.delete('filter');
    },
    body: (body: { filters: unknown }) =>
      Array.isArray(body.filters) ? { ...body, filters: [] } : body,
  }),
  'list-body': asking(at('POST', SEARCHES), {
    body: (body: object) => (Array.isArray(body) ? body : { ...body, pageNumber: 0 }),
  }),
  records: (send) => async (request) =>
    at('GET', /^fuel-card-management\/987654321$/)(request)
      ? send(new Request(request.url.replace('987654321', '1'), request))
      : send(request),
  etags: answering(always, { headers: { etag: null } }),
  'row-versions': answering(isList, { json: eachRow((row) => ({ ...row, etag: undefined })) }),
  references: answering((request, answer) => answer.ok && at('GET', /^countries$/)(request), {
    json: (rows) => ({ countries: rows }),
  }),
  places: answering(at('GET', /^places$/), { json: () => null }),
  files: answering(at('POST', /export$/), { headers: { 'content-disposition': null } }),
  figures: answering((request, answer) => answer.ok && at('GET', /^dashboard$/)(request), {
    json: (found) => ({ ...found, unbilled: 'none' }),
  }),
  changes: (send) => async (request) =>
    at('PUT', /^fuel-card-management/)(request)
      ? send(await changed(request, { method: 'GET' }))
      : send(request),
  deletes: (send) => async (request) =>
    at('DELETE', /^fuel-card-management/)(request)
      ? send(await changed(request, { method: 'GET' }))
      : send(request),
  'field-problems': answering((_, { status }) => status === 422, {
    json: ({ errors, ...problem }) => ({
      ...problem,
      ...(errors && { message: errors[0].detail }),
    }),
  }),
  'if-match': asking(always, { headers: { 'if-match': null } }),
  'idempotent-replay': asking(always, { headers: { 'idempotency-key': null } }),
  'idempotent-conflict': trustsKeys,
  'lost-answers': racesKeys,
};

/** The sandbox behind one of these. */
export function behind(sandbox: Sandbox, breaking: Breaking): typeof fetch {
  const send = breaking((request) => Promise.resolve(sandbox.fetch(request)));
  return (input, init) => send(new Request(input, init));
}
