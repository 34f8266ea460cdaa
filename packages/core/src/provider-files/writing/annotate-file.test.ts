import { describe, expect, it } from 'vitest';
import {
  BAD_FILES_TODAY,
  BAD_RATES_TODAY,
  badFiles,
  badRates,
} from '../../../../../examples/provider-files/provider-files.ts';
import {
  annotateFile,
  type CellValue,
  checkProviderFile,
  checkRateFile,
  type Findings,
  openWorkbook,
  type ProviderFile,
} from '../index.ts';

async function cellsOf(file: ProviderFile): Promise<Map<string, readonly CellValue[]>> {
  const workbook = await openWorkbook(file);
  const rows = new Map<string, readonly CellValue[]>();
  for (const [index, { name }] of workbook.sheets.entries()) {
    for await (const batch of workbook.rows(index)) {
      for (const { row, cells } of batch) rows.set(`${name}!${row}`, cells);
    }
  }
  return rows;
}

const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer> | string): ProviderFile => ({
  name,
  blob: new Blob([bytes]),
});

/** Expects every row unchanged, and each issue in its row's reason. */
async function expectCopy(file: ProviderFile, found: Findings): Promise<ProviderFile> {
  const { blob, kind } = await annotateFile(file, found, { kind: 'xlsx' });
  const copy = { name: `copy.${kind}`, blob };
  const [before, after] = [await cellsOf(file), await cellsOf(copy)];
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [place, cells] of before) {
    expect(after.get(place)?.slice(0, cells.length), place).toEqual([...cells]);
  }
  for (const { sheet, row, rule, cell } of found.issues) {
    const places = row === null ? [...after.values()] : [after.get(`${sheet}!${row}`) ?? []];
    const reported = places.some((cells) =>
      String(cells.at(-1)).includes(`${cell ?? ''} ${rule}`.trim()),
    );
    expect(reported, `${cell} ${rule}`).toBe(true);
  }
  return copy;
}

const spreadsheets = badFiles().filter(
  ({ expected, name }) => expected.kind === 'checked' && !name.startsWith('html'),
);

describe('TXN-12 a copy with reasons', () => {
  it.each(spreadsheets.map((file) => [file.name, file] as const))(
    '%s: keeps every value, names every issue in its row, and checks as before',
    async (name, { bytes, provider }) => {
      const options = { provider, today: BAD_FILES_TODAY };
      const file = fileOf(name, bytes);
      const report = await checkProviderFile(file, options);
      const copy = await expectCopy(file, report);
      const again = await checkProviderFile(copy, options);
      const rules = ({ issues }: Findings) => issues.map(({ rule, cell }) => `${cell} ${rule}`);
      expect(rules(again)).toEqual(rules(report));
    },
  );

  it.each(
    badRates()
      .filter(({ expected }) => expected.kind === 'checked')
      .slice(0, 12)
      .map((file) => [file.name, file] as const),
  )('RATE-01 %s: the same for daily rates', async (name, { bytes, options, provider }) => {
    const file = fileOf(name, bytes);
    await expectCopy(
      file,
      await checkRateFile(file, { provider, today: BAD_RATES_TODAY, ...options }),
    );
  });

  it('never contains anything that a spreadsheet executes', async () => {
    const text = 'A,B\n"=HYPERLINK(""http://x"")",@SUM(1)\n-1.5,+cmd\n-,-$5.00\n';
    const file = fileOf('x.csv', text);
    const sheets = [{ name: 'Sheet1', headerRow: 1, headers: ['A', 'B'], rows: 2 }];
    const csv = await annotateFile(file, { issues: [], sheets });
    expect(csv.kind).toBe('csv');
    expect(await csv.blob.text()).toBe(
      '\uFEFFA,B,Forecourt reason\r\n"\'=HYPERLINK(""http://x"")",\'@SUM(1)\r\n-1.5,\'+cmd\r\n-,-$5.00\r\n'.slice(
        1,
      ),
    );
    const xlsx = await annotateFile(file, { issues: [], sheets }, { kind: 'xlsx' });
    const kept = await cellsOf({ name: 'x.xlsx', blob: xlsx.blob });
    expect(kept.get('Sheet1!2')).toEqual(['=HYPERLINK("http://x")', '@SUM(1)']);
    const { read } = await import('xlsx');
    const book = read(new Uint8Array(await xlsx.blob.arrayBuffer()), { cellFormula: true });
    expect(JSON.stringify(book.Sheets)).not.toMatch(/"[fl]":/);
  });
});
