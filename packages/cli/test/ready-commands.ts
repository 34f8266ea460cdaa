import { writeFileSync } from 'node:fs';
import { PASSWORD } from '@forecourt/sandbox';
import { type Fixture, pipelineFile } from './fixture.ts';
import {
  cardRows,
  DAY_MS,
  type Facts,
  goodRatesNow,
  monthAgo,
  newTransaction,
  OPEN_CARD_FIELDS,
} from './ready-facts.ts';

/** The report of a night, as a run saves it. */
const NIGHT = {
  ...{ night: '2026-11-19', service: 's', inbox: '/in', account: '1', exitCode: 0 },
  ...{ startedAt: '2026-11-20T07:30:00.000Z', endedAt: '2026-11-20T07:31:00.000Z' },
  ...{ message: 'Nothing has arrived.', files: [] },
};

/** A recording of a command that was killed at once. */
const RECORDING = '{"forecourt":"recording","version":1,"startedAt":"2026-11-20T07:30:00.000Z"}\n';

/** A command with everything it needs; only the service can make it fail. */
export interface Ready {
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** Set when it changes something: faults apply only to calls that match. Otherwise they apply to all. */
  readonly changes?: RegExp;
  /** The shape of its `--json` result. */
  readonly gives: 'list' | 'record' | 'action';
  /** What a list says after its page counts. */
  readonly after?: readonly string[];
}

/** Commands that work offline, or that check several things at once. */
const LOCAL = [
  'logout',
  'doctor',
  'conform',
  'transactions.check',
  'rates.check',
  'taxes.list',
  'imports.show',
  'imports.resolve',
  'runs.show',
];
const LOCAL_GROUPS = ['completion', 'config', 'plugins'];

export const isLocal = (operation: string): boolean =>
  LOCAL.includes(operation) || LOCAL_GROUPS.includes(operation.split('.')[0] ?? '');

const ANY_CHANGE = /^(?:POST|PUT|DELETE) /;

/** The ready commands by operation; `run` keeps what they create distinct. */
export function readyCommands(
  fixture: Fixture,
  facts: Facts,
  run: number,
): Readonly<Record<string, Ready>> {
  const file = (name: string, content: unknown) => {
    const path = fixture.path(`${run}-${name}`);
    const whole = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(path, whole ? content : JSON.stringify(content));
    return path;
  };
  const card = Object.fromEntries(OPEN_CARD_FIELDS.map((name) => [name, facts.card[name]]));
  const own = `70768500000088${10 + run}`;
  const reading = (gives: Ready['gives'], ...argv: string[]): Ready => ({ argv, gives });
  const changing = (gives: Ready['gives'], ...argv: string[]): Ready => ({
    argv,
    gives,
    changes: ANY_CHANGE,
  });
  const out = ['--out', `${fixture.path('files')}/`];
  const list = (name: string) => [`${name}.list`, reading('list', name, 'list')] as const;
  // Runs whose answers are lost overlap, so each changes records of its own.
  const id = String(20 + run);
  const dueDate = new Date(Date.now() + (60 + run) * DAY_MS).toISOString().slice(0, 10);
  const early = String(2 + (run % 4));
  const rates = goodRatesNow();
  const [transaction = {}] = facts.transactions;
  const [company = '', provider = ''] = facts.unmarked[run] ?? [];
  const other = `70768500000077${10 + run}`;
  const cardsFile = file('cards.csv', cardRows({ ...card, card_number: other }));
  const person = ['--first-name', 'Ada', '--last-name', 'Okoye', '--password-stdin'];
  const place = ['--country', 'CA', '--city', 'Sudbury'];
  const email = `ada${run}@x.test`;
  const [firstDay, lastDay] = monthAgo(6 + (run % 10));
  return {
    ...Object.fromEntries(
      [
        'cards',
        'transactions',
        'invoices',
        'payments',
        'customers',
        'companies',
        'markups',
        'rates',
        'rate-changes',
        'truckcare',
        'users',
        'audit',
        'trail',
      ].map(list),
    ),
    login: {
      ...reading('action', 'login', '--email', 'admin@forecourt.test', '--password-stdin'),
      stdin: PASSWORD,
    },
    whoami: reading('record', 'whoami'),
    'plugins.new': reading('action', 'plugins', 'new', `vehicles-${run}`, ...out),
    'runs.show': reading('record', 'runs', 'show', file('run.jsonl', RECORDING)),
    dashboard: reading('record', 'dashboard'),
    'reports.email': changing(
      'action',
      'reports',
      'email',
      'aging',
      '--to',
      'admin@forecourt.test',
    ),
    'nights.hand-in': changing('action', 'nights', 'hand-in', file('night.json', NIGHT)),
    'reports.show': reading('record', 'reports', 'show', 'aging'),
    find: { ...reading('list', 'find', facts.invoice), after: ['failed'] },
    // Without --service it reads the journal, which needs no service.
    'imports.list': reading('list', 'imports', 'list', '--service'),
    password: {
      ...changing('action', 'password', '--password-stdin'),
      stdin: `${PASSWORD}\nquiet-harbour-${run}-lights\n`,
    },
    'sessions.end': changing('action', 'sessions', 'end', String(facts.sessions[run])),
    'trail.get': reading('record', 'trail', 'get', '1'),
    'trail.export': reading('action', 'trail', 'export', ...out),
    'audit.export': reading('action', 'audit', 'export', '--from', '2026-11-18', ...out),
    'access.list': reading('list', 'access', 'list'),
    'access.explain': reading('record', 'access', 'explain', 'cards.delete'),
    'cards.get': reading('record', 'cards', 'get', '2'),
    'cards.create': changing(
      'record',
      'cards',
      'create',
      '--data',
      file('card.json', { ...card, card_number: own }),
    ),
    'cards.update': changing('record', 'cards', 'update', id, '--driver-name', `Driver ${run}`),
    'cards.delete': changing('action', 'cards', 'delete', String(40 + run), '--yes'),
    'cards.import': changing('action', 'cards', 'import', cardsFile),
    'cards.export': reading('action', 'cards', 'export', '--ids', '2', ...out),
    'invoices.export': reading('action', 'invoices', 'export', ...out),
    'payments.export': reading('action', 'payments', 'export', ...out),
    'customers.export': reading('action', 'customers', 'export', ...out),
    'companies.export': reading('action', 'companies', 'export', ...out),
    'markups.export': reading('action', 'markups', 'export', ...out),
    'rates.export': reading('action', 'rates', 'export', ...out),
    'rates.days': reading('record', 'rates', 'days'),
    'rate-changes.export': reading('action', 'rate-changes', 'export', ...out),
    'smartbuy.list': { ...reading('list', 'smartbuy', 'list'), after: ['pricesOf'] },
    'smartbuy.export': reading('action', 'smartbuy', 'export', ...out),
    'truckcare.export': reading('action', 'truckcare', 'export', ...out),
    'users.export': reading('action', 'users', 'export', ...out),
    'views.list': reading('list', 'views', 'list'),
    'views.save': changing('action', 'views', 'save', 'cards', `View ${run}`),
    'views.delete': changing('action', 'views', 'delete', 'cards', `Old ${run}`),
    'cards.hold': changing('action', 'cards', 'hold', String(60 + 2 * run)),
    'cards.activate': changing('action', 'cards', 'activate', String(61 + 2 * run)),
    'cards.assign': changing('action', 'cards', 'assign', '--ids', id, '--company', '1'),
    'cards.template': reading('action', 'cards', 'template', ...out),
    'transactions.get': reading('record', 'transactions', 'get', String(transaction.id)),
    'transactions.create': changing(
      'record',
      'transactions',
      'create',
      '--data',
      file('t.json', newTransaction(transaction)),
    ),
    'transactions.update': changing(
      'record',
      'transactions',
      'update',
      String(facts.transactions[20 + run]?.id),
      '--location',
      `Gate ${run}`,
    ),
    'transactions.delete': changing(
      'action',
      'transactions',
      'delete',
      String(facts.transactions[run]?.id),
      '--yes',
    ),
    'transactions.import': {
      ...changing(
        'action',
        'transactions',
        'import',
        pipelineFile(fixture, `${run}.xlsx`, 10 + run),
        '--provider',
        'Pipeline',
      ),
      changes: /^POST .*import_transactions/,
    },
    'transactions.export': reading(
      'action',
      'transactions',
      'export',
      '--from',
      '2026-11-18',
      ...out,
    ),
    'exceptions.list': { ...reading('list', 'exceptions', 'list'), after: ['unjudged'] },
    'exceptions.get': reading('record', 'exceptions', 'get', String(facts.exceptions[24]?.id)),
    'exceptions.export': reading('action', 'exceptions', 'export', ...out),
    'exceptions.explain': changing(
      'action',
      'exceptions',
      'explain',
      String(facts.exceptions[2 * run]?.id),
      '--reason',
      'Two trucks',
    ),
    'exceptions.dismiss': changing(
      'action',
      'exceptions',
      'dismiss',
      String(facts.exceptions[2 * run + 1]?.id),
      '--reason',
      'Known',
    ),
    'exceptions.reopen': changing(
      'action',
      'exceptions',
      'reopen',
      String(facts.dismissed[run]),
      '--reason',
      'One truck after all',
    ),
    'exceptions.judge': changing(
      'action',
      'exceptions',
      'judge',
      '--from',
      '2026-11-01',
      '--to',
      '2026-11-02',
    ),
    'invoices.get': reading('record', 'invoices', 'get', facts.invoice),
    'invoices.create': changing(
      'record',
      'invoices',
      'create',
      '--data',
      file('i.json', {
        ...{
          invoice_number: `OWN-${run}`,
          company_name: facts.card.company_name,
          total_amount: 10,
        },
        ...{ amount_due: 10, issued_date: '2026-11-04', due_date: '2026-12-04', currency: 'CAD' },
        ...{ start_date: '2026-10-01T00:00:00', end_date: '2026-10-31T23:59:00', status: 'Draft' },
      }),
    ),
    'invoices.update': changing(
      'record',
      'invoices',
      'update',
      String(facts.made[11 - run]),
      '--due-date',
      dueDate,
    ),
    'invoices.download': reading(
      'action',
      'invoices',
      'download',
      facts.invoice,
      '--format',
      'csv',
      ...out,
    ),
    'invoices.email': changing('action', 'invoices', 'email', facts.invoice),
    'payments.create': changing(
      'record',
      'payments',
      'create',
      '--invoice',
      facts.invoice,
      '--paid',
      '1',
      '--mode',
      'cash',
      '--reference',
      `R${run}`,
    ),
    'payments.reverse': changing(
      'action',
      'payments',
      'reverse',
      String(facts.payments[run]?.id),
      '--reason',
      'Returned by the bank',
    ),
    'invoices.run': {
      ...reading('action', 'invoices', 'run', '--from', firstDay, '--to', lastDay),
      changes: /^POST \S+spol\/invoices\/$/,
    },
    'invoices.void': changing(
      'action',
      'invoices',
      'void',
      String(facts.made[run]),
      '--reason',
      'Wrong period',
    ),
    'payments.modes': reading('list', 'payments', 'modes'),
    'customers.get': reading('record', 'customers', 'get', '2'),
    'customers.summary': reading('record', 'customers', 'summary', '2'),
    'customers.statement': reading(
      'action',
      'customers',
      'statement',
      '2',
      ...['--from', '2026-10-01', '--to', '2026-10-31'],
      ...out,
    ),
    'customers.update': changing(
      'record',
      'customers',
      'update',
      early,
      '--tax-number',
      `T-${run}`,
    ),
    'companies.create': {
      ...changing(
        'record',
        'companies',
        'create',
        ...person,
        ...place,
        '--state',
        'ON',
        '--company-name',
        `Own ${run}`,
        '--email',
        `b${email}`,
      ),
      stdin: PASSWORD,
    },
    'markups.create': changing(
      'record',
      'markups',
      'create',
      '--company',
      company,
      '--provider',
      provider,
      '--value',
      '1',
    ),
    'markups.update': changing(
      'record',
      'markups',
      'update',
      String(facts.markups[run]?.id),
      '--value',
      `0.3${10 + run}`,
    ),
    'users.get': reading('record', 'users', 'get', '3'),
    'users.create': {
      ...changing(
        'record',
        'users',
        'create',
        ...person,
        ...place,
        '--province',
        'ON',
        '--phone',
        '7055550103',
        '--role',
        'User',
        '--email',
        email,
      ),
      stdin: PASSWORD,
    },
    'users.update': changing('record', 'users', 'update', early, '--first-name', `Vera ${run}`),
    'users.delete': changing('action', 'users', 'delete', String(5 + run), '--yes'),
    'users.permissions': reading('record', 'users', 'permissions', '3'),
    'reports.generate': reading(
      'action',
      'reports',
      'generate',
      '--type',
      'aging',
      '--format',
      'pdf',
      ...out,
    ),
    'rates.upload': changing(
      'action',
      'rates',
      'upload',
      file(rates.name, rates.bytes),
      '--provider',
      rates.provider,
    ),
    'switch.list': reading('list', 'switch', 'list'),
    'switch.to': { ...reading('action', 'switch', 'to', '1'), changes: /switch\/1$/ },
    'switch.back': { ...reading('action', 'switch', 'back'), changes: /switch\/manager$/ },
  };
}
