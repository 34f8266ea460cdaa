import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openWorkbook } from '@forecourt/core/provider-files';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBinary, ended, start } from './binary.ts';
import { textOf, withFaults } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

const PATIENCE = 120_000;

const { fixture } = fixtureForAll();

type Row = Readonly<Record<string, string>>;

async function exported(...argv: string[]): Promise<string> {
  const { code, stderr } = await fixture.run(argv);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Export \d+ \w+\n$/)]);
  return fixture.path(String(argv.at(-1)?.split('/').at(-1)));
}

async function sheetOf(path: string): Promise<readonly (readonly unknown[])[]> {
  const workbook = await openWorkbook({ name: 'x.xlsx', blob: new Blob([readFileSync(path)]) });
  const rows: (readonly unknown[])[] = [];
  for await (const batch of workbook.rows(0)) rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

describe('an export in another format', () => {
  it.each([
    ['cards', ['--all']],
    ['transactions', ['--filter', 'hdr_currency:CAD']],
  ])(
    'TXN-03 CARD-04 as %s: JSON, JSON lines and a workbook contain the same data as the CSV',
    async (name, which) => {
      const save = (file: string, ...more: string[]) =>
        exported(name, 'export', ...which, ...more, '--out', fixture.path(file));
      const lines = textOf(await save(`${name}.csv`))
        .trimEnd()
        .split('\r\n').length;
      const json = JSON.parse(textOf(await save(`${name}.json`))) as Row[];
      const ndjson = textOf(await save(`${name}.txt`, '--format', 'ndjson'));
      const [header = [], ...sheet] = await sheetOf(await save(`${name}.xlsx`));
      expect(json.length).toBe(lines - 1);
      expect(json.length).toBeGreaterThan(100);
      expect(
        ndjson
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual(json);
      expect(header).toEqual(Object.keys(json[0] ?? {}));
      const asText = (value: unknown) => (value === undefined ? '' : String(value));
      const [first = []] = sheet;
      expect(sheet).toHaveLength(json.length);
      for (const [at, label] of header.entries()) {
        const wanted = json[0]?.[String(label)] ?? '';
        const cell = first[at];
        expect(typeof cell === 'number' ? cell : asText(cell)).toEqual(
          typeof cell === 'number' ? Number(wanted) : wanted,
        );
      }
      const card = first[header.findIndex((label) => /card/i.test(String(label)))];
      expect(card).toEqual(expect.stringMatching(/^\d{16}$/));
    },
  );

  it('TXN-03 goes to standard output, and uses the format in its name unless --out names it', async () => {
    const { code, stdout } = await fixture.run([
      'cards',
      'export',
      '--all',
      '--format',
      'ndjson',
      '--out',
      '-',
    ]);
    expect([code, stdout.trimEnd().split('\n')]).toEqual([
      0,
      expect.objectContaining({ length: 120 }),
    ]);
    await fixture.run([
      'cards',
      'export',
      '--all',
      '--format',
      'xlsx',
      '--out',
      `${fixture.path('folder')}/`,
    ]);
    expect(readdirSync(fixture.path('folder'))).toEqual([expect.stringMatching(/^Cards.*\.xlsx$/)]);
  });

  it('refuses an unknown format by name, before any call', async () => {
    const { code, stderr } = await fixture.run(['cards', 'export', '--all', '--format', 'xml']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Formats: csv, json, ndjson, xlsx.'),
    ]);
  });

  it.each(['json', 'ndjson', 'xlsx'])(
    'ERR-03 leaves nothing of a truncated %s file',
    async (format) => {
      const cut = { match: 'POST /api/v1/fuel-transaction/export', kind: 'truncate' } as const;
      await withFaults([cut], async (fixture) => {
        const out = fixture.path(`out.${format}`);
        writeFileSync(out, 'former');
        expect((await fixture.run(['transactions', 'export', '--out', out])).code).toBe(7);
        expect(textOf(out)).toBe('former');
        expect(readdirSync(fixture.dir).sort()).toEqual(['config', `out.${format}`]);
      });
    },
  );
});

const CELLS = 20;
const HEADER = Array.from({ length: CELLS }, (_, index) => `Column ${index}`).join(',');
const LINE = `${Array.from({ length: CELLS - 2 }, (_, index) => `value ${index}`).join(',')},12.50,"a ""b"""\r\n`;

/** A service with an export of this size, generated as it is read. */
async function openLargeExport(megabytes: number) {
  const piece = LINE.repeat(Math.ceil(256_000 / LINE.length));
  const pieces = Math.ceil((megabytes * 1_000_000) / piece.length);
  const server = createServer((call, answer) => {
    call.resume();
    if (call.method === 'GET') {
      const metadata = { page: 1, size: 1, total_count: (piece.length / LINE.length) * pieces };
      answer.writeHead(200, { 'content-type': 'application/json' });
      return void answer.end(JSON.stringify({ metadata, transactions: [{ id: '1' }] }));
    }
    answer.writeHead(200, { 'content-type': 'text/csv' });
    answer.write(`${HEADER}\r\n`);
    let sent = 0;
    const send = () => {
      while (sent < pieces) {
        sent += 1;
        if (!answer.write(piece)) return void answer.once('drain', send);
      }
      answer.end();
    };
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    rows: (piece.length / LINE.length) * pieces,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

// The peak of this program alone: maxRSS starts with the peak of the process that started it.
const PEAK = [
  'import { readFileSync } from "node:fs";',
  'process.on("exit", () => process.stderr.write(',
  '"peak " + /VmHWM:\\s*(\\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))[1] + "\\n"))',
].join(' ');

let binary: string;

beforeAll(() => {
  binary = buildBinary();
}, PATIENCE);

/** Peak memory in MB of a process that makes this export. */
async function peakOf(format: string, megabytes: number): Promise<number> {
  const large = await openLargeExport(megabytes);
  // Garbage collection by the thread that exports, over a small young generation: helper threads that wait for a
  // processor would let it grow by 100 MB.
  const node = [
    '--max-old-space-size=64',
    '--max-semi-space-size=2',
    '--single-threaded-gc',
    `--import=data:text/javascript,${encodeURIComponent(PEAK)}`,
  ];
  const out = fixture.path(`large.${format}`);
  const argv = ['transactions', 'export', '--out', out, '--base-url', large.url];
  const env = { FORECOURT_TOKEN: 'large', FORECOURT_CONFIG_DIR: fixture.path('large') };
  try {
    const child = start(process.execPath, [...node, binary, ...argv], env);
    child.stdin.end();
    const { code, stderr } = await ended(child);
    // A slow machine has a line of progress each minute.
    const said = stderr.replace(/^\S+Z .* received.*\n/gm, '');
    expect([code, said]).toEqual([0, expect.stringMatching(/^(\D.*\n)*peak \d+\n$/)]);
    if (format === 'ndjson') expect(textOf(out).split('\n').length - 1).toBe(large.rows);
    return Number(/peak (\d+)/.exec(stderr)?.[1]) / 1000;
  } finally {
    await large.close();
  }
}

/** What the process uses before it exports anything, with its small heap. */
const IDLE_MB = 150;

describe.each([
  ['csv', 60],
  ['json', 20],
  ['ndjson', 20],
  ['xlsx', 8],
])('an export as %s', (format, megabytes) => {
  it(
    `TXN-03 streams ${megabytes} MB without holding the whole file`,
    // A heap of 64 MB can't hold the export: parsed rows take several times its size.
    async () => expect(await peakOf(format, megabytes)).toBeLessThan(IDLE_MB + 64),
    PATIENCE,
  );
});
