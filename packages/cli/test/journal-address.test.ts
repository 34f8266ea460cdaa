import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { openProxy } from './faulty-proxy.ts';
import { pipelineFile } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const opened = fixtureForEach();

describe('a change whose answer was lost', () => {
  it('PAY-04 is found out by the same command, although the address is given without its path', async () => {
    const { fixture, service } = opened;
    const proxy = await openProxy(service.url, 'drop');
    const host = proxy.url.replace(/\/api\/v1$/, '');
    const at = (path: string) => ({ env: { FORECOURT_BASE_URL: `${host}${path}` } });
    await fixture.run(['login', '--email', 'admin@forecourt.test', '--password-stdin'], {
      ...at('/api/v1'),
      stdin: PASSWORD,
    });
    const open = ['--filter', 'status:Open', '--filter', 'currency:CAD', '--size', '1'];
    const listed = await fixture.json(['invoices', 'list', ...open], at(''));
    const [invoice] = (listed.document as { items: { invoice_number: string }[] }).items;
    const number = invoice?.invoice_number ?? '';
    const pay = ['payments', 'create', '--invoice', number, '--paid', '1.00', '--mode', 'cheque'];
    const argv = [...pay, '--reference', 'CHQ-7', '--yes'];
    proxy.strike = (method, path) => method === 'POST' && path.includes('fuel-payment');
    expect((await fixture.run([...argv, '--timeout', '3'], at('/api/v1'))).code).toBe(8);
    proxy.strike = () => false;
    expect((await fixture.run(argv, at(''))).code).toBe(0);
    const { document } = await fixture.json(['payments', 'list', '--all'], at(''));
    const { items } = document as { items: readonly object[] };
    expect(items.filter((item) => JSON.stringify(item).includes('CHQ-7'))).toHaveLength(1);
    await proxy.close();
  });
});

describe('the journal of a service', () => {
  it.each([
    ['without a path, then with it', '', '/api/v1', 21],
    ['with its path, then without', '/api/v1', '', 22],
  ])('TXN-13 is one, whether its address is given %s', async (_, before, after, seed) => {
    const { fixture, service } = opened;
    const host = service.url.replace(/\/api\/v1$/, '');
    const at = (path: string) => ({ env: { FORECOURT_BASE_URL: `${host}${path}` } });
    const path = pipelineFile(fixture, 'night.xlsx', 5, seed);
    const argv = ['transactions', 'import', path, '--provider', 'Pipeline'];
    const first = await fixture.json(argv, at(before));
    expect(first).toMatchObject({ code: 0, document: { files: [{ sent: true }] } });
    const listed = await fixture.json(['imports', 'list'], at(after));
    expect(listed.document).toMatchObject({ items: [{ fileName: 'night.xlsx' }] });
    const again = await fixture.json(argv, at(after));
    const [file] = (again.document as { files: { reason: string; result: string }[] }).files;
    expect([again.code, file?.reason]).toEqual([0, 'already_imported']);
    // Its result file was saved by the first run.
    const [sent] = (first.document as { files: { result: string }[] }).files;
    expect(file?.result).toBe(sent?.result);
  });
});
