import { describe, expect, it } from 'vitest';
import { actionPorts, placesPorts } from '../client/ports-action.ts';
import { recordPorts } from '../client/ports-record.ts';
import { uploadPorts } from '../client/ports-upload.ts';
import { dailyRates } from '../resources/rates/rates.rules.ts';
import { generateReport } from '../resources/reports/reports.rules.ts';
import type { FakeRoute } from '../testing/fake-transport.ts';
import { problem } from '../testing/fixtures.ts';
import { actionWorkflow } from './action/action.workflow.ts';
import { placesWorkflow } from './places/places.workflow.ts';
import { depots } from './record/record.test-kit.ts';
import { recordWorkflow } from './record/record.workflow.ts';
import { uploadWorkflow } from './upload/upload.workflow.ts';
import { keeper, wired } from './wired.test-kit.ts';
import { startWorkflow } from './workflow.ts';

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

  it('PAY-04 creates once although the response is lost: the same key returns the first response', async () => {
    const { ended, called, keys } = startDepot([
      { match: 'POST depots', answer: [{ fault: 'lost' }, { status: 201, json: { id: '9' } }] },
    ]);
    expect(await ended).toMatchObject({ status: 'done', output: { record: { id: '9' } } });
    expect(called().filter((call) => call === 'POST depots')).toHaveLength(2);
    expect(new Set(keys().filter((key) => key !== null)).size).toBe(1);
  });

  it('FORM-06 shows a 422 at its field', async () => {
    const errors = [{ pointer: '/name', detail: 'Known already' }];
    const { run, ended } = startDepot([{ match: 'POST depots', answer: problem(422, { errors }) }]);
    expect(await ended).toMatchObject({ error: { message: 'Error while Creating Depot' } });
    const needs = 'needs' in run.view ? run.view.needs : [];
    expect(needs.find(({ name }) => name === 'name')?.issues).toMatchObject([
      { message: 'Known already' },
    ]);
  });

  it('treats a change with an unreadable response as made', async () => {
    const { ended, called } = startDepot([
      {
        match: 'POST depots',
        answer: { body: '{"id":', headers: { 'content-type': 'application/json' } },
      },
    ]);
    expect(await ended).toMatchObject({ status: 'done', output: { record: undefined } });
    expect(called().filter((call) => call === 'POST depots')).toHaveLength(1);
  });

  it("REP-01 saves a report under the service's name, or else its own", async () => {
    for (const [headers, name] of [
      [{ 'content-disposition': 'attachment; filename="aging.pdf"' }, 'aging.pdf'],
      [{}, 'aging-report.pdf'],
    ] as const) {
      const { client } = wired([{ match: 'POST reporting', answer: { body: 'pdf', headers } }]);
      const { files, keep } = keeper();
      const ports = actionPorts(client, { name: 'reports' }, generateReport, keep);
      const run = startWorkflow(actionWorkflow(ports), {
        input: { provided: { report_type: 'aging', format: 'pdf' } },
      });
      run.send({ type: 'submit' });
      const end = await run.until(({ status }) => status !== 'pending');
      expect(end).toMatchObject({ output: { file: { name } } });
      expect(Object.keys(files)).toEqual([name]);
    }
  });

  it('REP-01 refuses to begin a report if nothing keeps its file', () => {
    const { client } = wired([]);
    expect(() => actionPorts(client, { name: 'reports' }, generateReport)).toThrow(
      new TypeError('reports.generate makes a file: pass what keeps it.'),
    );
  });

  it('REP-01 ERR-03 a report whose response is lost fails, and leaves nothing in doubt', async () => {
    const { client } = wired([{ match: 'POST reporting', answer: { fault: 'lost' } }]);
    const ports = actionPorts(client, { name: 'reports' }, generateReport, keeper().keep);
    const run = startWorkflow(actionWorkflow(ports), {
      input: { provided: { report_type: 'aging', format: 'pdf' } },
    });
    run.send({ type: 'submit' });
    const end = await run.until(({ status }) => status !== 'pending');
    expect(end).toMatchObject({
      status: 'failed',
      error: { message: 'Error Gegerating Report. Please refresh your browser.', outcome: 'none' },
    });
  });

  it('RATE-02 FORM-08 uploads rates as a form, and reads the refused rows', async () => {
    const rejected = [
      { row: 3, column: 'Price', value: 'x', message: 'Not a number' },
      { row: null },
    ];
    const { client, transport } = wired([
      { match: 'POST upload-daily-rates', answer: { json: { accepted: 2, rejected } } },
    ]);
    const run = startWorkflow(uploadWorkflow(uploadPorts(client, dailyRates)), {
      input: { provided: { provider: 'Esso' } },
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

  it('COMP-05 WIRE-02 finds places and loads the chosen one', async () => {
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
