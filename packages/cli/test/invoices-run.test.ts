import { existsSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBinary, CACHE, ended, start } from './binary.ts';
import { type Fixture, openFixture, openService, type Ran, type Service } from './fixture.ts';

type Row = Readonly<Record<string, unknown>>;
interface Report {
  readonly ok: boolean;
  readonly message: string;
  readonly items: readonly Row[];
}

const ADMIN = 'admin@forecourt.test';
const PATIENCE = 150_000;
const NOVEMBER = ['--from', '2026-11-01', '--to', '2026-11-30'];
/** A past month that the demo data leave unbilled; each test has its own service. */
const SMALL = { customers: 3, cards: 12, transactions: 400, invoices: 0 };
const OPTIONS = { demo: SMALL, referenceDay: '2026-11-20' } as const;

async function withFixture(
  work: (fixture: Fixture, service: Service) => Promise<void>,
): Promise<void> {
  const service = await openService([], OPTIONS);
  const fixture = openFixture(service.url);
  try {
    expect((await fixture.signIn(ADMIN)).code).toBe(0);
    await work(fixture, service);
  } finally {
    fixture.leave();
    await service.close();
  }
}

const run = async (fixture: Fixture, ...more: string[]) => {
  const { code, document, stderr } = await fixture.json(['invoices', 'run', ...NOVEMBER, ...more]);
  return { code, stderr, report: document as Report };
};
const made = ({ items }: Report) => items.filter(({ state }) => state === 'made');
const pairs = (items: readonly Row[]) =>
  items
    .map(({ company, company_name, currency }) => `${company ?? company_name} ${currency}`)
    .sort();
const listed = async (fixture: Fixture): Promise<readonly Row[]> => {
  const { document } = await fixture.json(['invoices', 'list', '--all']);
  return (document as { items: Row[] }).items;
};
const left = (fixture: Fixture): string[] => {
  const dir = fixture.path('config/changes');
  return existsSync(dir) ? readdirSync(dir) : [];
};

describe('invoices run', () => {
  it(
    'INV-14 previews the invoices, creates them once, and lists companies with nothing to bill',
    async () => {
      await withFixture(async (fixture) => {
        const dry = await run(fixture, '--dry-run');
        expect([dry.code, dry.report.ok]).toEqual([0, true]);
        const planned = dry.report.items.filter(({ state }) => state === 'would_make');
        expect(planned.length).toBeGreaterThanOrEqual(3);
        expect(await listed(fixture)).toEqual([]);

        // For people amounts are grouped, in documents plain.
        const text = await fixture.run(['invoices', 'run', ...NOVEMBER, '--dry-run']);
        const grouped = (amount: string) => amount.replace(/(\d)(?=(\d{3})+\.)/g, '$1,');
        const large = planned.find(({ total }) => Number(total) >= 1000);
        expect(large?.total).toMatch(/^\d{4,}\.\d\d$/);
        expect(text.stdout).toContain(`\t${grouped(String(large?.total))}\t`);
        expect(text.stdout).toContain(`${grouped(dry.report.message)}\n`);
        expect(dry.report.message).toMatch(/: \d+\.\d\d (CAD|USD)/);

        const first = await run(fixture);
        expect([first.code, pairs(made(first.report))]).toEqual([0, pairs(planned)]);
        expect(first.report.message).toMatch(/^\d invoices made: \d+\.\d\d (CAD|USD)/);
        const totals = (items: readonly Row[]) => items.map(({ total }) => Number(total)).sort();
        expect(totals(made(first.report))).toEqual(totals(planned));
        const invoices = await listed(fixture);
        expect(pairs(invoices)).toEqual(pairs(planned));
        expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['Draft']));

        const again = await fixture.run(['invoices', 'run', ...NOVEMBER]);
        expect(again.code).toBe(0);
        expect(again.stdout).toMatch(/North Haul.*\tnothing unbilled; \d+ lines? already billed\n/);
        expect(again.stdout).toContain('No invoice made.\n');
        expect(await listed(fixture)).toHaveLength(invoices.length);
        expect(left(fixture)).toEqual([]);
      });
    },
    PATIENCE,
  );

  it(
    'INV-14 LIST-15 takes relative days by the service’s clock, and warns of a period that isn’t over',
    async () => {
      await withFixture(async (fixture) => {
        const now = new Date();
        const day = (month: number, date: number): string => {
          const at = new Date(Date.UTC(now.getFullYear(), now.getMonth() + month, date));
          return at.toISOString().slice(0, 10);
        };
        const [first, last] = [day(-1, 1), day(0, 0)];
        const note = `Days: from ${first} to ${last}.\n`;
        const preview = ['invoices', 'run', '--dry-run'];
        const relative = await fixture.json([...preview, '--on', 'last-month']);
        const plain = await fixture.json([...preview, '--from', first, '--to', last]);
        expect(relative.document).toEqual(plain.document);
        const shown = await fixture.run([...preview, '--on', 'last-month']);
        expect([shown.code, shown.stderr]).toEqual([0, note]);
        const open = await fixture.run([...preview, '--from', 'last-month', '--to', 'today']);
        expect([open.code, open.stderr]).toEqual([
          0,
          expect.stringContaining(
            'This period isn’t over: purchases that are entered later need another invoice.',
          ),
        ]);
        const document = await fixture.json([...preview, '--from', 'last-month', '--to', 'today']);
        expect(document.document).toMatchObject({
          warning: 'This period isn’t over: purchases that are entered later need another invoice.',
        });
        expect(plain.document).not.toHaveProperty('warning');
        const before = await fixture.run([...preview, '--from', 'today', '--to', 'last-month']);
        expect([before.code, before.stderr]).toEqual([
          2,
          expect.stringContaining('--from is after --to: there is no day between them.'),
        ]);

        // The actions of records take them too.
        const statement = ['customers', 'statement', '1', '--format', 'csv', '--out', '-'];
        const saved = await fixture.run([...statement, '--on', 'last-month']);
        expect([saved.code, saved.stderr]).toEqual([0, note]);
        const days = ['--from', first, '--to', last];
        expect(saved.stdout).toBe((await fixture.run([...statement, ...days])).stdout);
        // A statement is of the past: a month that isn't over ends today, by whatever relative days.
        const soFar = await fixture.run([
          ...statement,
          '--from',
          'this-month',
          '--to',
          'next-month',
        ]);
        expect(soFar).toMatchObject({
          code: 0,
          stderr: `Days: from ${day(0, 1)} to ${day(0, now.getDate())}.\n`,
        });
        const coming = ['--from', 'this-month', '--to', day(2, 0)];
        expect(await fixture.run([...statement, ...coming])).toMatchObject({
          stderr: expect.stringContaining('To must not be after today'),
        });
        expect(await fixture.run([...statement, '--on', 'last-mouth'])).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('or a relative one, such as last-month.'),
        });
      });
    },
    PATIENCE,
  );

  it(
    'INV-14 bills a single company, by name or id, and voided lines again',
    async () => {
      await withFixture(async (fixture) => {
        const name = 'North Haul Carriers Ltd.';
        const own = await run(fixture, '--company', name);
        expect(new Set(own.report.items.map(({ company }) => company))).toEqual(new Set([name]));
        const [invoice] = made(own.report);
        const number = String(invoice?.invoice_number);
        expect((await run(fixture, '--company', '1')).report.message).toBe('No invoice made.');
        const argv = ['invoices', 'void', number, '--reason', 'Wrong day'];
        expect((await fixture.run(argv)).stdout).toBe('Invoice Voided Successfully\n');
        expect((await fixture.run(argv)).code).toBe(5);
        const anew = made((await run(fixture, '--company', name)).report);
        expect(anew.map((row) => [row.invoice_number, row.total])).toEqual([
          [`${number}-2`, invoice?.total],
        ]);
      });
    },
    PATIENCE,
  );

  it.each<[string[], string]>([
    [[], '--from is required: a day, YYYY-MM-DD or relative. Or give --on.'],
    [['--from', '2026-11-01'], '--to is required: a day, YYYY-MM-DD or relative. Or give --on.'],
    [
      ['--from', '01-11-2026', '--to', '2026-11-30'],
      '--from is a day of the calendar, YYYY-MM-DD, or a relative one, such as last-month.',
    ],
    [
      ['--on', 'last-month', '--to', '2026-11-01'],
      '--on is both ends of the days: leave out --from and --to.',
    ],
    [
      ['--from', '2026-11-30', '--to', '2026-11-01'],
      '--from is after --to: there is no day between them.',
    ],
  ])('INV-14 ends with 2 for %j', async (argv, message) => {
    const fixture = openFixture('http://127.0.0.1:9/api/v1');
    const { code, document } = await fixture.json(['invoices', 'run', ...argv]);
    fixture.leave();
    expect([code, (document as { error: { message: string } }).error.message]).toEqual([
      2,
      message,
    ]);
  });

  it(
    'INV-14 exits with 2 for an unknown company, and with 4 without the right',
    async () => {
      await withFixture(async (fixture) => {
        const unknown = await run(fixture, '--company', 'Nobody Haul');
        expect([unknown.code, unknown.stderr]).toEqual([
          2,
          expect.stringContaining('There is no company Nobody Haul.'),
        ]);
        await fixture.signIn('clerk@forecourt.test');
        expect((await run(fixture)).code).toBe(4);
        expect((await run(fixture, '--dry-run')).code).toBe(4);
        expect((await fixture.run(['invoices', 'void', '1', '--reason', 'No'])).code).toBe(4);
      });
    },
    PATIENCE,
  );
});

/** Where the proxy stops the run: at the n-th creation, before it arrives or after it is done. */
interface Stop {
  readonly making: number;
  readonly when: 'before' | 'after';
}

/** A proxy that holds the n-th creation, so that the run can be killed at that point. */
async function openLine(target: string, stop: Stop) {
  let makings = 0;
  let reached: () => void = () => undefined;
  const there = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const forward = (call: IncomingMessage, answer: ServerResponse) => {
    const { headers, method, url = '' } = call;
    const isMaking = method === 'POST' && url.endsWith('spol/invoices/');
    makings += isMaking ? 1 : 0;
    const stops = isMaking && makings === stop.making;
    if (stops && stop.when === 'before') return reached();
    const onward = request(`${target}${url}`, { method, headers }, (real) => {
      if (stops) {
        real.resume().on('end', reached);
        return;
      }
      answer.writeHead(real.statusCode ?? 502, real.headers);
      real.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    call.pipe(onward);
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    there,
    lift: () => {
      makings = Number.NEGATIVE_INFINITY;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a killed run', () => {
  let binary: string;
  beforeAll(() => {
    binary = buildBinary();
  });
  const opened: { close(): unknown }[] = [];
  afterAll(() => Promise.all(opened.map((one) => one.close())));

  const begin = (fixture: Fixture, url: string): ReturnType<typeof start> => {
    const child = start(process.execPath, [binary, 'invoices', 'run', ...NOVEMBER, '--json'], {
      FORECOURT_CONFIG_DIR: fixture.path('config'),
      FORECOURT_BASE_URL: url,
      FORECOURT_CREDENTIALS: 'file',
      XDG_CACHE_HOME: CACHE,
    });
    child.stdin.end();
    return child;
  };

  it.each<Stop>([
    { making: 1, when: 'before' },
    { making: 1, when: 'after' },
    { making: 2, when: 'before' },
    { making: 2, when: 'after' },
    { making: 3, when: 'after' },
  ])(
    'INV-14 killed at creation $making, $when it is done, creates each invoice once in the next run',
    async (stop) => {
      const service = await openService([], OPTIONS);
      const line = await openLine(new URL(service.url).origin, stop);
      const url = `${line.url}/api/v1`;
      const fixture = openFixture(url);
      opened.push(line, service, { close: () => fixture.leave() });
      await fixture.signIn(ADMIN);
      const planned = (await run(fixture, '--dry-run')).report.items.filter(
        ({ state }) => state === 'would_make',
      );

      const child = begin(fixture, url);
      const end: Promise<Ran> = ended(child);
      await line.there;
      // Only one run at a time: the second makes nothing and names the first.
      const second = await run(fixture);
      expect([second.code, second.stderr]).toEqual([8, expect.stringContaining('in_use')]);
      child.kill('SIGKILL');
      expect((await end).code).toBe(137);
      expect(left(fixture).length).toBeGreaterThan(0);

      line.lift();
      const { code, report } = await run(fixture);
      expect(code).toBe(0);
      expect(pairs(await listed(fixture))).toEqual(pairs(planned));
      const settled = report.items.filter((item) => item.settled === true);
      expect(settled).toHaveLength(1);
      expect(settled[0]).toMatchObject({ state: 'made', invoice_number: expect.any(String) });
      // Invoices whose answer was read before the kill are not new.
      expect(made(report)).toHaveLength(planned.length - stop.making + 1);
      expect((await run(fixture)).report.message).toBe('No invoice made.');
      expect(left(fixture)).toEqual([]);
    },
    PATIENCE,
  );
});
