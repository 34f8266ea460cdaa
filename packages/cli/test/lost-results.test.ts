import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
    const still = await fixture.json([...argv, '--force']);
    expect(still.document).toMatchObject({ files: [{ sent: true, resultLost: true }] });
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

describe('a night whose answers end halfway', () => {
  it('ERR-03 TXN-13 says of each file that its result is missing, and how to fetch it', async () => {
    mkdirSync(fixture.path('inbox/Pipeline'), { recursive: true });
    pipelineFile(fixture, 'inbox/Pipeline/of-tonight.xlsx', 7, 9);
    const argv = ['transactions', 'import', '--inbox', fixture.path('inbox'), '--settle', '0'];
    strike('import_transactions');
    const { code, document } = await fixture.json(argv);
    const { files } = document as { files: { name: string; state: string; message: string }[] };
    expect(code).toBe(0);
    expect(files.map(({ message, state }) => [state, message])).toEqual([
      [
        expect.stringMatching(/^(?:imported|settled)$/),
        expect.stringContaining(
          'Its result file could not be received whole: import the file again to fetch it.',
        ),
      ],
    ]);
    strike('');
    const moved = fixture.path('inbox/done/Pipeline/of-tonight.xlsx');
    const fetched = await fixture.json([...argv.slice(0, 2), moved, '--provider', 'Pipeline']);
    const [file] = (fetched.document as { files: { result: string }[] }).files;
    expect(rowsOf(readFileSync(file?.result ?? '', 'utf8'))).toBe(7);
  });
});
