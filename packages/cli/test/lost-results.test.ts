import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyProxy, openProxy } from './faulty-proxy.ts';
import { type Fixture, openFixture, openService, pipelineFile, type Service } from './fixture.ts';

let service: Service;
let proxy: FaultyProxy;
let fixture: Fixture;

beforeAll(async () => {
  service = await openService();
  proxy = await openProxy(service.url, 'half');
  fixture = openFixture(proxy.url);
  await fixture.signIn('admin@forecourt.test');
});
afterAll(async () => {
  fixture.leave();
  await proxy.close();
  await service.close();
});

const strike = (path: string) => {
  proxy.strike = (_, url) => path !== '' && url.includes(path);
};

const rowsOf = (text: string): number => text.trimEnd().split('\r\n').length - 1;

describe('an answer that ends halfway as if it were whole', () => {
  it('ERR-03 TXN-13 a result file of an import is not kept, which is said, and the next run fetches it', async () => {
    const path = pipelineFile(fixture, 'night.xlsx', 12);
    const argv = [
      'transactions',
      'import',
      path,
      '--provider',
      'Pipeline',
      '--import-timeout',
      '20',
    ];
    strike('import_transactions');
    const first = await fixture.run(argv);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('12 rows imported');
    expect(first.stdout).toContain(
      'Result: could not be received whole. Run the same command again to fetch it.',
    );
    strike('');
    const { code, document } = await fixture.json(argv);
    const [file] = (document as { files: { reason: string; result: string }[] }).files;
    expect([code, file?.reason]).toEqual([0, 'already_imported']);
    expect(rowsOf(readFileSync(file?.result ?? '', 'utf8'))).toBe(12);
    // From then on it is known.
    expect((await fixture.run(argv)).stdout).toContain(file?.result);
  });

  it.each([
    ['audit export', ['audit', 'export'], 'audit/export', 'csv'],
    ['a report', ['reports', 'generate', '--type', 'aging', '--format', 'pdf'], 'report', 'pdf'],
    ['a card template', ['cards', 'template', '--format', 'xlsx'], 'fuel-card-management', 'xlsx'],
  ])('ERR-03 is not kept in place of a good file: %s', async (_, command, called, ending) => {
    const out = fixture.path(`good.${ending}`);
    writeFileSync(out, 'good');
    const argv = [...command, '--out', out];
    strike(called);
    const cut = await fixture.run(argv);
    expect([cut.code, readFileSync(out, 'latin1').slice(0, 9)]).toEqual([7, 'good']);
    expect(cut.stderr).toContain('The answer was cut off');
    strike('');
    const whole = await fixture.run(argv);
    expect([whole.code, whole.stderr, existsSync(out)]).toEqual([0, '', true]);
    expect(readFileSync(out, 'latin1').length).toBeGreaterThan(100);
  });
});
