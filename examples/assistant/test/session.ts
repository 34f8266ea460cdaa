import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Client as BooksClient,
  createClient,
  invoices,
  listRows,
  memoryStore,
  payments,
  signIn,
} from '@forecourt/core';
import { PASSWORD } from '@forecourt/sandbox';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  type CallToolResult,
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import { openProxy } from '../../../packages/cli/test/faulty-proxy.ts';
import { openSeeded } from '../../sandbox/test/seeded.ts';

const execute = promisify(execFile);
const COMMAND = join(import.meta.dirname, '../../../packages/cli/dist/forecourt.js');
const FOLDER = join(import.meta.dirname, '..');
const SMALL = { customers: 12, cards: 120, transactions: 300, invoices: 150 };

type Question = ElicitRequest['params'] & { readonly requestedSchema: never };
/** What the person at the client does with a question. */
export type Person = (question: Question, requestId: string | number) => Promise<ElicitResult>;

/** Agrees to everything that can be agreed to. */
export const agrees: Person = async () => ({ action: 'accept', content: { confirm: true } });

/** Agrees to nothing. */
export const declines: Person = async () => ({ action: 'decline' });

/** Decides so about a call that is open, and agrees to everything else. */
export const chooses =
  (choice: 'send' | 'give_up'): Person =>
  async ({ requestedSchema }) => {
    const { properties } = requestedSchema as { readonly properties: object };
    const content = 'choice' in properties ? { choice } : { confirm: true };
    return { action: 'accept', content } as ElicitResult;
  };

export interface Session {
  readonly client: Client;
  readonly pid: number;
  /** Every question so far, as the person read it. */
  readonly asked: string[];
  person: Person;
  call(name: string, args?: object, timeout?: number): Promise<Answered>;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

interface Answered {
  readonly text: string;
  readonly isError: boolean;
}

interface SessionOptions {
  readonly email?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Without it, the client can't ask a person. */
  readonly elicitation?: boolean;
  readonly person?: Person;
}

/** A service with books, a proxy before it that loses answers, and a folder for the journal. */
export async function openBench() {
  const sandbox = await openSeeded({ demo: SMALL, passwordCost: 4 });
  const service = `${(await sandbox.listen({ port: 0 })).url}/api/v1`;
  const proxy = await openProxy(service, 'drop');
  const config = mkdtempSync(join(tmpdir(), 'forecourt-assistant-'));
  const elsewhere = mkdtempSync(join(tmpdir(), 'forecourt-elsewhere-'));
  const books: BooksClient = createClient({ baseUrl: service, store: memoryStore() });
  await signIn(books, { email: 'admin@forecourt.test', password: PASSWORD });
  const { rows } = await listRows(books, invoices, {
    page: 0,
    size: 100,
    filters: [{ field: 'amount_due', match: 'from', value: '1001' }],
  });
  const payable = rows.filter(
    (row) => row.amount_paid?.isZero && invoices.rowForms?.[0]?.refuse?.(row) === undefined,
  );
  const due = new Map(payable.map((row) => [row.invoice_number, row.amount_due?.toFixed(2)]));
  const numbers = payable.map(({ invoice_number }) => invoice_number ?? '');
  const sessions = new Set<Session>();

  /** What is in the journal. */
  function kept() {
    const folder = join(config, 'assistant');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
      .map((file): { file: string; at: string; state: string } => ({
        ...JSON.parse(readFileSync(file, 'utf8')),
        file,
      }));
  }

  /** Starts the server as a client does, and speaks to it over stdio. */
  async function start(options: SessionOptions = {}): Promise<Session> {
    const { args = ['--allow-changes'], elicitation = true, env = {}, person = agrees } = options;
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['--conditions=source', 'server.ts', ...args],
      cwd: FOLDER,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        FORECOURT_BASE_URL: proxy.url,
        FORECOURT_CONFIG_DIR: config,
        FORECOURT_EMAIL: options.email ?? 'admin@forecourt.test',
        FORECOURT_PASSWORD: PASSWORD,
        ...env,
      },
      stderr: 'pipe',
    });
    const said: string[] = [];
    transport.stderr?.on('data', (piece) => said.push(String(piece)));
    const capabilities = elicitation ? { elicitation: { form: {} } } : {};
    const client = new Client({ name: 'scripted', version: '1' }, { capabilities });
    const asked: string[] = [];
    const session: Session = {
      client,
      asked,
      person,
      get pid() {
        return transport.pid ?? 0;
      },
      async call(name, given = {}, timeout = 120_000) {
        const answer = (await client.callTool({ name, arguments: { ...given } }, undefined, {
          timeout,
        })) as CallToolResult;
        const [first] = answer.content;
        const text = first?.type === 'text' ? first.text : '';
        return { text, isError: answer.isError === true };
      },
      async kill() {
        const closed = new Promise<void>((resolve) => {
          client.onclose = resolve;
        });
        process.kill(session.pid, 'SIGKILL');
        await closed;
      },
      close: () => client.close(),
    };
    if (elicitation) {
      client.setRequestHandler(ElicitRequestSchema, ({ params }, { requestId }) => {
        asked.push(params.message);
        return session.person(params as Question, requestId);
      });
    }
    await client.connect(transport).catch((error: Error) => {
      throw new Error(`${error.message}\n${said.join('')}`);
    });
    sessions.add(session);
    return session;
  }

  return {
    books,
    config,
    /** A folder with another journal. */
    elsewhere,
    /** How many changes of the journal have no known outcome. */
    openChanges: () => kept().filter(({ state }) => state === 'open').length,
    /** Makes everything in the journal older. */
    ageJournal(ms: number): void {
      for (const { file, ...one } of kept()) {
        const at = new Date(Date.parse(one.at) - ms).toISOString();
        writeFileSync(file, JSON.stringify({ ...one, at }));
      }
    },
    proxy,
    service,
    start,
    /** Signs in with the command; returns the environment of a server that works as its profile. */
    async signInByCommand(email: string): Promise<Readonly<Record<string, string>>> {
      const env = { FORECOURT_CONFIG_DIR: join(config, 'profile'), FORECOURT_BASE_URL: proxy.url };
      const command = execute(
        process.execPath,
        [COMMAND, 'login', '--email', email, '--password-stdin'],
        { env: { ...process.env, ...env, FORECOURT_CREDENTIALS: 'file' } },
      );
      command.child.stdin?.end(`${PASSWORD}\n`);
      await command;
      return { ...env, FORECOURT_EMAIL: '', FORECOURT_PASSWORD: '' };
    },
    /** An unpaid invoice of more than 1,000, another one each time. */
    invoice: (): string => {
      const number = numbers.shift();
      if (number === undefined) throw new Error('No invoice is left.');
      return number;
    },
    /** What was due of it at first: '1841.10'. */
    due: (number: string): string => due.get(number) ?? '',
    /** The payments of an invoice in the books: amounts, newest first. */
    async paid(number: string): Promise<readonly string[]> {
      const filters = [{ field: 'invoice_no', match: 'exact', value: number } as const];
      const { rows } = await listRows(books, payments, { page: 0, size: 50, filters });
      return rows.map(({ amount_paid }) => amount_paid?.toFixed(2) ?? '');
    },
    async close() {
      for (const session of sessions) await session.close().catch(() => undefined);
      await proxy.close();
      await sandbox.close();
      for (const folder of [config, elsewhere]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Bench = Awaited<ReturnType<typeof openBench>>;
