import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, openFixture, openService, type Service, textOf } from './fixture.ts';
import { openInbox, recentDay, WITH_ALL_CARDS } from './night-fixture.ts';

/** How a proxy that accepts a call then stalls: before its answer, within it, or on every call. */
type Stall = 'before' | 'within' | 'all';

interface Line {
  readonly url: string;
  /** How many imports stall; later ones pass. */
  stalls: number;
  /** Until then the service reports that it is still working. */
  worksUntil: number;
  readonly sent: () => number;
  readonly close: () => Promise<void>;
}

async function openLine(serviceUrl: string, stall: Stall): Promise<Line> {
  const { origin, pathname } = new URL(serviceUrl);
  let sent = 0;
  const line = { stalls: Number.POSITIVE_INFINITY, worksUntil: 0 };
  const server = createServer((call, answer) => {
    const { headers, method, url = '' } = call;
    const isImport = method === 'POST' && url.includes('import_transactions');
    if (isImport) sent += 1;
    const stalled = isImport && sent <= line.stalls;
    const asked = url.includes('/imports?key=');
    if (asked && stall === 'all' && sent > 0) return;
    const onward = request(`${origin}${url}`, { method, headers }, (real) => {
      if (stalled && stall !== 'within') return void real.resume();
      if (stalled) {
        answer.writeHead(real.statusCode ?? 502, real.headers);
        real.once('data', (bytes: Buffer) => answer.write(bytes.subarray(0, 10)));
        return;
      }
      if (asked && Date.now() < line.worksUntil) {
        const pieces: Buffer[] = [];
        real.on('data', (piece: Buffer) => pieces.push(piece));
        real.on('end', () => {
          const text = Buffer.concat(pieces).toString().replaceAll('"done"', '"running"');
          answer.writeHead(200, { 'content-type': 'application/json' }).end(text);
        });
        return;
      }
      answer.writeHead(real.statusCode ?? 502, real.headers);
      real.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    call.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(line, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    sent: () => sent,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

let service: Service;
let fixture: Fixture;
let line: Line | undefined;

beforeAll(async () => {
  service = await openService([], WITH_ALL_CARDS);
});
afterAll(() => service.close());
beforeEach(() => {
  line = undefined;
});
afterEach(async () => {
  fixture.leave();
  await line?.close();
});

async function openStalled(stall: Stall): Promise<Line> {
  line = await openLine(service.url, stall);
  fixture = openFixture(line.url);
  await fixture.signIn('admin@forecourt.test');
  return line;
}

/** Rows that no other file of these tests has. */
function sheetFile(name: string, rows: number): string {
  const path = fixture.path(name);
  writeFileSync(path, workbookBytes([pipelineSheet(recentDay(), rows, rows)]));
  return path;
}

const importing = (path: string, ...more: string[]) => [
  ...['transactions', 'import', path, '--provider', 'Pipeline', '--ask-every', '0.05'],
  ...more,
];

const seconds = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

describe('--timeout', () => {
  it.each(['before', 'within'] as const)(
    "TXN-13 limits the wait for an import's next byte, %s its answer: the client looks it up and fetches its result",
    async (stall) => {
      const stalled = await openStalled(stall);
      stalled.stalls = 1;
      const rows = stall === 'before' ? 41 : 42;
      const path = sheetFile(`${stall}.xlsx`, rows);
      const took = await seconds(async () => {
        const { code, document } = await fixture.json(importing(path, '--timeout', '1'));
        expect([code, document]).toMatchObject([0, { files: [{ imported: rows }] }]);
        const [{ result }] = (document as { files: [{ result: string }] }).files;
        expect(textOf(result).trimEnd().split('\r\n')).toHaveLength(rows + 1);
      });
      expect(took).toBeLessThan(15);
    },
  );

  it('TXN-13 exits with 8 if nothing answers any more, and the next run finds out', async () => {
    await openStalled('all');
    const path = sheetFile('silent.xlsx', 43);
    const took = await seconds(async () => {
      const { code, stderr } = await fixture.json(importing(path), {
        env: { FORECOURT_TIMEOUT: '0.5' },
      });
      expect([code, JSON.parse(stderr).error.code]).toEqual([8, 'outcome_unknown']);
    });
    expect(took).toBeLessThan(20);
    const env = { FORECOURT_BASE_URL: service.url, FORECOURT_TOKEN: tokenOf() };
    const { code, document } = await fixture.json(importing(path), { env });
    expect([code, document]).toMatchObject([0, { files: [{ imported: 43, duplicates: 0 }] }]);
  });

  it('does not let one stalled connection use up a night: three files, and the others are left with 7', async () => {
    await openStalled('all');
    const inbox = openInbox(fixture);
    for (let seed = 800; seed < 806; seed += 1) inbox.pipeline(`${seed}.xlsx`, seed);
    const took = await seconds(async () => {
      const { code, stdout } = await fixture.json([...inbox.argv, '--timeout', '0.3']);
      const { files } = JSON.parse(stdout) as { files: { state: string; exitCode: number }[] };
      expect(code).toBe(8);
      expect(files.map(({ state, exitCode }) => [state, exitCode])).toEqual([
        ['unknown', 8],
        ['failed', 7],
        ['failed', 7],
        ['left', 7],
        ['left', 7],
        ['left', 7],
      ]);
    });
    expect(took).toBeLessThan(30);
  });
});

describe('--import-timeout', () => {
  it('limits the whole import: if the service is still working on it, the outcome is unknown, and the next run settles it', async () => {
    const stalled = await openStalled('before');
    stalled.stalls = 1;
    stalled.worksUntil = Number.POSITIVE_INFINITY;
    const path = sheetFile('slow.xlsx', 44);
    const took = await seconds(async () => {
      const argv = importing(path, '--timeout', '0.5', '--import-timeout', '3');
      const { code, stderr } = await fixture.json(argv);
      expect([code, JSON.parse(stderr).error.code]).toEqual([8, 'outcome_unknown']);
    });
    expect(took).toBeGreaterThan(2.5);
    expect(took).toBeLessThan(15);
    stalled.worksUntil = 0;
    const { code, document } = await fixture.json(importing(path));
    expect([code, document]).toMatchObject([0, { files: [{ imported: 44, duplicates: 0 }] }]);
  });

  it('does not interrupt an import that takes longer than the default of other calls', async () => {
    await openStalled('before');
    const argv = ['config', 'list', '--json'];
    const env = { FORECOURT_IMPORT_TIMEOUT: '77', FORECOURT_TIMEOUT: '12' };
    expect((await fixture.run(argv, { env })).stdout).toMatch(/import-timeout.*77/);
    const wrong = await fixture.run(importing('x.xlsx', '--import-timeout', 'soon'));
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--import-timeout')]);
  });
});

const tokenOf = (): string =>
  JSON.parse(textOf(fixture.path('config/credentials/default.json'))).session.authorization;
