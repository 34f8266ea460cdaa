import { describe, expect, it } from 'vitest';
import { goodFiles } from '../../../../examples/provider-files/provider-files.ts';
import { checkSheets } from './checking.test-kit.ts';
import {
  LineTotals,
  type ProviderLine,
  readProviderFile,
  type TransactionProvider,
} from './index.ts';
import { essoLayout } from './layouts/esso.layout.ts';
import {
  CARD,
  checkRow,
  ESSO_HEADER,
  EXAMPLE_ROWS,
  findings,
  PIPELINE_HEADER,
  pipelineRow,
} from './rows.test-kit.ts';
import type { CellValue } from './types.ts';

const files = goodFiles('2026-11-18');

async function firstLine(provider: TransactionProvider): Promise<ProviderLine | undefined> {
  const found = files.find((file) => file.provider === provider);
  const file = { name: found?.name ?? '', blob: new Blob([found?.bytes ?? '']) };
  for await (const [row] of readProviderFile(file, { provider, today: '2026-11-20' })) {
    return row?.lines[0];
  }
  return undefined;
}

describe('TXN-12 what an import enters', () => {
  it('reads account and invoice from the header record, and pads station numbers', async () => {
    expect(await firstLine('ESSO')).toMatchObject({
      provider: 'ESSO',
      sheet: 'Transactions',
      row: 3,
      account: '70768501',
      invoiceNumber: 'E20261119',
      unit: 'L',
      saleType: 'F',
    });
    const line = [
      'DTL',
      CARD,
      '20261118',
      12,
      814,
      'ON',
      'D1',
      500,
      1.44,
      0,
      0.09,
      0,
      99.45,
      864.45,
    ];
    const { rows } = await checkSheets('ESSO', [
      { name: 'S', rows: [ESSO_HEADER, line, ['TRL', 1, 500, 864.45]] },
    ]);
    expect(rows[0]?.lines).toMatchObject([
      {
        stationNumber: '00814',
        transactionNumber: '12',
        billedPrice: '1.5300',
        cbtRate: null,
        account: '',
      },
    ]);
  });

  it('reads the account from the banner', async () => {
    expect(await firstLine('Suncore')).toMatchObject({
      account: '1234567',
      row: 7,
      sheet: '17 Nov',
      province: 'AB',
    });
  });

  it('reads an account only behind its label, wherever that stands above the header', async () => {
    const accountBelow = async (...above: readonly CellValue[][]) => {
      const rows = [
        ...above,
        Object.keys(EXAMPLE_ROWS.Suncore),
        Object.values(EXAMPLE_ROWS.Suncore),
      ];
      const { rows: found } = await checkSheets('Suncore', [{ name: 'S', rows }]);
      return found[0]?.lines[0]?.account;
    };
    expect(await accountBelow()).toBe('');
    expect(await accountBelow(['My Account: 12'])).toBe('');
    expect(await accountBelow(['Fleet', 'Account:  12 '], ['Account: 13'])).toBe('12');
  });

  it.each([
    [['HDR', '70768501', '', '20261119', 'CAD', 'E1'], []],
    [['hdr', '70768501', '', '20261120', 'cad', 'E1'], []],
    [
      [undefined, 'HDR', '70768501', '', '20261121', 'USD', 'E1'],
      ['FILE-CURRENCY F1 USD CAD', 'FILE-DATE E1 20261121 YYYYMMDD'],
    ],
    [
      ['HDR', '70768501', '', 'soon', 'EUR', 'E1'],
      ['FILE-CURRENCY E1 EUR CAD', 'FILE-DATE D1 soon YYYYMMDD'],
    ],
    [['HDR', '70768501'], []],
    [['XXX', '70768501'], ['FILE-HEADER-RECORD null null null']],
  ] as const)('TXN-12 reads the header record %j', async (record, expected) => {
    const line = [
      'DTL',
      CARD,
      '20261118',
      '12',
      '00814',
      'ON',
      'D1',
      500,
      1.44,
      0,
      0.09,
      0,
      99.45,
      864.45,
    ];
    const rows = [[...record], ESSO_HEADER, line, ['TRL', 1, 500, 864.45]];
    const { report, rows: found } = await checkSheets('ESSO', [{ name: 'S', rows }]);
    expect(
      report.issues.map(
        ({ cell, expected: wanted, rule, value }) => `${rule} ${cell} ${value} ${wanted}`,
      ),
    ).toEqual(expected);
    const accepted = expected.every((issue) => issue.includes('HEADER-RECORD'));
    if (accepted && record[0] !== 'XXX') expect(found[0]?.lines[0]?.account).toBe('70768501');
  });

  it.each([
    [undefined, ['A3 TXN-REQUIRED  null']],
    ['XXX', ['A3 TXN-RECORD XXX DTL']],
    ['dtl', []],
  ])('TXN-12 takes the record type %s of a transaction as %j', async (type, expected) => {
    const line = [
      type,
      CARD,
      '20261118',
      '12',
      '00814',
      'ON',
      'D1',
      500,
      1.44,
      0,
      0.09,
      0,
      99.45,
      864.45,
    ];
    const rows = [['HDR', '7', '', '20261119', 'CAD'], ESSO_HEADER, line, ['TRL', 1, 500, 864.45]];
    const { report } = await checkSheets('ESSO', [{ name: 'S', rows }]);
    expect(
      report.issues.map(
        ({ cell, expected: wanted, rule, value }) => `${cell} ${rule} ${value} ${wanted}`,
      ),
    ).toEqual(expected);
  });

  it('TXN-16 reads the account from its row, or from the header record where the row has none', async () => {
    const account = { header: 'ACCOUNT', field: 'account' };
    const layout = { ...essoLayout, columns: [...essoLayout.columns, account] };
    const line = (number: string, own: string | undefined) => [
      ...['DTL', CARD, '20261118', number, '00814', 'ON', 'D1'],
      ...[500, 1.44, 0, 0.09, 0, 99.45, 864.45, own],
    ];
    const { rows } = await checkSheets(
      'ESSO',
      [
        {
          name: 'S',
          rows: [
            ['HDR', '70768501', '', '20261119', 'CAD', 'E20261119'],
            [...ESSO_HEADER, 'ACCOUNT'],
            line('12', '70768502'),
            line('13', undefined),
            ['TRL', 2, 1000, 1728.9],
          ],
        },
      ],
      { layouts: [layout] },
    );
    expect(rows.flatMap(({ lines }) => lines.map((made) => made.account))).toEqual([
      '70768502',
      '70768501',
    ]);
  });

  it('lets one cell fill several fields', async () => {
    const pipeline = await firstLine('Pipeline');
    expect(pipeline?.authCode).toMatch(/^A\d{8}-TA$/);
    expect(pipeline?.transactionNumber).toBe(pipeline?.authCode);
    const tapetro = await firstLine('TAPetro');
    expect(tapetro?.authCode).toBe(tapetro?.invoiceNumber);
    expect(tapetro).toMatchObject({ unit: 'USG', currency: 'USD', fetRate: null, gst: '0.00' });
  });

  it('counts only products sold by volume in volumes', async () => {
    const oil = {
      'Number of Quarts of Oil': '2',
      'Total Cost of Oil': '$12.00',
      'Total Amount Due': '$372.00',
    };
    const { report, rows } = await checkRow('Comdata', oil);
    expect(report.totals).toEqual([
      { currency: 'USD', lines: 2, quantity: '100.000', amount: '372.00' },
    ]);
    expect(rows[0]?.lines[1]).toMatchObject({
      product: 'OIL',
      quantity: '2.00',
      unit: '',
      amount: '12.00',
    });
  });

  it('TXN-13 adds up lines by currency: exact amounts, and the volume of what is sold by volume', () => {
    const totals = new LineTotals();
    const line = {
      product: 'DIESEL',
      quantity: '100.10',
      amount: '0.10',
      currency: 'CAD',
    } as const;
    totals.add(line);
    totals.add({ ...line, amount: '0.20', quantity: '0.025' });
    totals.add({ ...line, product: 'OIL', quantity: '2.00' });
    totals.add({ ...line, currency: 'USD', amount: '-5.00' });
    expect(totals.totals).toEqual([
      { currency: 'CAD', lines: 3, quantity: '100.125', amount: '0.40' },
      { currency: 'USD', lines: 1, quantity: '100.100', amount: '-5.00' },
    ]);
  });

  it('TXN-12 reads the time from the first column like from any other', async () => {
    const { Time, ...others } = EXAMPLE_ROWS.Suncore;
    const { rows, found } = await checkSheets('Suncore', [
      {
        name: 'S',
        rows: [['Time', ...Object.keys(others)], [Time, ...Object.values(others)], ['TOTAL']],
      },
    ]);
    expect(found).toEqual([]);
    expect(rows[0]?.lines[0]?.time).toBe('10:15');
  });

  it('treats a cancelled row as a reversal, whatever it sold', async () => {
    const { rows, found } = await checkRow('Comdata', {
      'Cancel flag': 'Y',
      'Number of Tractor Gallons': '0.00',
      'Cost of Tractor Fuel': '$0.00',
      'Cash Advance Amount': '-$50.00',
      'Total Amount Due': '-$50.00',
    });
    expect(found).toEqual([]);
    expect(rows[0]?.lines).toMatchObject([{ product: 'CASH', amount: '-50.00', reversal: true }]);
  });

  it('divides a single sales tax column by the province’s rates', async () => {
    const stop = { 'Billable Currency': 'C', 'Truck Stop State': 'QC' };
    const tax = (text: string) => ({ ...stop, 'Canadian Tax Amount Canadian Dollars': text });
    const { rows, found } = await checkRow('Comdata', tax('$46.89'));
    expect(found).toEqual([]);
    expect(rows[0]?.lines[0]).toMatchObject({
      gst: '15.66',
      qst: '31.23',
      hst: '0.00',
      currency: 'CAD',
    });
    expect(await findings('Comdata', tax('$46.90'))).toEqual([]);
    expect(await findings('Comdata', tax('$46.91'))).toHaveLength(1);
  });

  it.each([
    ['ON', '$41.42', { hst: '41.42', gst: '0.00', qst: '0.00' }],
    ['AB', '$17.14', { hst: '0.00', gst: '17.14', qst: '0.00' }],
  ])('TXN-12 takes a single sales tax column of %s as %j', async (province, tax, taxes) => {
    const { rows, found } = await checkRow('Comdata', {
      ...{ 'Billable Currency': 'C', 'Truck Stop State': province },
      'Canadian Tax Amount Canadian Dollars': tax,
    });
    expect(found).toEqual([]);
    expect(rows[0]?.lines).toMatchObject([taxes]);
  });

  it('names the first and the last business day', async () => {
    const line = (day: string) => ['A1', CARD, day, '1', 'ON', 'TA', 100, 1.7, 19.56, 0, 170, 'CN'];
    const rows = [
      PIPELINE_HEADER,
      line('2026-11-17'),
      line('2026-11-18'),
      line('2026-11-16'),
      ['Grand Total'],
    ];
    const { report } = await checkSheets('Pipeline', [{ name: 'S', rows }]);
    expect(report.days).toEqual({ from: '2026-11-16', to: '2026-11-18' });
  });
});

describe('TXN-12 limits of the rules', () => {
  const at2025 = { Date: '15-Mar-25' };
  it.each([
    ['Pipeline', { Date: '2026-08-22' }, []],
    ['Pipeline', { Date: '2026-08-21' }, ['Date TXN-DATE-OLD']],
    ['Pipeline', { Date: '2026-11-20' }, []],
    ['Pipeline', { Date: '2026-11-21' }, []],
    ['Pipeline', { Date: '2026-11-22' }, ['Date TXN-DATE-FUTURE']],
    [
      'Pipeline',
      { Date: '2027-11-20', Prov: 'OH' },
      ['Date TXN-DATE-FUTURE', 'Cur TXN-CURRENCY', 'HST TAX-US'],
    ],
    [
      'Pipeline',
      { Date: '2062-11-18', Prov: 'OH' },
      ['Date TXN-DATE-FAR', 'Cur TXN-CURRENCY', 'HST TAX-US'],
    ],
    ['Pipeline', { 'Pre Tax Amt': 150.45 }, []],
    ['Pipeline', { 'Pre Tax Amt': 150.42 }, ['Pre Tax Amt TXN-PRETAX']],
    ['Pipeline', { 'Final Amt': 170.01, 'Pre Tax Amt': undefined }, []],
    ['Pipeline', { 'Final Amt': 170.02, 'Pre Tax Amt': undefined }, ['Final Amt TXN-QTY']],
    [
      'Pipeline',
      { Billed: -0.02, 'Final Amt': -3, 'Pre Tax Amt': undefined, HST: -0.23, 'Disc Amt': 0 },
      ['Final Amt TXN-CREDIT', 'Final Amt TXN-QTY'],
    ],
    ['Suncore', { HST: 'n/a' }, ['HST TXN-NUMBER']],
    ['Suncore', { HST: 19.9, Total: 172.9 }, []],
    ['Suncore', { HST: 19.91, Total: 172.91 }, ['HST TAX-HST']],
    ['Suncore', { 'FCT+FET': 0.042, 'Base Price excl. tax': 1.398 }, ['FCT+FET TAX-FET']],
    [
      'Suncore',
      { ...at2025, 'FCT+FET': 0.2539, 'Base Price excl. tax': 1.1861 },
      ['Date TXN-DATE-OLD'],
    ],
    [
      'Suncore',
      { ...at2025, 'FCT+FET': 0.04, 'CBN+PFT+UTT': 0.3039, 'Base Price excl. tax': 1.1861 },
      ['Date TXN-DATE-OLD'],
    ],
    [
      'Suncore',
      {
        'Product Code': 'DEF',
        'FCT+FET': 0,
        'CBN+PFT+UTT': 0,
        'Base Price excl. tax': 0.8,
        'Price excl. GST/HST/PST': 0.8,
        HST: 10.4,
        Total: 90.4,
      },
      [],
    ],
    [
      'Suncore',
      {
        Date: 'soon',
        'Site #': undefined,
        Prv: undefined,
        'Product Code': undefined,
        'Card Number': undefined,
      },
      [
        'Card Number TXN-REQUIRED',
        'Prv TXN-REQUIRED',
        'Product Code TXN-REQUIRED',
        'Date TXN-DATE',
      ],
    ],
  ] as const)('%s %j: %j', async (provider, changes, expected) => {
    expect(await findings(provider, changes)).toEqual(expected);
  });

  it('totals may be off by a cent a row, and by a dollar at most', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => pipelineRow(index));
    const off = async (total: number) => {
      const last = ['Grand Total', ...Array.from({ length: 9 }, () => undefined), total];
      return (
        await checkSheets('Pipeline', [{ name: 'S', rows: [PIPELINE_HEADER, ...rows, last] }])
      ).found;
    };
    expect(await off(25_501)).toEqual(['K152 FILE-TOTAL-CENT']);
    expect(await off(25_501.01)).toEqual(['K152 FILE-TOTAL']);
  });

  it('treats a nearly empty row as a damaged transaction, not as a banner or a total', async () => {
    for (const first of ['A1', 'TOTAL', 'Grand Total']) {
      const rows = [PIPELINE_HEADER, [first, CARD, undefined, '1'], ['Grand Total']];
      const { found } = await checkSheets('Pipeline', [{ name: 'S', rows }]);
      expect(found).toContain('C2 TXN-REQUIRED');
    }
  });
});
