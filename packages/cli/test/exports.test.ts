import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Fixture,
  openFixture,
  openService,
  type Service,
  textOf,
  withFaults,
} from './fixture.ts';

let service: Service;
let fixture: Fixture;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
beforeEach(async () => {
  fixture = openFixture(service.url);
  await fixture.signIn('admin@forecourt.test');
});
afterEach(() => fixture.leave());

const rowsIn = (text: string): number => text.trimEnd().split('\n').length - 1;

async function ids(name: string, count: number): Promise<string> {
  const { document } = await fixture.json([name, 'list', '--size', '5']);
  const { items } = document as { items: { id: string }[] };
  return items
    .slice(0, count)
    .map(({ id }) => id)
    .join(',');
}

describe('transactions export', () => {
  it('TXN-03 saves all pages that match a filter, and says so', async () => {
    const out = fixture.path('out.csv');
    const argv = ['transactions', 'export', '--filter', 'hdr_currency:CAD', '--out', out];
    const { code, document } = await fixture.json(argv);
    const list = await fixture.json(['transactions', 'list', '--filter', 'hdr_currency:CAD']);
    const { totalRecords } = list.document as { totalRecords: number };
    expect(code).toBe(0);
    expect(document).toMatchObject({
      ok: true,
      operation: 'transactions.export',
      message: 'Transactions Exported Successfully',
      file: out,
    });
    expect(totalRecords).toBeGreaterThan(50);
    expect(rowsIn(textOf(out))).toBe(totalRecords);
  });

  it('TXN-03 saves only the selected ids', async () => {
    const out = fixture.path('two.csv');
    const argv = ['transactions', 'export', '--ids', await ids('transactions', 2), '--out', out];
    expect((await fixture.run(argv)).code).toBe(0);
    expect(rowsIn(textOf(out))).toBe(2);
  });

  it("TXN-03 writes only the export to standard output with '-'", async () => {
    const ran = await fixture.run(['transactions', 'export', '--out', '-', '--from', '2026-11-19']);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/^\uFEFF?Auth Code,/);
    expect((await fixture.run(['transactions', 'export', '--out', '-', '--json'])).code).toBe(2);
  });

  it("uses the service's file name in a folder, and replaces a file named by --out", async () => {
    mkdirSync(fixture.path('exports'));
    await fixture.run(['transactions', 'export', '--out', fixture.path('exports')]);
    const names = readdirSync(fixture.path('exports'));
    expect(names).toEqual([expect.stringMatching(/^Transactions.*\.csv$/)]);
    const out = fixture.path(`exports/${names[0]}`);
    writeFileSync(out, 'old');
    await fixture.run(['transactions', 'export', '--out', out]);
    expect(textOf(out)).not.toBe('old');
    expect(readdirSync(fixture.path('exports'))).toEqual(names);
  });
});

describe('cards export', () => {
  it('CARD-04 refuses an export without a selection, with the literal text', async () => {
    for (const argv of [
      ['cards', 'export'],
      ['cards', 'export', '--ids', ','],
    ]) {
      const { code, stdout, stderr } = await fixture.run(argv);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('Please select at least one card to export.');
    }
  });

  it('CARD-04 saves selected cards, all cards, and those that match a filter', async () => {
    const out = fixture.path('cards.csv');
    const saved = async (...argv: string[]) => {
      const { code, stdout } = await fixture.run(['cards', 'export', ...argv, '--out', out]);
      expect([code, stdout.includes('Cards Exported Successfully')]).toEqual([0, true]);
      return rowsIn(textOf(out));
    };
    expect(await saved('--ids', await ids('cards', 3))).toBe(3);
    expect(await saved('--all')).toBe(120);
    const { document } = await fixture.json(['cards', 'list', '--filter', 'company_name::north']);
    const { totalRecords } = document as { totalRecords: number };
    expect(await saved('--filter', 'company_name::north')).toBe(totalRecords);
    expect((await fixture.run(['cards', 'export', '--all', '--ids', '1'])).code).toBe(2);
  });
});

describe('a failing export', () => {
  const cut = { match: 'POST /api/v1/fuel-transaction/export', kind: 'truncate' } as const;

  it('ERR-03 keeps the earlier file unchanged and leaves no partial one', async () => {
    await withFaults([cut], async (fixture) => {
      const out = fixture.path('out.csv');
      writeFileSync(out, 'former');
      const { code, document } = await fixture.json(['transactions', 'export', '--out', out]);
      expect(code).toBe(7);
      expect(document).toMatchObject({
        ok: false,
        error: { code: 'cut_off', message: 'Error while exporting transactions.' },
      });
      expect(textOf(out)).toBe('former');
      expect(readdirSync(fixture.dir).sort()).toEqual(['config', 'out.csv']);
    });
  });

  it('exits with 2 if the file cannot be written', async () => {
    writeFileSync(fixture.path('file'), '');
    const argv = ['transactions', 'export', '--out', fixture.path('file/below/out.csv')];
    const { code, stderr } = await fixture.run(argv);
    expect([code, stderr.includes('It is not a folder')]).toEqual([2, true]);
  });
});
