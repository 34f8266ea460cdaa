import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bundlePorts } from '../client/ports-bundle.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import type { FakeRoute } from '../testing/fake-transport.ts';
import { problem } from '../testing/fixtures.ts';
import { downloadWorkflow } from './download/download.workflow.ts';
import { depots } from './record/record.test-kit.ts';
import { keeper, wired } from './wired.test-kit.ts';
import { startWorkflow } from './workflow.ts';

/** Numbers of invoices, by the key that their file is asked for with. */
const ODD: Readonly<Record<string, string>> = {
  odd1: 'Z/../../../tmp/evil',
  odd2: 'A/B',
  odd3: 'A_B',
  odd4: 'a_b',
  odd5: '..',
  odd6: 'C:\\x\ny',
};

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
      entryName: (key: string, type: string) => `${ODD[key] ?? key}.${type}`,
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
    const { files, ended } = start([fileOf('A'), fileOf('B'), fileOf('Č')], ['A', 'B']);
    expect(await ended).toMatchObject({ output: { file: { name: 'invoices.zip' } } });
    const entries = unzipSync(files['invoices.zip'] ?? new Uint8Array());
    const texts = Object.entries(entries).map(([name, bytes]) => [
      name,
      new TextDecoder().decode(bytes),
    ]);
    expect(texts).toEqual([
      ['A.pdf', 'content of A'],
      ['B.pdf', 'content of B'],
    ]);
  });

  const entriesIn = (zip: Uint8Array | undefined) =>
    Object.entries(unzipSync(zip ?? new Uint8Array())).map(([name, bytes]) => [
      name,
      new TextDecoder().decode(bytes),
    ]);

  it('INV-10 no entry of a ZIP leaves its folder or hides another, whatever the numbers are', async () => {
    const keys = Object.keys(ODD);
    const { files, ended } = start(
      keys.map((key) => fileOf(key)),
      keys,
    );
    await ended;
    const entries = unzipSync(files['invoices.zip'] ?? new Uint8Array());
    expect(Object.keys(entries)).toEqual([
      'Z_tmp_evil.pdf',
      'A_B.pdf',
      'A_B (2).pdf',
      'a_b (3).pdf',
      '_pdf',
      'C_x_y.pdf',
    ]);
  });

  it.each([
    ['is refused', problem(404), 'gone', 'It is not there: it was deleted, or its id is wrong.'],
    [
      'breaks off',
      { body: 'half', headers: { 'content-length': '900' } },
      'refused',
      'The file was cut off on its way. Try again.',
    ],
    ['cannot be made', problem(500), 'refused', expect.stringMatching(/./)],
  ])(
    'INV-10 ERR-03 saves the others if one %s, and names it with its reason',
    async (_why, answer, reason, message) => {
      const routes = [fileOf('A'), { match: 'GET files/B/pdf', answer }, fileOf('C')];
      const { files, ended } = start(routes, ['A', 'B', 'C']);
      expect(await ended).toMatchObject({
        status: 'done',
        output: {
          message: '2 depots saved, 1 not done.',
          file: {
            name: 'invoices.zip',
            report: {
              total: 3,
              done: [{ id: 'A' }, { id: 'C' }],
              left: [{ id: 'B', label: 'B', outcome: { state: 'failed', reason, message } }],
            },
          },
        },
      });
      expect(entriesIn(files['invoices.zip'])).toEqual([
        ['A.pdf', 'content of A'],
        ['C.pdf', 'content of C'],
      ]);
    },
  );

  it.each([
    ['the session ends', problem(401), 'session_ended'],
    ['the service is away', problem(503), 'unreachable'],
    [
      'a web page answers',
      { body: '<p>', headers: { 'content-type': 'text/html' } },
      'unreachable',
    ],
  ])(
    'INV-10 keeps what there is when %s, and leaves the rest without a try',
    async (_why, answer, reason) => {
      const routes = [fileOf('A'), { match: 'GET files/B/pdf', answer }, fileOf('C')];
      const { called, files, ended } = start(routes, ['A', 'B', 'C']);
      expect(await ended).toMatchObject({
        output: {
          message: '1 depot saved, 2 not done.',
          file: {
            report: {
              left: [
                { id: 'B', outcome: { reason } },
                { id: 'C', outcome: { state: 'waiting', reason: 'waits' } },
              ],
              againLabel: 'Try the 2 that are left',
            },
          },
        },
      });
      expect(Object.keys(unzipSync(files['invoices.zip'] ?? new Uint8Array()))).toEqual(['A.pdf']);
      expect(called()).not.toContain('GET files/C/pdf');
    },
  );

  it('INV-10 saves no file if none can be made, and says why of each', async () => {
    const routes = [
      { match: 'GET files/A/pdf', answer: problem(404) },
      { match: 'GET files/B/pdf', answer: problem(403) },
    ];
    const { files, ended } = start(routes, ['A', 'B']);
    expect(await ended).toMatchObject({
      status: 'failed',
      error: {
        code: 'nothing_made',
        message: 'Error while Downloading PDF Invoice',
        detail: expect.stringMatching(/^A: It is not there.*\nB: Your account may not do this\./),
        report: { total: 2, done: [], left: [{ id: 'A' }, { id: 'B' }] },
      },
    });
    expect(files).toEqual({});
  });

  it('INV-10 fails as the service does if the first of several meets a lost session', async () => {
    const routes = [{ match: 'GET files/A/pdf', answer: problem(401) }, fileOf('B')];
    const { files, ended } = start(routes, ['A', 'B']);
    expect(await ended).toMatchObject({ status: 'failed', error: { status: 401 } });
    expect(files).toEqual({});
  });

  it('INV-10 requests nothing without a selection', async () => {
    const { called, ended } = start([], []);
    expect(await ended).toMatchObject({
      error: { code: 'nothing_selected', message: 'Please select an invoice to export.' },
    });
    expect(called()).toEqual([]);
  });
});
