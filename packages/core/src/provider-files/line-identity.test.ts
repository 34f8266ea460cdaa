import { describe, expect, it } from 'vitest';
import { BAD_FILES_TODAY, badFiles } from '../../../../examples/provider-files/provider-files.ts';
import {
  lineIdentity,
  OccurrenceCounter,
  type ProviderLine,
  purchaseOf,
  readProviderFile,
} from './index.ts';

const files = badFiles();

async function linesOf(name: string): Promise<ProviderLine[]> {
  const found = files.find((file) => file.name === name);
  if (!found) throw new Error(`no ${name}`);
  const file = { name, blob: new Blob([found.bytes]) };
  const lines: ProviderLine[] = [];
  for await (const batch of readProviderFile(file, {
    provider: found.provider,
    today: BAD_FILES_TODAY,
  })) {
    lines.push(...batch.flatMap((row) => row.lines));
  }
  return lines;
}

async function keysOf(name: string): Promise<string[]> {
  const counter = new OccurrenceCounter();
  return (await linesOf(name)).map((line) => {
    const purchase = purchaseOf(line);
    return `${purchase}#${counter.next(purchase)}`;
  });
}

describe('TXN-13 identity of a purchase', () => {
  it('is the same in a copy and in a file saved again', async () => {
    const day = await keysOf('day1.xlsx');
    expect(await keysOf('day1_copy.xlsx')).toEqual(day);
    expect(await keysOf('day1_resaved.xlsx')).toEqual(day);
    expect(new Set(day).size).toBe(6);
  });

  it('survives a corrected amount, which is then one changed row', async () => {
    expect(await keysOf('day1_corrected.xlsx')).toEqual(await keysOf('day1.xlsx'));
    const [before] = await linesOf('day1.xlsx');
    const [after] = await linesOf('day1_corrected.xlsx');
    expect(after?.amount).not.toBe(before?.amount);
  });

  it('counts twins', async () => {
    const [first, twin, other] = await keysOf('twins.xlsx');
    expect(first?.endsWith('#1')).toBe(true);
    expect(twin).toBe(first?.replace('#1', '#2'));
    expect(other?.endsWith('#1')).toBe(true);
  });

  it('distinguishes rows without a number by card, occurrence and day', async () => {
    expect(new Set(await keysOf('blank_invoice.xlsx')).size).toBe(6);
    expect(new Set(await keysOf('same_invoice_2_days.xlsx')).size).toBe(2);
  });

  it('distinguishes a reversal from its original', async () => {
    const lines = await linesOf('reversals.xlsx');
    const [reversal, original] = lines;
    expect([reversal?.reversal, original?.reversal]).toEqual([true, false]);
    expect(reversal?.transactionNumber).toBe(original?.transactionNumber);
    expect(reversal && lineIdentity(reversal)).not.toBe(original && lineIdentity(original));
  });

  it('does not confuse adjacent fields', () => {
    const line = {
      cardNumber: '1',
      stationNumber: '2|3',
      transactionNumber: '4',
      invoiceNumber: '',
      authCode: '',
      businessDate: '2026-11-18',
      product: 'DIESEL',
      reversal: false,
    } as const;
    const other = { ...line, stationNumber: '2', transactionNumber: '3|4' };
    expect(lineIdentity(line)).not.toBe(lineIdentity(other));
    expect(lineIdentity({ ...line, transactionNumber: '', authCode: 'a9' })).toBe(
      '1|2%7C3|A9|2026-11-18|DIESEL',
    );
  });
});
