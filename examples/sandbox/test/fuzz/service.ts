import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { PASSWORD } from '../../src/seed/accounts.ts';
import type { Attack, Targets } from './attacks.ts';
import type { DocumentedCall } from './calls.ts';
import type { Vitals } from './server.ts';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));
const PATIENCE_MS = 60_000;
const SESSIONS = 30;

/** Status of an answer and its text; 0: the connection ended without one; -1: none within a minute. */
export interface Outcome {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

// biome-ignore lint/suspicious/noExplicitAny: what the wire gives.
type Json = any;

/** A service in a process of its own, with demo data and somebody signed in who may do everything. */
export class Service {
  readonly #server: ChildProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  #base = new URL('http://127.0.0.1');
  #sessions: string[] = [];
  /** What it wrote to standard error. */
  log = '';

  private constructor(databaseUrl: string | undefined) {
    this.#server = fork(SERVER, {
      execArgv: ['--conditions=source', '--expose-gc'],
      env: {
        ...process.env,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.log = (this.log + text).slice(-20_000);
    });
  }

  static async start(databaseUrl: string | undefined): Promise<Service> {
    const service = new Service(databaseUrl);
    const ended = once(service.#server, 'exit').then(() => {
      throw new Error(`The service did not start: ${service.log}`);
    });
    ended.catch(() => undefined);
    const [message] = (await Promise.race([once(service.#server, 'message'), ended])) as [
      { url: string },
    ];
    service.#base = new URL(message.url);
    await service.signIn();
    return service;
  }

  get alive(): boolean {
    return this.#server.exitCode === null && this.#server.signalCode === null;
  }

  async vitals(): Promise<Vitals> {
    this.#server.send('vitals');
    const [vitals] = (await once(this.#server, 'message')) as [Vitals];
    return vitals;
  }

  async #open(): Promise<string | undefined> {
    const answer = await fetch(new URL('/api/v1/login', this.#base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin@forecourt.test', password: PASSWORD }),
    });
    return answer.headers.get('authorization') ?? undefined;
  }

  /** Opens sessions ahead: attacks on signing in may lock this address out. */
  async signIn(): Promise<void> {
    while (this.#sessions.length < SESSIONS) {
      const session = await this.#open();
      if (session === undefined) break;
      this.#sessions.push(session);
    }
  }

  /** Some calls end the session that makes them: goes on with another. False when there is none left. */
  async nextSession(): Promise<boolean> {
    this.#sessions.shift();
    if (this.#sessions.length === 0) await this.signIn();
    return this.#sessions.length > 0;
  }

  /** Sends one attack; resolves whatever becomes of it. */
  send(attack: Attack, again = false): Promise<Outcome> {
    const { body, cut, headers, method, path } = attack;
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const end = (status: number, text = '') => {
        clearTimeout(patience);
        resolve({ status, text, ms: performance.now() - started });
      };
      const call = request({
        agent: cut || again ? false : this.#agent,
        host: this.#base.hostname,
        port: this.#base.port,
        method,
        path: `/api/v1/${path}`,
        headers: {
          ...headers,
          authorization: this.#sessions[0] ?? '',
          ...(body && { 'content-length': body.length }),
        },
      });
      const patience = setTimeout(() => {
        call.destroy();
        end(-1);
      }, PATIENCE_MS);
      call.on('error', () => {
        // The server may close an idle connection at the moment it is used again: then nothing was read of the call.
        if (!call.reusedSocket || again) end(0);
        else {
          clearTimeout(patience);
          this.send(attack, true).then(resolve, reject);
        }
      });
      call.on('response', (answer) => {
        let text = '';
        answer.setEncoding('latin1').on('data', (part: string) => {
          if (text.length < 4_000) text += part;
        });
        answer.once('close', () => end(answer.statusCode ?? 0, text));
      });
      if (!body || !cut) {
        call.end(body);
        return;
      }
      call.write(body.subarray(0, Math.min(cut.at, body.length - 1)), () => {
        if (cut.how === 'gone') call.destroy();
      });
    });
  }

  async #json(path: string): Promise<Json> {
    const answer = await fetch(new URL(`/api/v1/${path}`, this.#base), {
      headers: { authorization: this.#sessions[0] ?? '' },
    });
    return answer.json();
  }

  /** Ids and records of the demo data, for attacks that get past the first check. */
  async targets(): Promise<Targets> {
    const [card] = (await this.#json('fuel-card-management?size=1')).content;
    const [row] = (await this.#json('fuel-transaction/authcode?size=1')).transactions;
    const transaction = await this.#json(
      `fuel-transaction/transactionsbyid/${row.authentication_id}`,
    );
    const invoices = (await this.#json('spol/invoices/?size=30')).content as Json[];
    const open =
      invoices.find(({ amount_due, status }) => Number(amount_due) > 0 && status !== 'Draft') ??
      invoices[0];
    const [customer] = (await this.#json('customers?size=1')).content;
    const users = (await this.#json('users?size=50')).content as Json[];
    const user = users.find(({ email }) => !/^(admin|clerk|viewer|nobody)@/.test(email));
    const person = await this.#json(`user/${user.profileid ?? user.id}`);
    const [markup] = (await this.#json('fuel-customer-markups?size=1')).content;
    const [mode] = (await this.#json('payment')).payment_mode_list;
    const payment = {
      payment_date: new Date().toISOString().slice(0, 10),
      company_name: open.company_name,
      invoice_id: open.invoice_number,
      amount_due: open.amount_due,
      amount_paid: 0.01,
      currency: open.currency,
      payment_mode: mode.code,
      referenceId: 'FUZZ',
    };
    const period = {
      company: open.company_name,
      currency: open.currency,
      start_date: '01-11-2026',
      end_date: '30-11-2026',
    };
    const search = {
      filters: [{ filterField: 'id', matchStrategy: 'contains', query: '1' }],
      pageSize: 5,
      pageNumber: 0,
      sortOrder: 1,
      from: '2026-11-01',
      to: '2026-11-20',
    };
    const bodies: readonly (readonly [RegExp, readonly object[]])[] = [
      [/\/search$/, [search, { ...search, sortField: 'company_name' }, { filters: [] }]],
      [/login$/, [{ username: 'nobody@forecourt.test', password: 'wrong' }]],
      [/fuel-card-management\/export$/, [{ cardIds: [1, 2] }]],
      [/assign-card-company-bulk$/, [{ customerCompanyId: 1, cardIds: [card.id] }]],
      [/fuel-card-management/, [card]],
      [/fuel-transaction\/export$/, [{ ids: [row.id] }, search]],
      [/transaction/, [transaction]],
      [/invoices\/preview$/, [period, { ...period, lines: false }]],
      [/void$/, [{ reason: 'Fuzz' }]],
      [/invoices\/$/, [{ ...period, lines: 'unbilled', total_amount: 0.01, seen: 'x' }, open]],
      [/invoices/, [open, { ...open, invoice_number: `F-${Date.now()}` }]],
      [/fuel-payment/, [payment]],
      [/customers/, [customer]],
      [/fuel-company/, [{ ...customer, company_name: 'Fuzz Ltd', email: 'fuzz@forecourt.test' }]],
      [/markups/, [markup]],
      [
        /user/,
        [person, { ...person, email: 'new@forecourt.test', profileid: undefined, id: undefined }],
      ],
      [
        /reporting$/,
        ['aging', 'sales'].flatMap((report_type) =>
          ['pdf', 'excel'].map((format) => ({
            report_type,
            format,
            from: '2026-10-01',
            to: '2026-11-20',
          })),
        ),
      ],
    ];
    const ids: readonly (readonly [RegExp, readonly unknown[]])[] = [
      [/fuel-card-management/, [card.id]],
      [/transaction/, [row.id, row.authentication_id]],
      [/attachments/, [1, 2, row.id]],
      [/invoices/, [open.id, open.invoice_number]],
      [/customers/, [customer.id]],
      [/user/, [user.profileid ?? user.id]],
      [/switch/, [1]],
      [/places/, ['1']],
      [/countries/, ['CA', 'ON']],
    ];
    const found = <T>(
      table: readonly (readonly [RegExp, readonly T[]])[],
      { path }: DocumentedCall,
    ) => table.find(([pattern]) => pattern.test(path))?.[1] ?? [];
    return {
      bodies: (call) => found(bodies, call),
      ids: (call) => [
        ...found(ids, call).map((id) => encodeURIComponent(String(id))),
        // Nobody attacks the account that attacks.
        ...(/user/.test(call.path) ? [] : ['1']),
        '999999999',
      ],
    };
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (!this.alive) return;
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGKILL');
    await ended;
  }
}
