import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { textOf, withFaults } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const { fixture } = fixtureForEach();

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

  it("TXN-03 LIST-15 writes only the export to standard output with '-', and its count to standard error", async () => {
    const ran = await fixture.run(['transactions', 'export', '--out', '-', '--from', '2026-11-19']);
    expect([ran.code, ran.stderr]).toEqual([0, 'Export 1 transaction\n']);
    expect(rowsIn(ran.stdout)).toBe(1);
    const quiet = ['transactions', 'export', '--out', '-', '--from', '2026-11-19', '--quiet'];
    expect((await fixture.run(quiet)).stderr).toBe('');
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
  it.each(['gz', 'xls', 'xml'])(
    'refuses a name that ends with .%s, which no export is',
    async (ending) => {
      const out = fixture.path(`all.${ending}`);
      const { code, stderr } = await fixture.run(['cards', 'export', '--all', '--out', out]);
      expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([
        2,
        `The file is CSV, and --out '${out}' ends with .${ending}. Give a name that ends with .csv, or the other format by --format, if the command has one.`,
      ]);
      expect(existsSync(out)).toBe(false);
    },
  );

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

describe('an export of ids that are not all there', () => {
  it('LIST-15 saves the others, names the missing ones, and gives exit code 6', async () => {
    for (const name of ['transactions', 'cards', 'invoices']) {
      const out = fixture.path(`some-${name}.csv`);
      const some = `999999,${await ids(name, 2)},999998`;
      const { code, stderr } = await fixture.run([name, 'export', '--ids', some, '--out', out]);
      expect(code).toBe(6);
      expect(stderr).toContain(
        '4 rows were picked, and the file has 2: the others don’t exist, or you may not read them.',
      );
      expect(stderr).toContain('Not found: 999999, 999998.');
      expect(stderr).not.toContain('changed meanwhile');
      expect(rowsIn(textOf(out))).toBe(2);
    }
  });
});

describe('the export of a filter', () => {
  it('LIST-15 is on every list, with the count first and the rows of the file after', async () => {
    const out = fixture.path('open.csv');
    const argv = ['invoices', 'export', '--filter', 'status:Sent', '--out', out];
    const listed = await fixture.json(['invoices', 'list', '--filter', 'status:Sent']);
    const { totalRecords } = listed.document as { totalRecords: number };
    expect(totalRecords).toBeGreaterThan(1);
    const ran = await fixture.run(argv);
    expect([ran.code, ran.stderr]).toEqual([0, `Export ${totalRecords} invoices\n`]);
    expect(textOf(out).split('\r\n')[0]).toBe(
      '\uFEFFInvoice Number,Company,Date Issued,Date Due,Start Date,End Date,Status,Total,Amount Due,Currency',
    );
    expect(rowsIn(textOf(out))).toBe(totalRecords);
    const { document } = await fixture.json(argv);
    expect(document).toMatchObject({
      operation: 'invoices.export',
      message: 'Invoices Exported Successfully',
      rows: totalRecords,
    });
  });

  /** A service whose export is this text, and whose list has so many rows, each time that they are counted. */
  async function exporting(text: string, counts: number[], ...more: string[]) {
    const files = createServer((call, answer) => {
      call.resume();
      if (call.method === 'GET') {
        const metadata = { page: 1, size: 1, total_count: counts.shift() };
        answer.writeHead(200, { 'content-type': 'application/json' });
        answer.end(JSON.stringify({ metadata, transactions: [{ id: '1' }] }));
      } else {
        answer.writeHead(200, { 'content-type': 'text/csv' });
        answer.end(text);
      }
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    const { port } = files.address() as AddressInfo;
    const out = fixture.path('x.csv');
    writeFileSync(out, 'yesterday');
    const argv = [...more, '--out', out, '--base-url', `http://127.0.0.1:${port}/api/v1`];
    const ran = await fixture.run(['transactions', 'export', ...argv], {
      env: { FORECOURT_TOKEN: 'large' },
    });
    files.close();
    return { ...ran, file: textOf(out) };
  }

  const TWO = 'Auth Code,Location\r\n1,"Main St.\r\nGate 2"\r\n2,\r\n';

  it('LIST-15 says when the list changed between the count and the file', async () => {
    const { code, file, stderr } = await exporting(TWO, [3, 2]);
    expect([code, stderr, file]).toEqual([
      0,
      'Export 3 transactions\nThe list changed meanwhile: 3 rows were counted, and the file has the 2 that matched when it was made.\n',
      TWO,
    ]);
  });

  it.each([
    ['without its last rows', TWO, 'the file has 2 of 3 rows.'],
    ['within quotes', TWO.slice(0, 34), 'the file ends within a row.'],
    ['before the last cell', `${TWO}3`, 'the file ends within a row.'],
    ['in the last cell', `${TWO}3,Main`, 'the file ends within a row.'],
    ['before its heading', '', 'the file is empty.'],
  ])(
    'ERR-03 LIST-15 keeps no file that ends %s, although the answer ended as if it were whole',
    async (_, text, fault) => {
      const { code, file, stderr } = await exporting(text, [3, 3]);
      expect([code, file]).toEqual([7, 'yesterday']);
      expect(stderr).toContain(`The answer was cut off: ${fault}`);
    },
  );

  it('ERR-03 LIST-15 keeps no file of fewer rows than there were before and after it', async () => {
    const { code, file, stderr } = await exporting(TWO, [9, 7]);
    expect([code, file]).toEqual([7, 'yesterday']);
    expect(stderr).toContain('The answer was cut off: the file has 2 of 7 rows.');
  });

  it('ERR-03 LIST-15 keeps no web page that is sent as the file', async () => {
    const { code, file, stderr } = await exporting('<!DOCTYPE html>\n<p>\nSign in\n', [2]);
    expect([code, file]).toEqual([7, 'yesterday']);
    expect(stderr).toContain('The answer is a web page in place of the file');
  });

  it('ERR-03 LIST-15 keeps no file without rows that were picked and exist', async () => {
    // The service finds one of the two.
    const cut = await exporting('Auth Code,Location\r\n', [1], '--ids', '1,2');
    expect([cut.code, cut.file]).toEqual([7, 'yesterday']);
    expect(cut.stderr).toContain('The answer was cut off: the file has 0 of 1 rows.');
    const twice = await exporting(TWO, [1], '--ids', '1,1,2');
    expect([twice.code, twice.stderr, twice.file]).toEqual([0, 'Export 2 transactions\n', TWO]);
  });
});

describe('totals', () => {
  it('LIST-15 follow a list, one line for each currency, and stay exact in JSON', async () => {
    const argv = ['invoices', 'list', '--totals', '--size', '1'];
    const { document } = await fixture.json(argv);
    const { items, totals } = document as { items: unknown[]; totals: Record<string, string>[] };
    const all = await fixture.json(['invoices', 'list', '--all']);
    const rows = (all.document as { items: Record<string, string>[] }).items;
    const cents = (field: string, currency: string) =>
      rows
        .filter((row) => row.currency === currency && row.status !== 'Void')
        .reduce((sum, row) => sum + Math.round(Number(row[field]) * 100), 0);
    expect(items).toHaveLength(1);
    expect(totals.map(({ currency }) => currency)).toEqual(['CAD', 'USD']);
    for (const { currency = '', total_amount, amount_due } of totals) {
      expect(total_amount).toBe((cents('total_amount', currency) / 100).toFixed(2));
      expect(amount_due).toBe((cents('amount_due', currency) / 100).toFixed(2));
    }
    const { stdout } = await fixture.run([...argv, '--filter', 'currency:USD']);
    expect(stdout.trimEnd().split('\n').slice(-2)).toEqual([
      'Currency\tTotal\tAmount Due',
      `USD\t${totals[1]?.total_amount}\t${totals[1]?.amount_due}`,
    ]);
    const every = await fixture.json(['invoices', 'list', '--all', '--totals']);
    expect((every.document as { totals: unknown }).totals).toEqual(totals);
    expect((await fixture.run(['cards', 'list', '--totals'])).code).toBe(2);
  });
});

describe('totals that fail', () => {
  it('LIST-15 ERR-03 leave the rows printed; the failure has its own exit code', async () => {
    const fault = {
      match: 'POST /api/v1/spol/invoices/totals',
      kind: 'status',
      value: 503,
    } as const;
    await withFaults([fault], async (fixture) => {
      const argv = ['invoices', 'list', '--totals', '--size', '2'];
      const { code, stderr, stdout } = await fixture.run(argv);
      expect([code, stdout.trimEnd().split('\n')]).toEqual([
        7,
        [expect.stringMatching(/^Invoice Number\t/), expect.any(String), expect.any(String)],
      ]);
      expect(stderr).toMatch(/^forecourt: /m);
      for (const argv of [
        ['invoices', 'list', '--totals', '--size', '2'],
        ['invoices', 'list', '--totals', '--all'],
      ]) {
        const failed = await fixture.run([...argv, '--json']);
        expect([failed.code, JSON.parse(failed.stderr).ok]).toEqual([7, false]);
        expect(JSON.parse(failed.stdout).items.length).toBeGreaterThan(1);
      }
    });
  });

  it('ERR-03 a cut-off list says that the answer was cut off, and to try again', async () => {
    const fault = { match: 'GET /api/v1/spol/invoices', kind: 'truncate' } as const;
    await withFaults([fault], async (fixture) => {
      const { code, stderr } = await fixture.run(['invoices', 'list']);
      expect([code, stderr.split('\n')[0]]).toEqual([
        7,
        'forecourt: The answer was cut off: the connection was lost before its end. Try again (invoices.list)',
      ]);
    });
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
