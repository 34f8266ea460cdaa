import type { Random } from '../random.ts';
import type { OddGrid, OddSheet } from './grid.ts';
import { type Style, sheetXml, Texts } from './sheet-xml.ts';
import { escaped } from './xml.ts';
import { type Parts, packParts, packWithDescriptors } from './zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STRICT = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const STATES = ['visible', 'hidden', 'veryHidden'] as const;

const partName = (index: number) => `xl/worksheets/sheet${index + 1}.xml`;

function contentTypes(sheets: number): string {
  const parts = Array.from({ length: sheets }, (_, index) => [partName(index), 'worksheet']);
  parts.push(['xl/workbook.xml', 'sheet.main'], ['xl/sharedStrings.xml', 'sharedStrings']);
  const overrides = parts.map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${TYPE}.${type}+xml"/>`,
  );
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function relationships(entries: readonly (readonly [id: string, type: string, target: string])[]) {
  const tags = entries.map(
    ([id, type, target]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${tags.join('')}</Relationships>`;
}

function workbookXml(sheets: readonly OddSheet[], date1904: boolean): string {
  const tags = sheets.map(({ hidden, name }, index) => {
    const state = hidden === 0 ? '' : ` state="${STATES[hidden]}"`;
    return `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><bookViews><workbookView/></bookViews><sheets>${tags.join('')}</sheets></workbook>`;
}

function partsOf(random: Random, { date1904, sheets }: OddGrid, style: Style): Parts {
  const texts = new Texts(random);
  const xml = sheets.map((sheet) => sheetXml(random, sheet, style, texts));
  // Only the relationship says which part belongs to a sheet, not its position.
  const place = (index: number) => (index + 1) % sheets.length;
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbookXml(sheets, date1904),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map(
        (_, index) =>
          [`rId${index + 1}`, 'worksheet', `worksheets/sheet${place(index) + 1}.xml`] as const,
      ),
      ['rIdS', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}" count="1" uniqueCount="1">${texts.xml}</sst>`,
  };
  xml.forEach((sheet, index) => {
    parts[partName(place(index))] =
      `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetPr/><dimension ref="A1"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><cols><col min="1" max="3" hidden="1"/></cols>${sheet}<mergeCells count="1"><mergeCell ref="A1:C3"/></mergeCells></worksheet>`;
  });
  return parts;
}

type Rewrite = (xml: string) => string | Uint8Array;

const plain: Rewrite = (xml) => xml;
const prefixed: Rewrite = (xml) =>
  xml.replace(/<(\/?)(?=[a-z])/gi, '<$1x:').replace('xmlns=', 'xmlns:x=');
const strict: Rewrite = (xml) => xml.replace(MAIN, STRICT);
const utf16: Rewrite = (xml) => {
  const text = `\uFEFF${xml.replace('encoding="UTF-8"', 'encoding="UTF-16"')}`;
  const units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return new Uint8Array(units.buffer);
};

function rewritten(random: Random, parts: Parts): Parts {
  const rewrite = random.pick([...Array(7).fill(plain), prefixed, strict, utf16]);
  return Object.fromEntries(
    Object.entries(parts).map(([name, xml]) => [
      name,
      /worksheets|sharedStrings/.test(name) ? rewrite(xml as string) : xml,
    ]),
  );
}

/** An .xlsx in the ways that Excel, other programs and bare hands write one. */
export async function oddXlsx(random: Random, grid: OddGrid): Promise<Uint8Array<ArrayBuffer>> {
  const style: Style = {
    quote: random.chance(0.1) ? "'" : '"',
    pretty: random.chance(0.2),
    references: !random.chance(0.2),
    anomalies: random.chance(0.1),
  };
  const parts = rewritten(random, partsOf(random, grid, style));
  const pack = random.pick(['stored', 'streamed', 'packed', 'packed']);
  if (pack === 'stored') return packParts(parts, 0);
  if (pack === 'packed') return packParts(parts);
  return new Uint8Array(await new Blob(packWithDescriptors(parts)).arrayBuffer());
}
