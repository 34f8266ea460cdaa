import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createClient } from '../client/client.ts';
import { accountSwitchPorts, actionPorts, placesPorts } from '../client/ports-action.ts';
import { bundlePorts } from '../client/ports-bundle.ts';
import { recordPorts } from '../client/ports-record.ts';
import { uploadPorts } from '../client/ports-upload.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import { dailyRates } from '../resources/rates/rates.rules.ts';
import { generateReport } from '../resources/reports/reports.rules.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeRoute } from '../testing/fake-transport.ts';
import { ALL_SCREENS, FAKE_BASE_URL, problem, signedInState } from '../testing/fixtures.ts';
import { accountSwitchWorkflow } from './account-switch/account-switch.workflow.ts';
import { actionWorkflow } from './action/action.workflow.ts';
import { downloadWorkflow } from './download/download.workflow.ts';
import { placesWorkflow } from './places/places.workflow.ts';
import { depots } from './record/record.test-kit.ts';
import { recordWorkflow } from './record/record.workflow.ts';
import { uploadWorkflow } from './upload/upload.workflow.ts';
import { startWorkflow } from './workflow.ts';

const OWN = 'Bearer fake-authorization';

/** The whole client over scripted answers; nothing between machine and wire is replaced. */
function wired(routes: readonly FakeRoute[], session = signedInState({ switchEligible: true })) {
  const transport = createFakeTransport(routes);
  const store = memoryStore();
  store.save(session);
  const client = createClient({
    ...{ baseUrl: FAKE_BASE_URL, fetch: transport.fetch, store, retry: { limit: 0 } },
  });
  const called = () => transport.calls.map(({ method, path }) => `${method} ${path}`);
  return { client, transport, called };
}

/** Keeps files in memory, whole or not at all. */
function keeper() {
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  const keep = async (download: {
    fileName: string | undefined;
    body: ReadableStream<Uint8Array>;
  }) => {
    const bytes = new Uint8Array(await new Response(download.body as BodyInit).arrayBuffer());
    const name = download.fileName ?? '';
    files[name] = bytes;
    return { name, location: `/out/${name}`, bytes: bytes.length };
  };
  return { files, keep };
}

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
    ['can not load its access', { match: 'GET screens', answer: problem(503) }],
  ] as const)(
    'AUTH-06 AUTH-08 keeps the own account, all of it, where the switch %s',
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

  it('AUTH-07 goes back to the own account at once, and forgets the other', async () => {
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

  it('AUTH-08 offers no switch to whom may not, and no way back from the own account', async () => {
    const flow = start(SWITCHED, 'to', signedInState({ switchEligible: false }));
    expect(flow.run.view.commands.submit).toMatchObject({ reason: { code: 'not_eligible' } });
    const back = start(SWITCHED, 'back');
    expect(await back.ended()).toMatchObject({ error: { code: 'not_switched' } });
    expect(back.called()).toEqual([]);
  });
});

describe('files of several records over the wire', () => {
  const invoices = {
    ...depots,
    bundle: {
      ...{ action: 'invoices.download', selectionAction: 'invoices.export' },
      ...{ label: '', title: '', warning: '', submitLabel: '' },
      closeLabel: '',
      types: [{ key: 'pdf', value: 'PDF' }],
      key: () => '',
      path: (key: string, type: string) => `files/${key}/${type}`,
      fileName: (type: string) => `invoice.${type}`,
      entryName: (key: string, type: string) => `${key}.${type}`,
      bundleName: 'invoices.zip',
      texts: {
        none: 'Please select an invoice to export.',
        success: (type: string) => `Invoice Download ${type} Successfully`,
        failure: (type: string) => `Error while Downloading ${type} Invoice`,
      },
    },
  } as AnyResource;
  const start = (routes: readonly FakeRoute[], keys: readonly string[]) => {
    const { client, called } = wired(routes);
    const { files, keep } = keeper();
    const workflow = downloadWorkflow(bundlePorts(client, invoices, 'pdf', keep));
    const run = startWorkflow(workflow, { input: { request: { keys } } });
    return { files, called, ended: run.until(({ status }) => status !== 'pending') };
  };
  const fileOf = (key: string, body = `content of ${key}`): FakeRoute => ({
    match: `GET files/${key}/pdf`,
    answer: { body },
  });

  it('INV-10 keeps one file under its own name, without a ZIP', async () => {
    const { files, ended } = start([fileOf('A')], ['A', 'A']);
    expect(await ended).toMatchObject({
      output: { message: 'Invoice Download PDF Successfully', file: { name: 'invoice.pdf' } },
    });
    expect(new TextDecoder().decode(files['invoice.pdf'])).toBe('content of A');
  });

  it('INV-10 keeps several in one ZIP, each under its number', async () => {
    const { files, ended } = start([fileOf('A'), fileOf('B', ''), fileOf('Č')], ['A', 'B']);
    expect(await ended).toMatchObject({ output: { file: { name: 'invoices.zip' } } });
    const entries = unzipSync(files['invoices.zip'] ?? new Uint8Array());
    const texts = Object.entries(entries).map(([name, bytes]) => [
      name,
      new TextDecoder().decode(bytes),
    ]);
    expect(texts).toEqual([
      ['A.pdf', 'content of A'],
      ['B.pdf', ''],
    ]);
  });

  it.each([
    ['is refused', problem(404)],
    ['breaks off', { body: 'half', headers: { 'content-length': '900' } }],
    ['is a web page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
  ])('INV-10 ERR-03 keeps no file at all where one %s', async (_why, answer) => {
    const routes = [fileOf('A'), { match: 'GET files/B/pdf', answer }, fileOf('C')];
    const { files, called, ended } = start(routes, ['A', 'B', 'C']);
    expect(await ended).toMatchObject({
      status: 'failed',
      error: { message: 'Error while Downloading PDF Invoice' },
    });
    expect(files).toEqual({});
    expect(called()).not.toContain('GET files/C/pdf');
  });

  it('INV-10 asks for nothing without a choice', async () => {
    const { called, ended } = start([], []);
    expect(await ended).toMatchObject({
      error: { code: 'nothing_selected', message: 'Please select an invoice to export.' },
    });
    expect(called()).toEqual([]);
  });
});

describe('forms over the wire', () => {
  const startDepot = (routes: readonly FakeRoute[]) => {
    const { client, transport, called } = wired([
      { match: 'GET countries', answer: { json: [] } },
      ...routes,
    ]);
    const run = startWorkflow(recordWorkflow(recordPorts(client, depots)), {
      input: { mode: 'create', unattended: true },
    });
    run.send({ type: 'field.changed', name: 'name', value: 'North' });
    run.send({ type: 'submit' });
    const ended = run.until(({ status }) => status !== 'pending');
    const keys = () => transport.calls.map(({ headers }) => headers.get('idempotency-key'));
    return { run, ended, called, keys };
  };

  it('PAY-04 creates once though the answer is lost: the same key, the first answer again', async () => {
    const { ended, called, keys } = startDepot([
      { match: 'POST depots', answer: [{ fault: 'lost' }, { status: 201, json: { id: '9' } }] },
    ]);
    expect(await ended).toMatchObject({ status: 'done', output: { record: { id: '9' } } });
    expect(called().filter((call) => call === 'POST depots')).toHaveLength(2);
    expect(new Set(keys().filter((key) => key !== null)).size).toBe(1);
  });

  it('FORM-06 brings a 422 to its field', async () => {
    const errors = [{ pointer: '/name', detail: 'Known already' }];
    const { run, ended } = startDepot([{ match: 'POST depots', answer: problem(422, { errors }) }]);
    expect(await ended).toMatchObject({ error: { message: 'Error while Creating Depot' } });
    const needs = 'needs' in run.view ? run.view.needs : [];
    expect(needs.find(({ name }) => name === 'name')?.issues).toMatchObject([
      { message: 'Known already' },
    ]);
  });

  it('counts a change as made whose answer can not be read', async () => {
    const { ended, called } = startDepot([
      {
        match: 'POST depots',
        answer: { body: '{"id":', headers: { 'content-type': 'application/json' } },
      },
    ]);
    expect(await ended).toMatchObject({ status: 'done', output: { record: undefined } });
    expect(called().filter((call) => call === 'POST depots')).toHaveLength(1);
  });

  it('REP-01 keeps a report under the name the service gives, else under its own', async () => {
    for (const [headers, name] of [
      [{ 'content-disposition': 'attachment; filename="aging.pdf"' }, 'aging.pdf'],
      [{}, 'aging-report.pdf'],
    ] as const) {
      const { client } = wired([{ match: 'POST reporting', answer: { body: 'pdf', headers } }]);
      const { files, keep } = keeper();
      const ports = actionPorts(client, { name: 'reports' }, generateReport, keep);
      const run = startWorkflow(actionWorkflow(ports), {
        input: { given: { report_type: 'aging', format: 'pdf' } },
      });
      run.send({ type: 'submit' });
      const end = await run.until(({ status }) => status !== 'pending');
      expect(end).toMatchObject({ output: { file: { name } } });
      expect(Object.keys(files)).toEqual([name]);
    }
  });

  it('RATE-02 FORM-08 hands in rates as a form, and reads what was refused', async () => {
    const rejected = [
      { row: 3, column: 'Price', value: 'x', message: 'Not a number' },
      { row: null },
    ];
    const { client, transport } = wired([
      { match: 'POST upload-daily-rates', answer: { json: { accepted: 2, rejected } } },
    ]);
    const run = startWorkflow(uploadWorkflow(uploadPorts(client, dailyRates)), {
      input: { given: { provider: 'Esso' } },
    });
    run.send({
      type: 'field.changed',
      name: 'file',
      value: { name: 'rates.xlsx', blob: new Blob(['rows']) },
    });
    run.send({ type: 'submit' });
    const end = await run.until(({ status }) => status !== 'pending');
    expect(end).toMatchObject({
      output: {
        accepted: 2,
        rejected: [
          { row: 3, column: 'Price' },
          { row: undefined, message: '' },
        ],
      },
    });
    expect(transport.calls[0]).toMatchObject({ body: { file: 'rates.xlsx' } });
    expect(transport.calls[0]?.query.get('Type')).toBe('Esso');
    expect(transport.calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('COMP-05 WIRE-02 finds places and fetches the chosen one', async () => {
    const { client, called } = wired([
      { match: 'GET places', answer: { json: [{ id: 'p1', description: '88 Regent Street' }] } },
      { match: 'GET places/p1', answer: { json: { id: 'p1', address1: '88 Regent Street' } } },
    ]);
    const run = startWorkflow(placesWorkflow(placesPorts(client)), { input: {} });
    run.send({ type: 'typed', text: '88' });
    await run.until((view) => view.status === 'pending' && view.step === 'offering');
    run.send({ type: 'chosen', id: 'p1' });
    const { data } = await run.until((view) => view.data.place !== undefined);
    expect(data.place).toMatchObject({ address1: '88 Regent Street' });
    expect(called()).toEqual(['GET places', 'GET places/p1']);
  });
});
