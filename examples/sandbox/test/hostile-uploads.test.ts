import { unzipSync, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { packParts } from '../../provider-files/odd/zip.ts';
import { goodRates, workbookBytes } from '../../provider-files/provider-files.ts';
import { pipelineRateSheet } from '../../provider-files/rates/pipeline-rates.ts';
import { PATH } from './card.kit.ts';
import { ADMIN, fileForm, openSandbox, signIn } from './helpers.ts';
import { watchStalls } from './stalls.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const stalls = watchStalls();
afterAll(() => stalls.stop());

const NS = 'http://schemas.openxmlformats.org';
/** A workbook by its raw parts: what is in its first cell, and behind its sheet in the list of sheets. */
const workbook = (text: string, listed = '') =>
  packParts({
    '_rels/.rels': `<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="r1" Type="${NS}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${NS}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/>${listed}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="r1" Type="${NS}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${NS}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`,
  });
const text = (value: string) => new TextEncoder().encode(value);
const upTo = (bytes: number, unit: string) => unit.repeat(Math.floor(bytes / unit.length));
const spreadsheetMl = (rows: string) =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>${rows}</Table></Worksheet></Workbook>`;

/** 9,000 rows of rates whose prices are no numbers. */
function pipelineRates() {
  const today = '2026-11-20';
  const { name, rows } = pipelineRateSheet(today);
  const [days = [], header = [], row = []] = rows;
  const wrong = row.map((cell, at) => (at < 4 ? cell : 'x'));
  return { name, rows: [days, header, ...Array.from({ length: 9_000 }, () => wrong)] };
}

/** Each as large as what stopped the service, or as its way in lets it be. */
const hostile = (bytes: number): readonly (readonly [name: string, bytes: Uint8Array])[] => [
  ['sheets.xlsx', workbook('x', `<sheet ${'a'.repeat(60_000)}>`)],
  ['escapes.xlsx', workbook('&amp;'.repeat(2_000_000))],
  ['numbers.xlsx', workbook('&#65;'.repeat(3_200_000))],
  ['starts.xlsx', workbook(upTo(10_000_000, '<'))],
  ['table.xls', text(`<table>${upTo(bytes, '<tr><td>x</td></tr>')}</table>`)],
  ['cells.xls', text(`<table>${upTo(bytes, '<tr><td')}</table>`)],
  ['inputs.xls', text(`<table><tr><td>x</td></tr></table>${upTo(bytes, '<input ')}`)],
  [
    'rows.xls',
    text(spreadsheetMl(upTo(bytes, '<Row><Cell><Data ss:Type="String">a</Data></Cell></Row>'))),
  ],
];

describe('TXN-04 CARD-03 RATE-01 a hostile file delays nobody else', () => {
  it.each([
    ['import_transactions?provider=ESSO', 9_000_000],
    [`${PATH}/upload-fuel-card-csv`, 900_000],
    ['upload-daily-rates?Type=Esso', 900_000],
  ])('sent to %s', async (path, size) => {
    for (const [name, bytes] of hostile(size)) {
      const body = fileForm(bytes, name);
      stalls.worst();
      const answer = await admin.call(path, { body });
      const { status } = answer;
      await answer.text();
      expect({ name, status }).toEqual({ name, status: 422 });
      expect(stalls.worst(), name).toBeLessThan(250);
    }
  });

  it('RATE-02 names the first 500 of very many faults, and how many there are', async () => {
    const packed = zipSync(unzipSync(workbookBytes([pipelineRates()])));
    const body = fileForm(packed, 'Pipeline_Rates_2026-11-20.xlsx');
    stalls.worst();
    const answer = await admin.call('upload-daily-rates?Type=Pipeline', { body });
    expect(answer.status).toBe(200);
    const { accepted, rejected } = await answer.json();
    expect(stalls.worst()).toBeLessThan(250);
    expect(accepted).toBe(0);
    expect(rejected).toHaveLength(501);
    expect(rejected.at(-1).message).toMatch(
      /^After 500 faults, [\d,]+ more are not listed\. Correct these first, then send the file again\.$/,
    );
  });

  it('a file that takes too long is stopped, and leaves nothing', async () => {
    const reading = { threads: 1, fileMs: 1, msPerMegabyte: 0 };
    const hasty = await openSandbox({ reading });
    const client = await signIn(hasty, ADMIN);
    const [rates] = goodRates('2026-11-20');
    const answer = await client.call(`upload-daily-rates?Type=${rates?.provider}`, {
      body: fileForm(rates?.bytes ?? new Uint8Array(), rates?.name ?? ''),
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({
      detail:
        'Reading the file took too long and was stopped. Split the file, or try again in a moment.',
    });
    const import_ = await client.call('import_transactions?provider=ESSO', {
      body: fileForm(workbook('x'), 'a.xlsx'),
    });
    expect(import_.status).toBe(503);
    const [last] = await client.json('imports');
    expect(last).toMatchObject({
      state: 'failed',
      message:
        'Reading the file took too long and was stopped. Split the file, or try again in a moment.',
    });
  });

  it('more files than threads wait, and more than may wait are answered 503', async () => {
    const reading = { threads: 1, waiting: 1, waitingOfAccount: 1 };
    const narrow = await openSandbox({ reading });
    const client = await signIn(narrow, ADMIN);
    const body = () =>
      fileForm(text(`<table>${upTo(900_000, '<tr><td>x</td></tr>')}</table>`), 'a.xls');
    const sent = Array.from({ length: 4 }, () =>
      client.call('upload-daily-rates?Type=Esso', { body: body() }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([422, 422, 503, 503]);
  });
});
