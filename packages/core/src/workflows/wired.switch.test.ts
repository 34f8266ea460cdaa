import { describe, expect, it } from 'vitest';
import { accountSwitchPorts } from '../client/ports-action.ts';
import type { FakeRoute } from '../testing/fake-transport.ts';
import { ALL_SCREENS, problem, signedInState } from '../testing/fixtures.ts';
import { accountSwitchWorkflow } from './account-switch/account-switch.workflow.ts';
import { wired } from './wired.test-kit.ts';
import { startWorkflow } from './workflow.ts';

const OWN = 'Bearer fake-authorization';

const SWITCHED: readonly FakeRoute[] = [
  { match: 'GET switch/manage', answer: { json: [{ id: 20, name: 'North Haul' }] } },
  { match: 'GET switch/20', answer: { json: { id: 20 }, headers: { authorization: 'Bearer 20' } } },
  { match: 'GET screens', answer: { json: ALL_SCREENS.slice(0, 3) } },
  {
    match: 'GET switch/active',
    answer: { json: { eligible: true, active: { id: 20, name: 'North Haul' } } },
  },
];

describe('switching accounts over the wire', () => {
  const start = (
    routes: readonly FakeRoute[],
    direction: 'to' | 'back',
    session = signedInState({ switchEligible: true }),
  ) => {
    const { client, called, transport } = wired(routes, session);
    const workflow = accountSwitchWorkflow(accountSwitchPorts(client), direction);
    const run = startWorkflow(workflow, { input: {} });
    const ended = () => run.until(({ status }) => status === 'done' || status === 'failed');
    return { client, called, transport, run, ended };
  };
  const choose = async ({ run }: ReturnType<typeof start>, id = '20') => {
    await run.until((view) => view.status === 'pending' && view.needs.some((need) => !need.locked));
    run.send({ type: 'field.changed', name: 'account', value: id });
    run.send({ type: 'submit' });
  };

  it('AUTH-06 acts for the chosen account, with its authorization and its access', async () => {
    const flow = start(SWITCHED, 'to');
    expect(flow.run.view).toMatchObject({
      data: { title: 'Switch Profile', submitLabel: 'Switch' },
      needs: [{ label: 'Company Name', required: true }],
    });
    await choose(flow);
    expect(await flow.ended()).toMatchObject({ status: 'done' });
    const { current } = flow.client.session;
    expect(current).toMatchObject({
      authorization: 'Bearer 20',
      actingFor: { id: '20', name: 'North Haul' },
    });
    expect(current?.screens).toHaveLength(3);
    expect(JSON.stringify(flow.run.view)).not.toContain('Bearer');
  });

  it.each([
    ['is refused', { match: 'GET switch/20', answer: problem(403) }],
    ['brings no authorization', { match: 'GET switch/20', answer: { json: { id: 20 } } }],
  ] as const)(
    "AUTH-06 AUTH-08 keeps everything of the user's own account when the switch %s",
    async (_why, broken) => {
      const routes = [broken, ...SWITCHED.filter(({ match }) => match !== broken.match)];
      const flow = start(routes, 'to');
      const before = flow.client.session.current;
      await choose(flow);
      expect(await flow.ended()).toMatchObject({
        status: 'failed',
        error: { message: 'Error while performing operation. Please refresh your browser' },
      });
      expect(flow.client.session.current).toEqual(before);
      expect(before?.authorization).toBe(OWN);
    },
  );

  const HALF = SWITCHED.filter(({ match }) => match !== 'GET screens');
  const NO_SCREENS: FakeRoute = { match: 'GET screens', answer: problem(503) };

  it("AUTH-06 AUTH-11 switches back if the access can't be loaded: to the user's own account, with a new authorization", async () => {
    const back = { json: {}, headers: { authorization: 'Bearer own again' } };
    const flow = start([...HALF, NO_SCREENS, { match: 'GET switch/manager', answer: back }], 'to');
    const before = flow.client.session.current;
    await choose(flow);
    expect(await flow.ended()).toMatchObject({ status: 'failed' });
    expect(flow.client.session.current).toEqual({
      ...before,
      authorization: 'Bearer own again',
    });
    const asked = flow.transport.calls.find(({ path }) => path === 'switch/manager');
    expect(asked?.headers.get('authorization')).toBe('Bearer 20');
  });

  it('AUTH-06 AUTH-11 says which account it acts for if switching back fails too, and keeps that authorization', async () => {
    const broken: FakeRoute = { match: 'GET switch/manager', answer: problem(503) };
    const flow = start([...HALF, NO_SCREENS, broken], 'to');
    await choose(flow);
    expect(await flow.ended()).toMatchObject({
      status: 'failed',
      error: {
        detail: 'You act for North Haul now, but what you may do there could not be loaded.',
      },
    });
    const { current } = flow.client.session;
    expect(current?.authorization).toBe('Bearer 20');
    expect(current?.actingFor).toEqual({ id: '20', name: 'North Haul' });
    expect(flow.client.session.access()).toEqual({});
  });

  it("AUTH-07 AUTH-11 is back in the user's own account if only its access can't be loaded", async () => {
    const session = signedInState({
      authorization: 'Bearer 20',
      actingFor: { id: '20', name: 'North Haul' },
    });
    const routes: readonly FakeRoute[] = [
      { match: 'GET switch/manager', answer: { json: {}, headers: { authorization: OWN } } },
      NO_SCREENS,
    ];
    const flow = start(routes, 'back', session);
    expect(await flow.ended()).toMatchObject({ status: 'failed' });
    expect(flow.client.session.current).toMatchObject({ authorization: OWN });
    expect(flow.client.session.current?.actingFor).toBeUndefined();
  });

  it("AUTH-07 switches back to the user's own account at once, and clears the other", async () => {
    const session = signedInState({
      authorization: 'Bearer 20',
      switchEligible: true,
      actingFor: { id: '20', name: 'North Haul' },
    });
    const { client, ended, called } = start(
      [
        { match: 'GET switch/manager', answer: { json: {}, headers: { authorization: OWN } } },
        { match: 'GET screens', answer: { json: ALL_SCREENS } },
        { match: 'GET switch/active', answer: { json: { eligible: true, active: null } } },
      ],
      'back',
      session,
    );
    expect(await ended()).toMatchObject({ status: 'done' });
    expect(called()[0]).toBe('GET switch/manager');
    expect(client.session.current).toMatchObject({ authorization: OWN });
    expect(client.session.current?.actingFor).toBeUndefined();
  });

  it("AUTH-08 offers no switch without eligibility, and no way back from the user's own account", async () => {
    const flow = start(SWITCHED, 'to', signedInState({ switchEligible: false }));
    expect(flow.run.view.commands.submit).toMatchObject({ reason: { code: 'not_eligible' } });
    const back = start(SWITCHED, 'back');
    expect(await back.ended()).toMatchObject({ error: { code: 'not_switched' } });
    expect(back.called()).toEqual([]);
  });
});
