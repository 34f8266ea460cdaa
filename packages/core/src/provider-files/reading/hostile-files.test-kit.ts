import { threadCpuUsage } from 'node:process';
import { packParts } from '../../../../../examples/provider-files/odd/zip.ts';
import { readRateFile } from '../rates/read-rate-file.ts';
import { readProviderFile } from '../read-provider-file.ts';
import type { ProviderFile } from '../types.ts';
import { openWorkbook } from './open-workbook.ts';
import { fileOf, MAIN, type RawWorkbook, workbookParts, worksheet } from './workbooks.test-kit.ts';

/** Where a hostile text is put. Each place wraps it as the format wants, as far as the text lets it. */
export const PLACES = {
  'the list of sheets': (text) =>
    inPart('xl/workbook.xml', (xml) => xml.replace('</sheets>', `${text}</sheets>`)),
  'a tag of the list of sheets': (text) =>
    inPart('xl/workbook.xml', (xml) => xml.replace('</sheets>', `<sheet ${text}></sheets>`)),
  relationships: (text) =>
    inPart('xl/_rels/workbook.xml.rels', (xml) =>
      xml.replace('</Relationships>', `${text}</Relationships>`),
    ),
  'a relationship': (text) =>
    inPart('xl/_rels/workbook.xml.rels', (xml) =>
      xml.replace('</Relationships>', `<Relationship ${text}></Relationships>`),
    ),
  'before the rows': (text) =>
    sheetFile(
      `<worksheet xmlns="${MAIN}">${text}<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    ),
  'between rows': (text) => sheetFile(worksheet(`<row r="1"><c r="A1"><v>1</v></c></row>${text}`)),
  'a cell': (text) => sheetFile(worksheet(`<row r="1"><c r="A1"${text}><v>1</v></c></row>`)),
  'a number': (text) => sheetFile(worksheet(`<row r="1"><c r="A1"><v>${text}</v></c></row>`)),
  'a text of a formula': (text) =>
    sheetFile(worksheet(`<row r="1"><c r="A1" t="str"><f>${text}</f><v>${text}</v></c></row>`)),
  'an inline text': (text) =>
    sheetFile(worksheet(`<row r="1"><c r="A1" t="inlineStr"><is>${text}<t>x</t></is></c></row>`)),
  'a shared text': (text) => sharedFile(`<si>${text}<t>x</t></si>`),
  'shared texts': (text) => sharedFile(`${text}<si><t>x</t></si>`),
  'delimited text': (text) => fileOf(text, 'a.csv'),
  'a cell of delimited text': (text) => fileOf(`Card,Stop\n"${text}",1\n2,3\n`, 'a.csv'),
  'a web page': (text) => fileOf(`<html><table><tr><td>x</td></tr></table>${text}`, 'a.xls'),
  'a table of a web page': (text) =>
    fileOf(`<html><table><tr><td>x</td></tr>${text}</table>`, 'a.xls'),
  'the start of a web page': (text) =>
    fileOf(`${text}<html><table><tr><td>x</td></tr></table>`, 'a.xls'),
  SpreadsheetML: (text) => fileOf(spreadsheetMl(text), 'a.xls'),
  'text of unknown kind': (text) => fileOf(`${text}!`, 'a.xls'),
} as const satisfies Record<string, (text: string) => ProviderFile>;
export type Place = keyof typeof PLACES;

const SMALL: RawWorkbook = {
  strings: '<si><t>x</t></si>',
  sheets: [{ name: 'Data', xml: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }],
};

function inPart(name: string, change: (xml: string) => string): ProviderFile {
  const parts = workbookParts(SMALL);
  // Stored, so that the ratio of a packed part doesn't refuse it first.
  return fileOf(packParts({ ...parts, [name]: change(parts[name] as string) }, 0));
}
const sheetFile = (xml: string): ProviderFile => inPart('xl/worksheets/sheet1.xml', () => xml);
const sharedFile = (items: string): ProviderFile =>
  inPart('xl/sharedStrings.xml', () => `<sst xmlns="${MAIN}">${items}</sst>`);
const spreadsheetMl = (text: string): string =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="String">x</Data></Cell></Row>${text}</Table></Worksheet></Workbook>`;

async function readAll(file: ProviderFile): Promise<void> {
  const workbook = await openWorkbook(file);
  for (const sheet of workbook.sheets.keys()) for await (const _ of workbook.rows(sheet));
}

async function readBy(reading: Promise<unknown>): Promise<void> {
  await reading.catch((error: Error) => {
    if (error.name !== 'ProviderFileError') throw error;
  });
}

/** Reads a file in each way that a service does; refusals are fine. */
export async function readEveryWay(file: ProviderFile): Promise<void> {
  await readBy(readAll(file));
  const checking = async () => {
    for await (const _ of readProviderFile(file, { provider: 'ESSO', today: '2026-11-20' }));
  };
  await readBy(checking());
  await readBy(
    readRateFile(file, { provider: 'Esso', today: '2026-11-20', limits: { maxBytes: 1e8 } }),
  );
}

/** CPU time of this thread alone, in ms, so that a busy machine doesn't count. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = threadCpuUsage();
  await work();
  const { user, system } = threadCpuUsage(before);
  return (user + system) / 1000;
}
