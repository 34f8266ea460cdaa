import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goodFiles, goodRates } from '../../../../../examples/provider-files/provider-files.ts';
import {
  checkProviderFile,
  checkRateFile,
  RATE_PROVIDERS,
  type RateLine,
  type RateProvider,
  readRateFile,
} from '../index.ts';

const TODAY = '2026-11-18';
const FOLDER = join(import.meta.dirname, '../../../../../examples/provider-files/rates');
const filesOf = (day: string) =>
  goodRates(day).map(({ name, provider, bytes }) => ({
    provider,
    file: { name, blob: new Blob([bytes]) },
  }));
const files = filesOf(TODAY);

async function linesOf(provider: RateProvider, day = TODAY): Promise<readonly RateLine[]> {
  const found = filesOf(day).find((candidate) => candidate.provider === provider);
  if (!found) throw new Error(`no rates of ${provider}`);
  return (await readRateFile(found.file, { provider, today: day })).lines;
}

describe('RATE-01 a good rate file of each provider', () => {
  it.each(files)('is accepted whole: $provider', async ({ file, provider }) => {
    const { report, lines } = await readRateFile(file, { provider, today: TODAY });
    expect(report.issues).toEqual([]);
    expect(report).toMatchObject({
      ok: true,
      errors: 0,
      warnings: 0,
      accepted: [],
      provider,
      file: file.name,
      effective: { from: TODAY, to: TODAY },
    });
    expect(report.acceptedRows).toBe(report.rows);
    expect(report.lines).toBe(lines.length);
    expect(report.sites).toBe(new Set(lines.map(({ site }) => site)).size);
    expect(report.sites).toBeGreaterThan(7);
  });

  it.each(files)('is refused as any other provider’s: $provider', async ({ file, provider }) => {
    for (const other of RATE_PROVIDERS.filter((name) => name !== provider)) {
      await expect(checkRateFile(file, { provider: other, today: TODAY })).rejects.toMatchObject({
        code: 'wrong_provider',
        message: expect.stringContaining(`Choose ${provider} as its provider`),
      });
    }
  });

  it.each(files)('is refused as transactions: $provider', async ({ file, provider }) => {
    await expect(checkProviderFile(file, { provider: 'ESSO', today: TODAY })).rejects.toMatchObject(
      {
        code: 'wrong_provider',
        message: expect.stringContaining(
          `those of ${provider}'s rates. Choose a file of transactions`,
        ),
      },
    );
  });

  it('is refused for a file of transactions', async () => {
    for (const { name, provider, bytes } of goodFiles(TODAY)) {
      const file = { name, blob: new Blob([bytes]) };
      await expect(checkRateFile(file, { provider: 'Esso', today: TODAY })).rejects.toMatchObject({
        code: 'wrong_provider',
        message: expect.stringContaining(`${provider}'s transactions`),
      });
    }
  });

  it("equals the generator's current output", async () => {
    const kept = (await readdir(FOLDER)).filter((name) => /\.xlsx?$/.test(name)).sort();
    expect(kept).toEqual(files.map(({ file }) => file.name).sort());
    for (const { file, provider } of files) {
      const blob = new Blob([await readFile(join(FOLDER, file.name))]);
      const options = { provider, today: TODAY };
      expect(await readRateFile({ ...file, blob }, options)).toEqual(
        await readRateFile(file, options),
      );
    }
  });

  it.each(RATE_PROVIDERS)(
    'passes the comparison with the day before, in both directions: %s',
    async (provider) => {
      const found = files.find((candidate) => candidate.provider === provider);
      if (!found) throw new Error(`no rates of ${provider}`);
      const former = await linesOf(provider, '2026-11-17');
      const report = await checkRateFile(found.file, { provider, today: TODAY, former });
      expect(report.issues).toEqual([]);
      const strict = { provider, today: TODAY, former, maxChangePercent: 0.001 };
      const { issues } = await checkRateFile(found.file, strict);
      expect(new Set(issues.map(({ rule }) => rule))).toEqual(new Set(['RATE-CHANGE']));
    },
  );
});

describe('RATE-01 the lines of a rate file', () => {
  it('Esso: cents become dollars, a dash is zero, grades of diesel stay separate', async () => {
    const lines = await linesOf('Esso');
    expect(lines.find(({ site }) => site === '59467')).toMatchObject({
      provider: 'Esso',
      siteName: 'LÉVIS CARDLOCK',
      city: 'LÉVIS',
      province: 'QC',
      product: 'DIESEL',
      productCode: 'DIESEL LS',
      currency: 'CAD',
      unit: 'L',
      fet: '0.0000',
      pft: '0.2020',
      pct: '0.0000',
      local: '0.0000',
      retail: null,
      effectiveFrom: TODAY,
      effectiveTo: TODAY,
      sheet: 'Rates',
    });
    const grades = lines.filter(({ site }) => site === '02207');
    expect(grades.map(({ productCode }) => productCode)).toEqual(['DIESEL LS', 'DSL EFF LS']);
    for (const { netPrice, fet, pft, price, gstHst, pstQst, total } of lines) {
      expect(Number(price)).toBeCloseTo(Number(netPrice) + Number(fet) + Number(pft), 4);
      expect(Number(total)).toBeCloseTo(Number(price) + Number(gstHst) + Number(pstQst), 4);
      expect(Number(price)).toBeGreaterThan(1);
    }
  });

  it('Pipeline: diesel by the litre, with the retail price', async () => {
    const [first] = await linesOf('Pipeline');
    expect(first).toMatchObject({
      site: '00814',
      product: 'DIESEL',
      productCode: 'DIESEL',
      unit: 'L',
      row: 3,
    });
    expect(Number(first?.retail)).toBeGreaterThan(Number(first?.total));
  });

  it('TA-Petro: the price has all taxes, and DEF is a line of its own, once a site', async () => {
    const lines = await linesOf('TA-Petro');
    expect(lines[0]).toMatchObject({
      site: 'AZ041',
      city: 'ELOY',
      province: 'AZ',
      product: 'DIESEL',
      currency: 'USD',
      unit: 'USG',
      netPrice: null,
      gstHst: null,
    });
    expect(lines[0]?.total).toBe(lines[0]?.price);
    const def = lines.filter(({ product }) => product === 'DEF');
    expect(def.map(({ site }) => site)).toEqual([...new Set(lines.map(({ site }) => site))]);
    expect(def[0]).toMatchObject({ productCode: 'BULK DEF', retail: null, row: 3 });
    expect(lines.some(({ product }) => product === 'DIESEL_BIO')).toBe(true);
  });
});
