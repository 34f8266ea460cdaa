import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packParts } from '../../../../../examples/provider-files/odd/zip.ts';
import { fault, read } from './files.test-kit.ts';
import { cpuOf, PLACES, type Place, readEveryWay } from './hostile-files.test-kit.ts';
import { fileOf, pack, workbookParts } from './workbooks.test-kit.ts';

/** Tokens of every grammar that is read; a text repeats up to three of them. */
const TOKENS = [
  ...[
    '<',
    '>',
    '</',
    '/',
    '<t ',
    '<t>',
    '<rPh ',
    '<rPh>',
    '<si>',
    '<si ',
    '<is>',
    '<v>',
    '<f>',
    '<a:',
  ],
  ...[
    '<row ',
    '<row>',
    '<c ',
    '<c/>',
    '<sheet ',
    '<sheet a=" ',
    '<sheetData ',
    '<worksheet ',
    '</worksheet',
  ],
  ...['<sheet name="a" r:id="rId1"/>', '<Relationship ', '<Relationship Id="a" Target="b"/>'],
  ...[
    '<input ',
    '<input type ',
    '<table ',
    '<table>',
    '</table>',
    '<tr><td',
    '<tr>',
    '<td>',
    '<b>',
    '<br>',
  ],
  ...['<td rowspan=2>x</td>', '<td colspan=2>x</td>', '<tr><td rowspan=2 colspan=2>x</td>'],
  ...['<Row>', '<Cell ', '<Cell>', '<Data ', '<Style ', '<Workbook ', '<?xml ', '<?xml>', 'sep='],
  ...[
    '<!--',
    '<!---->',
    '-->',
    '<![CDATA[',
    ']]>',
    '&',
    '&amp;',
    '&#x41;',
    '&#65',
    '&nbsp;',
    '_x0041_',
  ],
  ...['a=', 'a', '=', '"', "'", "''", '";', '",', ',', ';', '|', ' ', '\t', '\n', '\r', '\u00a0'],
  ...['0', '1', '1 ', '1,', '.', '-', '(', '$', 'X', '*', 'e', 'é', '\uFEFF'],
] as const;

const REPEATS = 3_000;
/** Reading in linear time takes less for the longer texts; in quadratic time, several times as long. */
const QUICK_MS = 60;
const TRIES = 3;

const least = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let tried = 0; tried < TRIES; tried += 1) times.push(await cpuOf(work));
  return Math.min(...times);
};

/** Returns how many times as long four times the text takes; 1 if that is over at once. */
async function growth(place: Place, unit: string): Promise<number> {
  const four = PLACES[place](unit.repeat(4 * REPEATS));
  if ((await cpuOf(() => readEveryWay(four))) < QUICK_MS) return 1;
  const long = await least(() => readEveryWay(four));
  if (long < QUICK_MS) return 1;
  return long / (await least(() => readEveryWay(PLACES[place](unit.repeat(REPEATS)))));
}

describe('TXN-04 hostile texts take time in proportion to their length', () => {
  it.each(Object.keys(PLACES) as Place[])('in %s', async (place) => {
    await readEveryWay(PLACES[place]('1'));
    const units = fc
      .array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 3 })
      .map((tokens) => tokens.join(''));
    await fc.assert(
      fc.asyncProperty(units, async (unit) => {
        expect(await growth(place, unit)).toBeLessThan(8);
      }),
      { seed: 33, numRuns: 6, endOnFailure: true },
    );
  });
});

describe('TXN-04 files that stopped the service are read or refused at once', () => {
  const number = '<row r="1"><c r="A1"><v>7</v></c></row>';
  const workbook = (changes: (parts: Record<string, string>) => Record<string, string>) => {
    const parts = workbookParts({ sheets: [{ name: 'Data', xml: number }] });
    return fileOf(packParts({ ...parts, ...changes(parts) }));
  };
  const letters = 'a'.repeat(60_000);

  it.each([
    ['<sheet of 60,000 letters', '<sheet '.concat(letters, '></sheets>')],
    ['<sheet 20,000 times', `${'<sheet '.repeat(20_000)}></sheets>`],
  ])('a list of sheets with %s', async (_, end) => {
    const file = workbook((parts) => ({
      'xl/workbook.xml': (parts['xl/workbook.xml'] as string).replace('</sheets>', end),
    }));
    const { rows } = await quickly(() => read(file));
    expect(rows).toEqual([{ row: 1, cells: [7] }]);
  });

  it('a relationship of 60,000 letters', async () => {
    const path = 'xl/_rels/workbook.xml.rels';
    const file = workbook((parts) => ({
      [path]: (parts[path] as string).replace(
        '</Relationships>',
        `<Relationship ${letters}></Relationships>`,
      ),
    }));
    const { rows } = await quickly(() => read(file));
    expect(rows).toEqual([{ row: 1, cells: [7] }]);
  });

  it('a sheet that starts with 20,000 starts of <sheetData', async () => {
    const path = 'xl/worksheets/sheet1.xml';
    const file = workbook((parts) => ({
      [path]: (parts[path] as string).replace('<sheetData>', '<sheetData '.repeat(20_000)),
    }));
    await quickly(() => readEveryWay(file));
  });

  it('20,000 starts of runs or of phonetic texts in a text', async () => {
    for (const [start, end] of [
      ['<t ', ''],
      ['<rPh>', '<t>x</t>'],
    ] as const) {
      const inside = `${start.repeat(20_000)}${end}`;
      const shared = pack({
        strings: `<si>${inside}</si>`,
        sheets: [{ name: 'A', xml: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }],
      });
      const inline = pack({
        sheets: [
          { name: 'A', xml: `<row r="1"><c r="A1" t="inlineStr"><is>${inside}</is></c></row>` },
        ],
      });
      for (const bytes of [shared, inline]) {
        const { rows } = await quickly(() => read(fileOf(bytes)));
        expect(rows).toEqual(end === '' ? [] : [{ row: 1, cells: ['x'] }]);
      }
    }
  });

  it('a web page with 30,000 fields of input', async () => {
    const html = `<html><table><tr><td>x</td></tr></table>${'<input '.repeat(30_000)}`;
    const { rows } = await quickly(() => read(fileOf(html, 'a.xls')));
    expect(rows).toEqual([{ row: 1, cells: ['x'] }]);
  });

  it('a text that starts with forty comments', async () => {
    const file = fileOf(`${'<!---->'.repeat(40)}x`, 'a.csv');
    expect((await quickly(() => fault(file))).code).toBe('unsupported_kind');
  });

  it('a table with as many merged cells as data', async () => {
    const html = `<table>${'<tr><td rowspan=2 colspan=2>x</td>'.repeat(20_000)}${'</td>'.repeat(20_000)}</table>`;
    const { message } = await quickly(() => fault(fileOf(html, 'a.xls')));
    expect(message).toBe(
      'a.xls is damaged: its table has more merged cells than data. Get the file again from the provider, or open it in Excel and save it anew.',
    );
  });

  it('more than 1,000 sheets are refused, and 1,000 that name one part are not', async () => {
    const sheets = (count: number) =>
      workbook((parts) => ({
        'xl/workbook.xml': (parts['xl/workbook.xml'] as string).replace(
          '</sheets>',
          `${'<sheet name="B" sheetId="2" r:id="rId1"/>'.repeat(count - 1)}</sheets>`,
        ),
      }));
    expect((await fault(sheets(1_001))).message).toMatch(
      /^file\.xlsx is damaged: it has more than 1000 sheets\./,
    );
    expect((await read(sheets(100))).rows).toHaveLength(100);
  });

  it.each([
    ['&amp;', 2_000_000],
    ['&#65;', 3_200_000],
  ])('a cell of %s is refused before it is resolved', async (reference, count) => {
    const text = reference.repeat(count);
    const shared = pack({
      strings: `<si><t>${text}</t></si>`,
      sheets: [{ name: 'A', xml: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }],
    });
    const inline = pack({
      sheets: [
        { name: 'A', xml: `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>` },
      ],
    });
    expect((await quickly(() => fault(fileOf(inline)))).message).toBe(
      'file.xlsx is damaged: in sheet "A", a cell holds more than the 32,767 characters that it can. Get the file again from the provider, or open it in Excel and save it anew.',
    );
    expect((await quickly(() => fault(fileOf(shared)))).code).toMatch(
      /damaged_file|too_large|unzip_bomb/,
    );
  });

  it('a text of 32,767 escapes of the longest form is read', async () => {
    const xml = `<row r="1"><c r="A1" t="inlineStr"><is><t>${'&#x10FFFF;'.repeat(32_767)}</t></is></c></row>`;
    const { rows } = await read(fileOf(pack({ sheets: [{ name: 'A', xml }] })));
    expect(String(rows[0]?.cells[0])).toHaveLength(65_534);
  });

  it('ten rows of 16,384 headers each', async () => {
    const line = Array.from({ length: 16_384 }, (_, column) => `h${column}`).join(',');
    await quickly(() => readEveryWay(fileOf(`${line}\n`.repeat(10), 'a.csv')), 2_000);
  });

  it('a long row whose cells wait for one shared text after the other', async () => {
    const cells = Array.from(
      { length: 400 },
      (_, cell) => `<c${' '.repeat(5_000)}t="s"><v>${cell * 500}</v></c>`,
    );
    const file = fileOf(
      pack(
        {
          strings: Array.from(
            { length: 200_000 },
            (_, index) => `<si><t>text number ${index}</t></si>`,
          ).join(''),
          sheets: [{ name: 'A', xml: `<row r="1">${cells.join('')}</row>` }],
        },
        0,
      ),
    );
    const { rows } = await quickly(() => read(file), 1_500);
    expect(rows[0]?.cells[399]).toBe('text number 199500');
  });
});

/** CPU time of what these files took before: seconds, or for ever. */
async function quickly<Result>(work: () => Promise<Result>, withinMs = 500): Promise<Result> {
  let result: Result | undefined;
  const took = await cpuOf(async () => {
    result = await work();
  });
  expect(took).toBeLessThan(withinMs);
  return result as Result;
}
