import {
  type AnyResource,
  accountSwitchPorts,
  accountSwitchWorkflow,
  cards,
  createRecord,
  etagOf,
  getOptions,
  getRecord,
  invoices,
  listRows,
  payments,
  recordPorts,
  recordWorkflow,
  switchAccount,
  updateRecord,
  users,
} from '@forecourt/core';
import type { Context, Happening } from './machine-paths.kit.ts';
import {
  answer,
  commands,
  done,
  failing,
  lost,
  type Plan,
  READ_FAILS,
  status,
} from './machine-walks.kit.ts';
import type { World } from './machine-world.kit.ts';

const distinguish = (at: Context) => [
  ...[at.mode, at.doing, at.step, at.shown, at.draft.driver_name, at.failure?.outcome],
  ...[at.record !== undefined, at.draft.account, at.lists.switchAccounts?.state],
  ...[at.conflict?.picks, at.removeEtag !== undefined, at.failure?.code === 'gone'],
];

const always: readonly Happening[] = [
  ...commands('submit', 'next', 'back', 'leave', 'cancel', 'stay', 'remove', 'confirm', 'reset'),
  ...commands('edit', 'retry', 'reload', 'keepMine', 'saveChoices', 'takeTheirs'),
  ...[true, false].flatMap((value) => [answer('leave', value), answer('confirm', value)]),
  { type: 'xstate.after.resetFlags.record.viewing', after: 4000 },
  { type: 'xstate.after.resetFlags.record.failed', after: 4000 },
  { type: 'xstate.after.redirect.record.saved', after: 3000 },
];

const CHANGE_FAILS = [
  ...[status(403), status(404), status(422), status(503, 'unknown')],
  ...[lost('drop-before', 'unknown'), lost('drop-after', 'unknown')],
];
const AGAIN_FAILS = [status(403), lost('drop-before', 'unknown'), lost('drop-after', 'unknown')];

/** Somebody else is served first: the record has another version by then. */
const metBy = (id: string, current: unknown): Happening[] =>
  ['submit', 'remove', 'resolve'].map(
    (actor) =>
      ({
        type: `xstate.error.actor.${actor}`,
        how: 'changed meanwhile',
        error: { status: 412, outcome: 'none', code: 'conflict', message: '', current },
        before: async ({ other }: World) => {
          await updateRecord(other, cards, id, { driver_name: SOMEBODY });
        },
      }) as Happening,
  );

/** A record of a resource that is there, opened in this mode. */
const recordPlan = (
  name: string,
  opened: unknown,
  path: string,
  mode: 'view' | 'edit' | 'remove' | 'unattended',
  more: readonly Happening[],
): Plan => ({
  name,
  scenario: async ({ client, line }) => {
    const resource = opened as AnyResource;
    line.open({});
    const { rows } = await listRows(client, resource, { page: 0, size: 10, filters: [] });
    const id = resource.id(rows.at(-1));
    const record = await getRecord(client, resource, id);
    // Another object, of the same version: as somebody else left it.
    const current = Object.assign((await getRecord(client, resource, id)) as object, {
      driver_name: SOMEBODY,
    });
    line.close();
    return {
      workflow: recordWorkflow(recordPorts(client, resource)),
      input:
        mode === 'unattended'
          ? { id, mode: 'edit', unattended: true }
          : { id, mode, etag: etagOf(record) },
      distinguish,
      happenings: [
        ...always,
        ...more,
        done('fetchRecord', record, { only: new RegExp(path) }),
        ...failing('fetchRecord', `GET ${path}`, READ_FAILS),
        ...(opened === cards ? metBy(id, current) : []),
        ...['submit', 'remove', 'resolve'].flatMap((actor) => [
          done(actor, {}),
          ...failing(actor, `* ${path}`, actor === 'resolve' ? AGAIN_FAILS : CHANGE_FAILS),
        ]),
      ],
    };
  },
});

const SOMEBODY = 'Somebody Else';

const typed: readonly Happening[] = [
  answer('keep.driver_name', 'theirs'),
  answer('driver_name', 'Ada Okafor'),
  answer('driver_name', ''),
  { type: 'field.left', name: 'driver_name' } as Happening,
  { type: 'place.chosen', name: 'driver_name', place: {} } as Happening,
];

const listed = (key: string, call: string, options: readonly unknown[]): Happening[] => [
  { type: 'list.received', key, options, only: new RegExp(call) } as Happening,
  ...[status(503), lost('drop-before')].map(
    ({ fault, how }): Happening =>
      ({
        type: 'list.failed',
        ...{ key, how, only: new RegExp(call) },
        faults: [{ match: `GET /api/v1/${call}`, ...fault }],
      }) as Happening,
  ),
];

const accountIn = async ({ client, line }: World) => {
  line.open({});
  const options = await getOptions(client, 'switchAccounts', []);
  line.close();
  const [account] = options;
  if (account === undefined) throw new Error('The demo data have no account to switch into.');
  return { id: account.key, name: account.value, options };
};

const switching = (direction: 'to' | 'back'): Plan => ({
  name: `account switch (${direction})`,
  scenario: async (world) => {
    const { client, line } = world;
    const { options, ...account } = await accountIn(world);
    if (direction === 'back') {
      line.open({});
      await switchAccount(client, account);
      line.close();
    }
    const call = direction === 'back' ? 'switch/manager' : `switch/${account.id}`;
    return {
      workflow: accountSwitchWorkflow(accountSwitchPorts(client), direction),
      input: {},
      distinguish,
      happenings: [
        ...always,
        ...(direction === 'to' ? [answer('account', account.id, 'account')] : []),
        ...(direction === 'to' ? listed('switchAccounts', 'switch', options) : []),
        done('submit', undefined),
        ...failing('submit', `GET ${call}`, [
          ...[status(403), status(503), lost('drop-before'), lost('drop-after')],
        ]),
        ...failing('submit', 'GET screens', [
          { ...status(500), how: 'its screens can not be read' },
        ]),
      ],
    };
  },
});

/** A form in steps: forth and back. */
const inSteps: Plan = {
  name: 'record (a user, in steps)',
  scenario: async (world) => {
    const plan = recordPlan('', users, 'users', 'edit', []);
    const scenario = await plan.scenario(world);
    const few = ['next', 'back', 'xstate.done.actor.fetchRecord'];
    return {
      ...scenario,
      happenings: scenario.happenings
        .filter(({ type }) => few.includes(type))
        .map(({ only: _, ...happening }) => happening),
    };
  },
};

/** A payment that is registered already: it is asked first (PAY-04). */
const again: Plan = {
  name: 'record (a payment, registered before)',
  scenario: async ({ client, line, other }) => {
    line.open({});
    const lists = await Promise.all(
      (['currencies', 'paymentModes'] as const).map(async (key): Promise<Happening> => {
        const options = await getOptions(client, key, []);
        const only = key === 'currencies' ? /currenc/ : /\/payment$/;
        return { type: 'list.received', key, how: key, options, only } as Happening;
      }),
    );
    const { rows } = await listRows(client, invoices, { page: 0, size: 10, filters: [] });
    const row = rows.find(({ amount_due }) => Number(amount_due?.toString()) > 10);
    if (row === undefined) throw new Error('The demo data have no invoice to pay.');
    const provided = {
      ...invoices.rowForms?.[0]?.provided(row),
      ...{ payment_date: '2026-11-18', amount_paid: '1.00', payment_mode: 'cheque' },
    };
    await createRecord(other, payments, { ...provided, referenceId: 'TWIN' });
    line.close();
    const asked = { code: 'question_first', message: 'Another one?', outcome: 'none' };
    return {
      workflow: recordWorkflow(recordPorts(client, payments)),
      input: { mode: 'create', provided },
      distinguish: ({ confirmed, draft, lists: known }) => [
        ...[draft.referenceId, confirmed !== undefined],
        ...[known.currencies?.state, known.paymentModes?.state],
      ],
      happenings: [
        ...lists,
        answer('referenceId', 'TWIN'),
        ...commands('submit', 'confirm', 'stay', 'leave', 'cancel'),
        ...[true, false].map((value) => answer('confirm', value)),
        {
          type: 'xstate.error.actor.submit',
          how: 'registered before',
          error: asked,
          when: ({ confirmed }: Context) => confirmed === undefined,
        } as Happening,
        done('submit', {}, { when: ({ confirmed }: Context) => confirmed !== undefined }),
      ],
    };
  },
};

const CARDS = 'fuel-card-management';

export const records: readonly Plan[] = [
  recordPlan('record (a card, seen)', cards, CARDS, 'view', typed),
  recordPlan('record (a card, changed)', cards, CARDS, 'edit', typed),
  recordPlan('record (a card, deleted)', cards, CARDS, 'remove', []),
  recordPlan('record (a card, changed by a script)', cards, CARDS, 'unattended', [
    answer('trailer_number', 'TR-1'),
  ]),
  inSteps,
  again,
  switching('to'),
  switching('back'),
];
