import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  demoCardNumber,
  GOLDEN_LINES,
  goodFiles,
  maskAllButLast,
  maskMiddle,
} from '../../../../examples/provider-files/provider-files.ts';
import {
  BUILT_IN_LAYOUTS,
  checkProviderFile,
  detectProvider,
  detectProviders,
  type ProviderLine,
  readProviderFile,
  TRANSACTION_PROVIDERS,
} from './index.ts';

const TODAY = '2026-11-20';
const FOLDER = join(import.meta.dirname, '../../../../examples/provider-files');
const files = goodFiles('2026-11-18').map(({ name, provider, bytes }) => ({
  provider,
  file: { name, blob: new Blob([bytes]) },
}));

async function linesOf(provider: string): Promise<ProviderLine[]> {
  const found = files.find((candidate) => candidate.provider === provider);
  if (!found) throw new Error(`no file of ${provider}`);
  const lines: ProviderLine[] = [];
  const reading = readProviderFile(found.file, { provider: found.provider, today: TODAY });
  for await (const batch of reading) lines.push(...batch.flatMap((row) => row.lines));
  return lines;
}

describe('TXN-04 TXN-12 a good file of each provider', () => {
  it.each(files)('is accepted whole: $provider', async ({ file, provider }) => {
    const report = await checkProviderFile(file, { provider, today: TODAY });
    expect(report.issues.filter(({ rule }) => rule !== 'TXN-DATE-OLD')).toEqual([]);
    expect(report).toMatchObject({ ok: true, errors: 0, provider, file: file.name });
    expect(report.acceptedRows).toBe(report.rows);
    expect(report.rows).toBeGreaterThan(150);
    expect(report.lines).toBeGreaterThanOrEqual(report.rows);
    expect(report.days?.to).toBe('2026-11-18');
  });

  it.each(files)('is recognised by its headers: $provider', async ({ file, provider }) => {
    expect(await detectProvider(file)).toBe(provider);
    expect(await detectProviders(file)).toEqual([provider]);
  });

  it('matches two providers if a provided layout has the headers of another one', async () => {
    const esso = BUILT_IN_LAYOUTS.find(({ provider }) => provider === 'ESSO');
    const alike = { ...esso, provider: 'Suncore' };
    const found = files.find(({ provider }) => provider === 'ESSO');
    if (!found) throw new Error('no file of ESSO');
    const both = await detectProviders(found.file, { layouts: [alike] });
    expect([...both].sort()).toEqual(['ESSO', 'Suncore']);
  });

  it.each(files)('is refused as any other provider’s: $provider', async ({ file, provider }) => {
    for (const other of TRANSACTION_PROVIDERS.filter((name) => name !== provider)) {
      await expect(
        checkProviderFile(file, { provider: other, today: TODAY }),
      ).rejects.toMatchObject({
        code: 'wrong_provider',
        message: expect.stringContaining(`those of ${provider}`),
      });
    }
  });

  it("equals the generator's current output", async () => {
    const kept = (await readdir(FOLDER)).filter((name) => /\.xlsx?$/.test(name)).sort();
    expect(kept).toEqual(files.map(({ file }) => file.name).sort());
    for (const { file, provider } of files) {
      const blob = new Blob([await readFile(join(FOLDER, file.name))]);
      const options = { provider, today: TODAY };
      expect(await checkProviderFile({ ...file, blob }, options)).toEqual(
        await checkProviderFile(file, options),
      );
    }
  });
});

describe('TXN-12 golden lines', () => {
  it.each(GOLDEN_LINES)('$name', async (golden) => {
    const lines = await linesOf('ESSO');
    const money = (cents: number) => (cents / 100).toFixed(2);
    expect(lines).toContainEqual(
      expect.objectContaining({
        businessDate: golden.day,
        province: golden.province,
        quantity: money(golden.litres),
        netPrice: (golden.net / 10_000).toFixed(4),
        fetRate: (golden.fet / 10_000).toFixed(4),
        pftRate: (golden.pft / 10_000).toFixed(4),
        cbtRate: (golden.cbt / 10_000).toFixed(4),
        gst: money(golden.gst),
        hst: money(golden.hst),
        qst: money(golden.qst),
        amount: money(golden.amount),
        reversal: golden.litres < 0,
      }),
    );
  });

  it('the tax-in line of a provider’s own invoice', async () => {
    expect(await linesOf('Pipeline')).toContainEqual(
      expect.objectContaining({
        businessDate: '2026-07-23',
        time: '02:17',
        quantity: '719.50',
        billedPrice: '2.2390',
        netPrice: null,
        hst: '185.33',
        amount: '1610.96',
        currency: 'CAD',
        unit: 'L',
      }),
    );
  });

  it('the wide row: tractor fuel without the other fuel it contains, cash and fee', async () => {
    const lines = await linesOf('Comdata');
    const stop = lines.filter(({ row }) => row === 2);
    expect(
      stop.map(({ product, quantity, billedPrice, amount }) => [
        product,
        quantity,
        billedPrice,
        amount,
      ]),
    ).toEqual([
      ['DIESEL', '206.29', '3.4290', '707.38'],
      ['DEF', '8.24', '4.1910', '34.53'],
      ['CASH', '0.00', null, '50.00'],
      ['FEE', '0.00', null, '0.25'],
    ]);
    expect(stop[0]).toMatchObject({
      account: 'JJ068',
      discount: '113.71',
      unit: 'USG',
      saleType: 'D',
    });
    expect(lines.find(({ row }) => row === 3)).toMatchObject({ reversal: true, amount: '-340.11' });
  });
});

describe('demo cards', () => {
  const cards = Array.from({ length: 2000 }, (_, index) => demoCardNumber(index));

  it('have sixteen digits and unique last four digits', () => {
    expect(cards.every((card) => /^707685\d{10}$/.test(card))).toBe(true);
    expect(new Set(cards.map((card) => card.slice(-4))).size).toBe(2000);
    expect(() => demoCardNumber(2000)).toThrow(RangeError);
  });

  it('are the cards of the files, masked as each provider does', async () => {
    const first = cards.slice(0, 301);
    const expected = {
      ESSO: first,
      Suncore: first,
      Pipeline: first,
      Comdata: first.map(maskMiddle),
      TAPetro: first.map(maskAllButLast),
    };
    for (const [provider, known] of Object.entries(expected)) {
      const seen = new Set((await linesOf(provider)).map(({ cardNumber }) => cardNumber));
      expect(
        [...seen].filter((card) => !known.includes(card)),
        provider,
      ).toEqual([]);
    }
  });
});
