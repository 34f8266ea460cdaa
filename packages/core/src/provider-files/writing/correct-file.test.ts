import { describe, expect, it } from 'vitest';
import { badFiles } from '../../../../../examples/provider-files/provider-files.ts';
import { checkProviderFile, correctFile, openWorkbook, type ProviderFile } from '../index.ts';

const TODAY = '2026-11-20';

const fileNamed = (name: string): ProviderFile => {
  const found = badFiles().find((file) => file.name === name);
  if (!found) throw new Error(name);
  return { name, blob: new Blob([found.bytes]) };
};

const bytesOf = async ({ blob }: ProviderFile) => new Uint8Array(await blob.arrayBuffer());

async function rowsOf(file: ProviderFile) {
  const rows: unknown[] = [];
  for await (const batch of (await openWorkbook(file)).rows(0)) rows.push(...batch);
  return rows;
}

/** Checks a file, corrects cells, and checks the copy. */
async function correct(
  file: ProviderFile,
  cells: Readonly<Record<string, string>>,
  provider = 'ESSO',
) {
  const checking = { provider, today: TODAY };
  const { sheets } = await checkProviderFile(file, checking);
  const corrections = Object.entries(cells).map(([cell, to]) => ({ cell, to }));
  const made = await correctFile(file, corrections, { sheets });
  return { ...made, report: await checkProviderFile(made.file, checking) };
}

describe('TXN-12 a corrected copy of a provider’s file', () => {
  it('TXN-12 has the corrected cell and everything else unchanged, and passes the check', async () => {
    const file = fileNamed('amount_wrong.xlsx');
    const before = await checkProviderFile(file, { provider: 'ESSO', today: TODAY });
    expect(before).toMatchObject({ ok: false, errors: 1 });
    // The trailer has the wrong amount in its total, too.
    const made = await correct(file, { Z4: '882.37', D5: '1554.27' });
    expect(made.kind).toBe('xlsx');
    expect(made.file.name).toBe('amount_wrong.corrected.xlsx');
    expect(made.report).toMatchObject({ ok: true, errors: 0, rows: 2 });
    expect(made.corrections).toEqual([
      {
        sheet: 'Transactions',
        row: 4,
        column: 'AMT',
        cell: 'Z4',
        from: '882.73',
        to: '882.37',
      },
      {
        sheet: 'Transactions',
        row: 5,
        column: 'TRAN_TIME',
        cell: 'D5',
        from: '1554.63',
        to: '1554.27',
      },
    ]);
    const [one, other] = [await rowsOf(file), await rowsOf(made.file)];
    expect(other.filter((row, at) => JSON.stringify(row) !== JSON.stringify(one[at]))).toHaveLength(
      2,
    );
  });

  it('TXN-13 is the same file however often it is made, and another one for another value', async () => {
    const file = fileNamed('amount_wrong.xlsx');
    const [one, again, other] = [
      await correct(file, { Z4: '882.37' }),
      await correct(file, { Z4: '882.37' }),
      await correct(file, { Z4: '882.38' }),
    ];
    expect(await bytesOf(again.file)).toEqual(await bytesOf(one.file));
    expect(await bytesOf(other.file)).not.toEqual(await bytesOf(one.file));
  });

  it('TXN-12 stores a value like its column: card numbers stay text, and the record masks them', async () => {
    const made = await correct(fileNamed('card_sci.xlsx'), {
      B4: '7076850000000128',
      B5: '7076850000000128',
    });
    expect(made.report.issues.filter(({ column }) => column === 'CARD_NO')).toEqual([]);
    expect(made.corrections.map(({ to }) => to)).toEqual(['************0128', '************0128']);
  });

  it('TXN-12 keeps text as text', async () => {
    const text = 'Card,Day\r\n7076,18/11/2026\r\n';
    const file = { name: 'day.csv', blob: new Blob([text]) };
    const sheets = [{ name: 'Sheet1', headerRow: 1, headers: ['Card', 'Day'], rows: 1 }];
    const [{ name = '' } = {}] = (await openWorkbook(file)).sheets;
    const made = await correctFile(file, [{ cell: 'B2', to: '19/11/2026' }], {
      sheets: sheets.map((sheet) => ({ ...sheet, name })),
    });
    expect([made.kind, made.file.name]).toEqual(['csv', 'day.corrected.csv']);
    expect(await made.file.blob.text()).toContain('7076,19/11/2026');
    expect(made.corrections).toMatchObject([{ from: '18/11/2026', to: '19/11/2026', row: 2 }]);
  });

  it.each([
    [{ Z1: '1' }, 'Z1 is not in a row and column below the header of Transactions.'],
    [{ ZZ4: '1' }, 'ZZ4 is not in a row and column below the header of Transactions.'],
    [{ Z999: '1' }, 'Transactions has no row 999 to correct.'],
    [{ row4: '1' }, 'row4 is not a cell; write it as Z4.'],
    [{ Z4: 'x'.repeat(501) }, 'Z4: a value has at most 500 characters.'],
  ])('TXN-12 refuses %j by name', async (cells, message) => {
    await expect(correct(fileNamed('amount_wrong.xlsx'), cells)).rejects.toMatchObject({
      code: 'bad_correction',
      message,
    });
  });
});
