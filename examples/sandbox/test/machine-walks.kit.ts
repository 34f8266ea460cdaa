import {
  bundlePorts,
  type Client,
  downloadWorkflow,
  exportPorts,
  getPlaces,
  invoices,
  listPorts,
  listRows,
  listWorkflow,
  loginPorts,
  loginWorkflow,
  placesPorts,
  placesWorkflow,
  transactions,
  type Workflow,
} from '@forecourt/core';
import * as z from 'zod/mini';
import type { Fault } from '../src/http/faults.ts';
import { PASSWORD } from '../src/index.ts';
import { ADMIN } from './helpers.ts';
import type { Context, Happening, Walk } from './machine-paths.kit.ts';
import type { World } from './machine-world.kit.ts';

/** A workflow with its real ports, and all that can happen to it in that world. */
interface Scenario extends Omit<Walk, 'machine'> {
  // biome-ignore lint/suspicious/noExplicitAny: each workflow has a view of its own
  readonly workflow: Workflow<any, any, any>;
}

/** Made twice: once to find the paths, and in a world of its own for each of them. */
export interface Plan {
  readonly name: string;
  readonly signedOut?: boolean;
  readonly scenario: (world: World) => Promise<Scenario>;
}

const API = '/api/v1/';

export const answer = (name: string, value: unknown, how = `${name}=${value}`): Happening =>
  ({ type: 'field.changed', name, value, how }) as Happening;

export const commands = (...types: string[]): Happening[] => types.map((type) => ({ type }));

export const done = (id: string, output?: unknown, more: Partial<Happening> = {}): Happening =>
  ({ type: `xstate.done.actor.${id}`, output, ...more }) as Happening;

/** How a call is made to fail, and what its client can know then. */
interface Failing {
  readonly how: string;
  readonly fault: Omit<Fault, 'match'>;
  readonly error: object;
}

export const status = (value: number, outcome = 'none'): Failing => ({
  how: `status ${value}`,
  fault: { kind: 'status', value },
  error: { status: value, outcome, code: `http_${value}`, message: '', retryable: value >= 500 },
});
export const lost = (
  kind: 'drop-before' | 'drop-after' | 'truncate',
  outcome = 'none',
): Failing => ({
  how: kind,
  fault: { kind },
  error: {
    ...(kind === 'truncate' && { status: 200 }),
    ...{ outcome, code: 'network', message: '', retryable: true },
  },
});
const garbled: Failing = {
  how: 'a web page',
  fault: { kind: 'body', value: '<html>' },
  error: { status: 200, outcome: 'none', code: 'schema', message: '', retryable: false },
};

export const failing = (
  id: string,
  match: string,
  ways: readonly Failing[],
  more: Partial<Happening> = {},
): Happening[] =>
  ways.map(({ error, fault, how }) => ({
    type: `xstate.error.actor.${id}`,
    error,
    how,
    faults: [{ match: match.replace(' ', ` ${API}`), ...fault }],
    ...more,
  }));

export const READ_FAILS = [
  status(503),
  status(500),
  lost('drop-before'),
  lost('truncate'),
  garbled,
];

const login: Plan = {
  name: 'login',
  signedOut: true,
  scenario: async ({ client }) => ({
    workflow: loginWorkflow(loginPorts(client)),
    input: {},
    distinguish: (context) => [context.email, context.passwordProvided, context.signedIn],
    happenings: [
      answer('email', ADMIN),
      answer('email', 'ada'),
      answer('password', PASSWORD, 'password'),
      ...commands('submit', 'cancel'),
      done('signIn'),
      ...failing('signIn', 'POST login', [
        status(401),
        status(429),
        status(503),
        lost('drop-after'),
      ]),
      done('loadAccess', {}),
      ...failing('loadAccess', 'GET screens', [status(401), ...READ_FAILS]),
    ],
  }),
};

const PAST = 99;

let touched = 0;

/** Moves a transaction to another address: it has another version then. */
async function touch({ http }: Client, id: string): Promise<void> {
  touched += 1;
  const json = { dtl_stn_addr: `${touched} Palace Road` };
  const save = { operation: 'save', method: 'PUT', path: `fuel-transaction/${id}`, json } as const;
  await http.json(save, z.unknown());
}

const list: Plan = {
  name: 'list',
  scenario: async ({ client, line }) => {
    line.open({});
    const page = await listRows(client, transactions, { page: 0, size: 10, filters: [] });
    line.close();
    const [first = ''] = page.rows.map(transactions.id);
    const ids = page.rows.map(transactions.id);
    return {
      workflow: listWorkflow(listPorts(client, transactions)),
      input: {},
      distinguish: ({ changed, loaded, query, removing, result, selection }) => [
        changed,
        query.page === PAST,
        loaded !== undefined,
        selection.length > 0,
        removing,
        result !== undefined,
      ],
      happenings: [
        { type: 'page.changed', page: PAST } as Happening,
        { type: 'size.changed', size: 20 } as Happening,
        { type: 'sort.changed', sort: { field: 'date', direction: 'asc' } } as Happening,
        { type: 'filters.changed', filters: [], from: '2026-11-01' } as Happening,
        { type: 'query.changed', query: { page: 1 } } as Happening,
        { type: 'row.toggled', id: first } as Happening,
        { type: 'selection.kept', ids: [first] } as Happening,
        { type: 'remove.asked', id: first } as Happening,
        ...commands('page.toggled', 'selection.cleared', 'reload', 'retry', 'confirm', 'stay'),
        answer('confirm', true),
        answer('confirm', false),
        { type: 'xstate.after.resetFlags.list.ready', after: 4000 },
        done('fetchPage', { page, ids, keys: {} }, { when: ({ query }) => query.page < PAST }),
        done(
          'fetchPage',
          { page: { ...page, rows: [] }, ids: [], keys: {} },
          { how: 'past the end', when: ({ query }) => query.page === PAST },
        ),
        ...failing('fetchPage', 'GET fuel-transaction', READ_FAILS),
        done('remove'),
        done('remove', undefined, {
          how: 'answer lost three times',
          faults: [{ match: `DELETE ${API}`, kind: 'drop-after', first: 3 }],
        }),
        {
          type: 'xstate.error.actor.remove',
          how: 'changed meanwhile',
          error: { status: 412, outcome: 'none', code: 'conflict', message: '' },
          before: ({ other }: World) => touch(other, first),
          // Only a row that was loaded has a version.
          when: ({ loaded }: Context) => loaded !== undefined,
        } as Happening,
        ...failing('remove', 'DELETE ', [
          status(403),
          status(404),
          status(503, 'unknown'),
          lost('drop-before', 'unknown'),
          lost('drop-after', 'unknown'),
        ]),
      ],
    };
  },
};

const transfer: readonly Happening[] = [
  ...commands('cancel', 'retry'),
  { type: 'progressed', progress: { bytes: 1 }, only: /^(?!keep)/ } as Happening,
  done('transfer', { file: { name: 'kept', location: '/kept', bytes: 1 }, message: '' }),
];

const exported: Plan = {
  name: 'download (an export)',
  scenario: async ({ client, keep, line }) => {
    line.open({});
    const { rows } = await listRows(client, transactions, { page: 0, size: 10, filters: [] });
    line.close();
    const request = { ids: rows.map(transactions.id) };
    return {
      workflow: downloadWorkflow(exportPorts(client, transactions, keep)),
      input: { request },
      distinguish: () => '',
      happenings: [
        ...transfer,
        ...failing('transfer', 'POST fuel-transaction/export', [
          ...[status(403), status(503), status(500)],
          ...[lost('drop-before'), lost('drop-after'), lost('truncate')],
        ]),
      ],
    };
  },
};

const bundled: Plan = {
  name: 'download (several invoices)',
  scenario: async ({ client, keep, line }) => {
    line.open({});
    const { rows } = await listRows(client, invoices, { page: 0, size: 10, filters: [] });
    line.close();
    const keys = rows.slice(0, 2).map((row) => invoices.bundle?.key(row) ?? '');
    return {
      workflow: downloadWorkflow(bundlePorts(client, invoices, 'csv', keep)),
      input: { request: { keys } },
      distinguish: () => '',
      happenings: [
        ...transfer,
        ...failing('transfer', `GET ${invoices.bundle?.path(keys[1] ?? '', 'csv')}`, [
          status(404),
          status(503),
          lost('drop-before'),
          lost('truncate'),
        ]),
      ],
    };
  },
};

const places: Plan = {
  name: 'places',
  scenario: async ({ client, line }) => {
    line.open({});
    const found = await getPlaces(client, '88 Sudbury');
    line.close();
    return {
      workflow: placesWorkflow(placesPorts(client)),
      input: {},
      distinguish: ({ found: offered, id, place }) => [offered.length > 0, id, place !== undefined],
      happenings: [
        { type: 'typed', text: '88 Sudbury', how: 'text' } as Happening,
        { type: 'typed', text: ' ', how: 'blank' } as Happening,
        { type: 'chosen', id: found[0]?.id } as Happening,
        ...commands('retry'),
        { type: 'xstate.after.rest.places.waiting', after: 300 },
        done('find', found),
        ...failing('find', 'GET places', READ_FAILS),
        done('detail', {}),
        ...failing('detail', 'GET places/', READ_FAILS),
      ],
    };
  },
};

/** Plans that share a machine, by its name. */
export const PLANS: Readonly<Record<string, readonly Plan[]>> = {
  login: [login],
  list: [list],
  download: [exported, bundled],
  places: [places],
};
