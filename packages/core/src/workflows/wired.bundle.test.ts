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
  ])('INV-10 ERR-03 keeps no file at all if one %s', async (_why, answer) => {
    const routes = [fileOf('A'), { match: 'GET files/B/pdf', answer }, fileOf('C')];
    const { files, called, ended } = start(routes, ['A', 'B', 'C']);
    expect(await ended).toMatchObject({
      status: 'failed',
      error: { message: 'Error while Downloading PDF Invoice' },
    });
    expect(files).toEqual({});
    expect(called()).not.toContain('GET files/C/pdf');
  });

  it('INV-10 requests nothing without a selection', async () => {
    const { called, ended } = start([], []);
    expect(await ended).toMatchObject({
      error: { code: 'nothing_selected', message: 'Please select an invoice to export.' },
    });
    expect(called()).toEqual([]);
  });
});
