import { describe, expect, it } from 'vitest';
import { badFiles } from '../../../../../examples/provider-files/provider-files.ts';
import { checkProviderFile, correctFile, openWorkbook, type ProviderFile } from '../index.ts';
import { numberFormats } from './number-formats.ts';
import { type WrittenRow, writeXlsx } from './write-xlsx.ts';

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
  const reason = 'ESSO sent the right total by e-mail';
  const corrections = Object.entries(cells).map(([cell, to]) => ({ cell, to, reason }));
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
        reason: 'ESSO sent the right total by e-mail',
      },
      {
        sheet: 'Transactions',
        row: 5,
        column: 'Total',
        cell: 'D5',
        from: '1554.63',
        to: '1554.27',
        reason: 'ESSO sent the right total by e-mail',
      },
    ]);
    const [one, other] = [await rowsOf(file), await rowsOf(made.file)];
    expect(other.filter((row, at) => JSON.stringify(row) !== JSON.stringify(one[at]))).toHaveLength(
      2,
    );
  });

  it.each([undefined, '', '  '])(
    'TXN-12 refuses another value for the provider’s own total without a reason, %j',
    async (reason) => {
      const file = fileNamed('amount_wrong.xlsx');
      const { sheets } = await checkProviderFile(file, { provider: 'ESSO', today: TODAY });
      expect(sheets).toMatchObject([{ name: 'Transactions', totalRows: [5] }]);
      const total = { cell: 'D5', to: '1554.27', reason };
      await expect(correctFile(file, [total], { sheets })).rejects.toMatchObject({
        code: 'bad_correction',
        message:
          'D5 is in a total that the provider states: correct the rows it adds up, or give the reason why the total is wrong.',
      });
    },
  );

  it('TXN-12 refuses a reason of more than 500 characters, and masks a card number in one', async () => {
    const file = fileNamed('amount_wrong.xlsx');
    const { sheets } = await checkProviderFile(file, { provider: 'ESSO', today: TODAY });
    const because = (reason: string) =>
      correctFile(file, [{ cell: 'D5', to: '1554.27', reason }], { sheets });
    await expect(because('x'.repeat(501))).rejects.toMatchObject({
      message: 'D5: a reason has at most 500 characters.',
    });
    const made = await because('as for card 7076000000001234');
    expect(made.corrections).toMatchObject([{ reason: 'as for card ************1234' }]);
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
    const sheets = [
      { name: 'Sheet1', headerRow: 1, headers: ['Card', 'Day'], rows: 1, totalRows: [] },
    ];
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

  const sheetOf = (name: string, rows: readonly WrittenRow[], headerRow = 1) => ({
    written: { name, rows },
    checked: {
      ...{ name, headerRow, rows: rows.length },
      totalRows: [],
      headers: (rows.find(({ row }) => row === headerRow)?.cells ?? []).map(String),
    },
  });

  /** Corrects cells of a workbook, and returns the corrected rows of its sheets and the record. */
  async function change(
    sheets: readonly ReturnType<typeof sheetOf>[],
    corrections: Parameters<typeof correctFile>[1],
    date1904 = false,
  ) {
    const blob = await writeXlsx(
      sheets.map(({ written }) => written),
      { date1904 },
    );
    const made = await correctFile({ name: 'day.xlsx', blob }, corrections, {
      sheets: sheets.map(({ checked }) => checked),
    });
    const workbook = await openWorkbook(made.file);
    const formats = await numberFormats(made.file, workbook);
    const rows: Record<string, readonly unknown[]> = {};
    const shown: Record<string, readonly unknown[]> = {};
    for (const [index, { name }] of workbook.sheets.entries()) {
      for await (const batch of workbook.rows(index)) {
        for (const { cells, row } of batch) {
          rows[`${name}!${row}`] = cells;
          shown[`${name}!${row}`] = formats(name, row);
        }
      }
    }
    return {
      ...{ rows, shown, workbook },
      record: made.corrections.map(({ from, to }) => `${from} → ${to}`),
    };
  }

  const DAY = 'yyyy-mm-dd';
  const dated = [
    { row: 1, cells: ['Day', 'Qty', 'Text'] },
    { row: 2, cells: [46_344, 1, '1'], formats: [DAY, '0.0"day"', undefined] },
    { row: 3, cells: [46_345.5, 2, 7], formats: [`${DAY} hh:mm`, '[Red]0.0', undefined] },
    { row: 4, cells: ['n/a', 'x', '3'] },
  ];

  it.each([
    ['A2', '2026-12-01', '2026-11-18 → 2026-12-01', [46_357, 1, '1', DAY, '0.0"day"', undefined]],
    ['A2', '1', '2026-11-18 → 1', [1, 1, '1', DAY, '0.0"day"', undefined]],
    [
      'A2',
      '2026-13-01',
      '2026-11-18 → 2026-13-01',
      ['2026-13-01', 1, '1', undefined, '0.0"day"', undefined],
    ],
    [
      'A3',
      ' 2026-11-18 ',
      '2026-11-19 12:00 → 2026-11-18',
      [46_344, 2, 7, DAY, '[Red]0.0', undefined],
    ],
    ['A4', '2026-11-18', 'n/a → 2026-11-18', [46_344, 'x', '3', DAY, undefined, undefined]],
    ['B2', '12.5', '1 → 12.5', [46_344, 12.5, '1', DAY, '0.0"day"', undefined]],
    ['B2', '', '1 → ', [46_344, undefined, '1', DAY, undefined, undefined]],
    ['B2', '012', '1 → 012', [46_344, '012', '1', DAY, undefined, undefined]],
    ['B4', '-0.5', 'x → -0.5', ['n/a', -0.5, '3', undefined, '0.0"day"', undefined]],
    ['C2', '12', '1 → 12', [46_344, 1, '12', DAY, '0.0"day"', undefined]],
    ['C2', '2026-11-18', '1 → 2026-11-18', [46_344, 1, '2026-11-18', DAY, '0.0"day"', undefined]],
  ] as const)(
    'TXN-12 stores %s as %j like the rest of its column',
    async (cell, to, said, cells) => {
      const { record, rows, shown } = await change([sheetOf('Data', dated)], [{ cell, to }]);
      const place = `Data!${cell.slice(1)}`;
      expect(record).toEqual([said]);
      expect([rows, shown].flatMap(({ [place]: all }) => [0, 1, 2].map((at) => all?.[at]))).toEqual(
        cells,
      );
    },
  );

  it('TXN-12 counts days as the workbook does', async () => {
    const { record, rows, workbook } = await change(
      [sheetOf('Data', dated.slice(0, 2))],
      [{ cell: 'A2', to: '2026-11-18' }],
      true,
    );
    expect(workbook.date1904).toBe(true);
    expect(record).toEqual(['2030-11-19 → 2026-11-18']);
    expect(rows['Data!2']).toEqual([44_882, 1, '1']);
  });

  it('TXN-12 corrects the first sheet, or the one that is named, and the last value of a cell counts', async () => {
    const one = sheetOf(
      'One',
      [
        { row: 3, cells: ['Card', 'Unit'] },
        { row: 5, cells: ['a', 'L'] },
      ],
      3,
    );
    const two = sheetOf('Two', [
      { row: 1, cells: ['', 'Unit'] },
      { row: 5, cells: ['b', 'L'] },
    ]);
    const { rows } = await change(
      [one, two],
      [
        { cell: 'B5', to: 'x' },
        { cell: 'A5', to: 'A' },
        { cell: 'B5', to: 'y' },
        { sheet: 'Two', cell: 'A5', to: 'z' },
      ],
    );
    expect(rows).toMatchObject({ 'One!5': ['A', 'y'], 'Two!5': ['z', 'L'] });
    const refused = (cell: string, sheet?: string) =>
      change([one, two], [{ cell, sheet, to: '1' }]);
    await expect(refused('A3')).rejects.toThrow(
      'A3 is not in a row and column below the header of One.',
    );
    await expect(refused('C5')).rejects.toThrow(
      'C5 is not in a row and column below the header of One.',
    );
    await expect(refused('A4')).rejects.toThrow('One has no row 4 to correct.');
    await expect(refused('A5', 'Three')).rejects.toThrow('No checked sheet is called Three.');
    await expect(refused('xA5')).rejects.toThrow('xA5 is not a cell; write it as Z4.');
    await expect(refused('A5x')).rejects.toThrow('A5x is not a cell; write it as Z4.');
    const fewer = [one, { ...two, checked: { ...two.checked, name: 'Gone' } }];
    expect((await change(fewer, [{ cell: 'A5', to: 'A' }])).rows).toMatchObject({
      'Two!5': ['b', 'L'],
    });
  });

  it('TXN-12 names a column without a header by its letters, and masks the card that it replaces', async () => {
    const rows = [
      { row: 1, cells: ['Card', '', 'Unit'] },
      { row: 2, cells: ['7076850000000128', 'x', 'L'] },
    ];
    const file = { name: 'day.corrected.xlsx', blob: await writeXlsx([{ name: 'S', rows }]) };
    const made = await correctFile(
      file,
      [
        { cell: 'B2', to: 'y' },
        { cell: 'A2', to: '12' },
      ],
      {
        sheets: [
          { name: 'S', headerRow: 1, headers: ['Card', '', 'Unit'], rows: 1, totalRows: [] },
        ],
      },
    );
    expect(made.file.name).toBe('day.corrected.xlsx');
    expect(made.corrections).toEqual([
      { sheet: 'S', row: 2, column: 'B', cell: 'B2', from: 'x', to: 'y' },
      { sheet: 'S', row: 2, column: 'Card', cell: 'A2', from: '************0128', to: '12' },
    ]);
  });

  it('TXN-12 corrects a thousand cells and no more, with values of 500 characters', async () => {
    const cells = Array.from({ length: 1_001 }, (_, at) => ({
      cell: `A${at + 2}`,
      to: 'x'.repeat(500),
    }));
    const rows = [
      { row: 1, cells: ['Text'] },
      ...cells.map((_, at) => ({ row: at + 2, cells: ['a'] })),
    ];
    const sheet = sheetOf('S', rows);
    expect((await change([sheet], cells.slice(0, 1_000))).record).toHaveLength(1_000);
    await expect(change([sheet], cells)).rejects.toThrow(
      'At most 1000 cells of a file can be corrected.',
    );
  });
});
