import { describe, expect, it } from 'vitest';
import { exportPorts, listPorts } from '../client/ports.ts';
import { importPorts } from '../client/ports-import.ts';
import { loginPorts } from '../client/ports-login.ts';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import type { FakeRoute } from '../testing/fake-transport.ts';
import { ALL_SCREENS, problem } from '../testing/fixtures.ts';
import { recordViews } from '../testing/record-views.ts';
import { downloadWorkflow } from './download/download.workflow.ts';
import { fileNamed, reportOf, stepsOf } from './import/import.test-kit.ts';
import { importWorkflow } from './import/import.workflow.ts';
import { listWorkflow } from './list/list.workflow.ts';
import { loginWorkflow } from './login/login.workflow.ts';
import { wired } from './wired.test-kit.ts';
import { startWorkflow } from './workflow.ts';

const keep = async (download: { readonly body: ReadableStream<Uint8Array> }) => {
  const text = await new Response(download.body as BodyInit).text();
  return { name: 'result.csv', location: '/out/result.csv', bytes: text.length };
};

const startImport = (routes: readonly FakeRoute[]) => {
  const { client, transport, called } = wired(routes);
  const ports = importPorts(client, { check: async () => reportOf(), keep });
  const run = startWorkflow(importWorkflow(ports), {
    input: {
      providers: [{ key: 'ESSO', value: 'ESSO' }],
      provider: 'ESSO',
      unattended: true,
      texts: { success: 'Imported', failure: 'Not imported' },
    },
  });
  const { views } = recordViews(run);
  run.send({ type: 'field.changed', name: 'file', value: fileNamed('esso.xlsx') });
  run.send({ type: 'submit' });
  return { ended: run.until(({ status }) => status !== 'pending'), views, transport, called };
};

describe('workflows over the wire', () => {
  it('AUTH-02 AUTH-04 signs in after a refusal, and stores what the service sent', async () => {
    const { client } = wired([
      {
        match: 'POST login',
        answer: [problem(401), { json: {}, headers: { authorization: 'Bearer new' } }],
      },
      { match: 'GET screens', answer: { json: ALL_SCREENS } },
    ]);
    const run = startWorkflow(loginWorkflow(loginPorts(client)), {
      input: { email: 'ada@forecourt.test' },
    });
    run.send({ type: 'field.changed', name: 'password', value: 'secret' });
    run.send({ type: 'submit' });
    const refused = await run.until(({ status }) => status === 'failed');
    expect(refused).toMatchObject({
      error: { code: 'invalid_credentials', message: 'Invalid Credential Please try again.' },
    });
    run.send({ type: 'submit' });
    await run.until(({ status }) => status === 'done');
    expect(client.session.current?.authorization).toBe('Bearer new');
    expect(client.session.access()?.transactions?.create).toBe(true);
  });

  it("LIST-02 reads a page, and fails with the service's status", async () => {
    const metadata = { page: 1, size: 10, total_count: 1 };
    const { client, transport } = wired([
      {
        match: 'GET fuel-transaction/authcode',
        answer: [{ json: { metadata, transactions: [{ id: '7' }] } }, problem(503)],
      },
    ]);
    const run = startWorkflow(listWorkflow(listPorts(client, transactions)), { input: {} });
    const ready = await run.until((view) => view.status === 'pending' && !view.busy);
    expect(ready.data.pagerText).toBe('Showing record 1 to 1 of 1 records');
    expect(transport.calls[0]?.query.get('page')).toBe('1');
    run.send({ type: 'page.toggled' });
    expect(run.view.data.selection).toEqual(['7']);
    run.send({ type: 'reload' });
    const failed = await run.until(({ status }) => status === 'failed');
    expect(failed).toMatchObject({ error: { status: 503, retryable: true, outcome: 'none' } });
  });

  it('TXN-03 exports the selected rows, and nothing without any', async () => {
    const { client, called } = wired([
      { match: 'POST fuel-transaction/export', answer: { body: 'a,b\n' } },
    ]);
    const workflow = downloadWorkflow(exportPorts(client, transactions, keep));
    const end = (ids: readonly string[]) =>
      startWorkflow(workflow, { input: { request: { ids } } }).until(
        ({ status }) => status !== 'pending',
      );
    expect(await end([])).toMatchObject({ error: { code: 'nothing_selected' } });
    expect(called()).toEqual([]);
    expect(await end(['7'])).toMatchObject({ output: { file: { bytes: 4 } } });
  });

  it('TXN-13 learns the outcome of a file whose response was lost, and sends it once', async () => {
    let sentKey: string | null = null;
    const { ended, views, called } = startImport([
      {
        match: 'POST import_transactions',
        answer: ({ headers }) => {
          sentKey = headers.get('idempotency-key');
          return { fault: 'lost' };
        },
      },
      {
        match: 'GET imports',
        answer: ({ query }) => ({
          json: sentKey === null ? [] : [{ key: query.get('key'), state: 'done', imported: 3 }],
        }),
      },
    ]);
    expect(await ended).toMatchObject({ output: { sent: true, record: { imported: 3 } } });
    expect(called()).toEqual(['GET imports', 'POST import_transactions', 'GET imports']);
    expect(stepsOf(views)).toEqual([
      'collecting',
      'checking',
      'looking',
      'sending',
      'resolving',
      'done',
    ]);
  });

  it('TXN-13 knows that nothing was entered if the service was never reached', async () => {
    const { ended, called } = startImport([
      { match: 'GET imports', answer: { json: [] } },
      { match: 'POST import_transactions', answer: { fault: 'refused' } },
    ]);
    expect(await ended).toMatchObject({ error: { code: 'network', outcome: 'none' } });
    expect(called()).toEqual(['GET imports', 'POST import_transactions']);
  });
});
