import { afterAll } from 'vitest';
import { PASSWORD, type Sandbox, type SandboxOptions } from '../src/index.ts';
import { createDatabase, ON_POSTGRES } from './database.ts';
import { openSeeded } from './seeded.ts';

export const ADMIN = 'admin@forecourt.test';
export const CLERK = 'clerk@forecourt.test';
export const VIEWER = 'viewer@northhaul.test';
export const NOBODY = 'nobody@forecourt.test';

/** Enough of everything for a test, made in a moment. */
const SMALL = { customers: 12, cards: 400, transactions: 1_500, invoices: 40 };
export const NOW = new Date('2026-11-20T15:00:00Z');

export const IN_TESTS = {
  demo: SMALL,
  passwordCost: 4,
  now: () => NOW,
  pause: () => Promise.resolve(),
} as const;

/** A sandbox in this process that closes after the tests of the file. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const wanted = { ...IN_TESTS, ...options };
  const elsewhere = ON_POSTGRES && wanted.databaseUrl === undefined;
  const own = elsewhere ? { databaseUrl: await createDatabase(wanted) } : {};
  const sandbox = await openSeeded({ ...wanted, ...own });
  afterAll(() => sandbox.close());
  return sandbox;
}

/** The Admin's authorization at a port, for calls that are written by hand. */
export async function authorizationAt(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN, password: PASSWORD }),
  });
  return answer.headers.get('authorization') ?? '';
}

/** The body of a payment on an invoice, as `POST fuel-payment/register` takes it. */
export const paymentOn = (
  // biome-ignore lint/suspicious/noExplicitAny: an invoice as the wire gives it.
  of: any,
  amount: unknown,
  changes: object = {},
) => ({
  payment_date: '2026-11-20',
  company_name: of.company_name,
  invoice_id: of.invoice_number,
  amount_due: of.amount_due,
  amount_paid: amount,
  currency: of.currency,
  payment_mode: 'cheque',
  referenceId: 'CHQ-1',
  ...changes,
});

export interface Call {
  readonly method?: string;
  /** Sent as JSON; a form as it is; a string as it stands. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes away when it is aborted. */
  readonly signal?: AbortSignal;
}

/** Calls in the name of one account. */
export class Client {
  readonly #send: (request: Request) => Promise<Response>;
  readonly #authorization: string | undefined;
  readonly #base: string;

  constructor(
    send: (request: Request) => Promise<Response>,
    authorization: string | undefined,
    base = 'http://sandbox.test',
  ) {
    this.#send = send;
    this.#authorization = authorization;
    this.#base = base;
  }

  call(path: string, call: Call = {}): Promise<Response> {
    const { body } = call;
    const raw = body instanceof FormData || typeof body === 'string' || body === undefined;
    return this.#send(
      new Request(`${this.#base}/api/v1/${path}`, {
        method: call.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(this.#authorization ? { authorization: this.#authorization } : {}),
          ...(body === undefined || body instanceof FormData
            ? {}
            : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(call.signal && { signal: call.signal }),
        ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
      }),
    );
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire gives.
  async json(path: string, call: Call = {}): Promise<any> {
    return (await this.call(path, call)).json();
  }

  as(authorization: string): Client {
    return new Client(this.#send, authorization, this.#base);
  }

  /** The same session at another server. */
  at(base: string): Client {
    return new Client(this.#send, this.#authorization, base);
  }
}

export async function signIn(
  sandbox: Sandbox,
  username: string | undefined,
  base?: { readonly url: string },
): Promise<Client> {
  const send = base ? fetch : sandbox.fetch;
  const out = new Client(send, undefined, base?.url);
  if (username === undefined) return out;
  const answer = await out.call('login', { body: { username, password: PASSWORD } });
  return out.as(answer.headers.get('authorization') ?? '');
}

/** The newest entry of the audit trail that this account sees. */
export const lastChange = async (client: Client) => (await client.json('audit?size=1')).content[0];

export const fileForm = (
  bytes: Uint8Array,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  return form;
};

export const countsOf = (answer: Response) => ({
  imported: Number(answer.headers.get('x-import-imported')),
  duplicates: Number(answer.headers.get('x-import-duplicates')),
  rejected: Number(answer.headers.get('x-import-rejected')),
});
