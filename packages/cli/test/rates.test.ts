import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  BAD_RATES_TODAY,
  badRates,
  goodRates,
  mendWorkbook,
} from '@forecourt/provider-file-examples';
import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture, openService, withFaults } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';
import { trailOf } from './trail.ts';

const DAY = BAD_RATES_TODAY;
const NEXT = '2026-11-19';
const AT = new Date(`${DAY}T15:00:00Z`);

const { fixture, service } = fixtureForEach({
  open: () => openService([], { seed: 'empty', now: () => AT }),
});

const goodOf = (provider: string, day = DAY) => {
  const file = goodRates(day).find((candidate) => candidate.provider === provider);
  if (!file) throw new Error(`no rates of ${provider}`);
  return file;
};

function put(
  { bytes, name }: { readonly bytes: Uint8Array; readonly name: string },
  at: Fixture = fixture,
): string {
  writeFileSync(at.path(name), bytes);
  return at.path(name);
}

const named = (name: string) => {
  const file = badRates().find((candidate) => candidate.name === name);
  if (!file) throw new Error(`no ${name}`);
  return file;
};

const rates = (verb: string, path: string, provider: string, ...more: string[]) => [
  'rates',
  verb,
  path,
  '--provider',
  provider,
  ...(more.includes('--day') ? [] : ['--day', DAY]),
  ...more,
];

/** All files below the folder of former rates. */
const keptIn = (at: Fixture): string[] =>
  readdirSync(join(at.dir, 'config', 'rates'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(at.dir, 'config', 'rates', name));

describe('rates check', () => {
  it('AUTH-10 exits with 3 when the stored sign-in was ended, and sends nothing', async () => {
    const stored = join(fixture.dir, 'config', 'credentials', 'default.json');
    const kept = JSON.parse(readFileSync(stored, 'utf8'));
    kept.session.authorization = `Bearer ${'x'.repeat(43)}`;
    writeFileSync(stored, JSON.stringify(kept));
    const ran = await fixture.run(rates('upload', put(goodOf('Esso')), 'Esso'));
    expect([ran.code, ran.stdout]).toEqual([3, '']);
    expect(ran.stderr).toContain('forecourt login');
    expect(ran.stderr).not.toContain('unexpected');
  });

  it.each(['TA-Petro', 'Pipeline', 'Esso'])(
    'RATE-01 accepts correct rates of %s without a sign-in',
    async (provider) => {
      const away = openFixture('http://127.0.0.1:1/api/v1');
      const { code, stdout, stderr } = await away.run(
        rates('check', put(goodOf(provider), away), provider.toLowerCase()),
      );
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/rows?, \d+ accepted · \d+ sites · for .* · 0 errors · 0 warnings/);
      expect(stdout).toContain('No former rates are known');
      away.leave();
    },
  );

  it.each([
    ['rate_today_missing.xlsx', 'RATE-DATE', 'A1'],
    ['rate_day_garbled.xlsx', 'RATE-NO-DATE', 'A1'],
    ['rate_cents_as_dollars.xlsx', 'RATE-CENTS', 'L4'],
    ['rate_wrong_currency.xlsx', 'RATE-CURRENCY', 'A1'],
    ['rate_range.xlsx', 'RATE-RANGE', 'L3'],
    ['rate_2sheets.xlsx', 'RATE-SHEET-DAY', 'A1'],
    ['rate_sum_off.xlsx', 'RATE-SUM', 'L3'],
  ])('RATE-01 %s: ends with 5 and names %s at %s', async (name, rule, cell) => {
    const argv = rates('check', put(named(name)), 'Pipeline');
    const { code, stdout } = await fixture.run(argv);
    expect(code).toBe(5);
    expect(stdout).toMatch(new RegExp(`!${cell} ${rule} `));
    const guard = !['RATE-CURRENCY', 'RATE-SUM'].includes(rule);
    expect(stdout.includes(`If all of this is right: --accept ${rule}`)).toBe(guard);
    const reported = await fixture.json(argv);
    expect(JSON.parse(reported.stderr).error).toMatchObject({
      code: 'check_failed',
      issues: expect.arrayContaining([expect.objectContaining({ rule, file: fixture.path(name) })]),
    });
  });

  it('RATE-01 compares rates with an earlier file: what moved, and what is missing', async () => {
    const today = put(goodOf('Pipeline'));
    const before = mendWorkbook(goodOf('Pipeline', '2026-11-17').bytes, { L3: 0.9, N3: 0.9 });
    writeFileSync(fixture.path('before.xlsx'), before);
    const moved = await fixture.run(
      rates('check', today, 'Pipeline', '--former', fixture.path('before.xlsx')),
    );
    expect(moved.stdout).toContain(`Compared with ${fixture.path('before.xlsx')}`);
    const part = put(named('rate_former_same.xlsx'));
    const missing = await fixture.run(rates('check', part, 'Pipeline', '--former', today));
    expect([missing.code, missing.stdout]).toEqual([
      5,
      expect.stringMatching(/RATE-MISSING-SITES .*\d{5}/),
    ]);
  });

  it('writes a copy with reasons', async () => {
    const path = put(named('rate_cents_as_dollars.xlsx'));
    const to = fixture.path('copy.xlsx');
    const { document } = await fixture.json(rates('check', path, 'Pipeline', '--annotate', to));
    expect(document).toMatchObject({ annotated: to });
    expect(statSync(to).size).toBeGreaterThan(1_000);
  });

  it.each([
    [['--provider', 'Shell'], 'Fuel Provider must be one of the choices (--provider)'],
    [[], 'Fuel Provider is missing: give --provider.\nOne of: TA-Petro, Pipeline, Esso.'],
    [['--provider', 'Esso', '--day', '2026-02-30'], 'must be a day as YYYY-MM-DD'],
    [
      ['--provider', 'Esso', '--day', 'yesterday'],
      '--day must be a day as YYYY-MM-DD, not yesterday.',
    ],
    [['--provider', 'Esso', '--accept', 'RATE-SUM'], 'RATE-SUM cannot be accepted'],
    [['--provider', 'Esso', '--max-change', '0'], '--max-change is a percentage'],
  ])('ends with 2 and says what is wrong: %j', async (more, reported) => {
    const { code, stdout, stderr } = await fixture.run([
      'rates',
      'check',
      put(goodOf('Esso')),
      ...more,
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reported);
  });

  it.each([
    ['rates.csv', 10, 'Only .xls, .xlsx'],
    ['rates.xlsx', 1_000_001, '1000000 bytes'],
  ])('RATE-01 says of %s of %i bytes what the upload says', async (name, size, reported) => {
    for (const verb of ['check', 'upload']) {
      const ran = await fixture.json(
        rates(verb, put({ name, bytes: new Uint8Array(size) }), 'Esso'),
      );
      expect(ran.code).toBe(5);
      expect(JSON.parse(ran.stderr).error.message).toContain(reported.replace('Only ', ''));
    }
  });
});

describe('rates upload', () => {
  it('RATE-02 uploads correct rates, stores them, and compares the next ones with them', async () => {
    const first = await fixture.json(rates('upload', put(goodOf('Pipeline')), 'Pipeline'));
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.document).toMatchObject({
      ok: true,
      sent: true,
      message: 'Upload daily rates successfully!',
      rejected: 0,
      former: null,
    });
    const [kept = '', ...others] = keptIn(fixture);
    expect([others, statSync(kept).mode & 0o777]).toEqual([[], 0o600]);

    const next = goodOf('Pipeline', NEXT);
    const jump = mendWorkbook(next.bytes, {});
    writeFileSync(fixture.path('next.xlsx'), jump);
    const held = await fixture.json(
      rates('check', fixture.path('next.xlsx'), 'Pipeline', '--day', NEXT),
    );
    expect(held.document).toMatchObject({ former: { file: goodOf('Pipeline').name } });
    const { rates: former } = JSON.parse(readFileSync(kept, 'utf8')) as { rates: unknown[] };
    expect(former).toHaveLength((first.document as { accepted: number }).accepted);
  });

  it('RATE-01 sends nothing if a guard fails; --accept continues and is recorded here and in the trail', async () => {
    const before = (await trailOf(service.url, 'rates.upload')).length;
    const path = put(named('rate_today_missing.xlsx'));
    const refused = await fixture.json(rates('upload', path, 'Pipeline'));
    expect(refused.code).toBe(5);
    expect(refused.document).toMatchObject({
      sent: false,
      issues: [{ rule: 'RATE-DATE', cell: 'A1' }],
    });
    expect(await trailOf(service.url, 'rates.upload')).toHaveLength(before);
    expect(() => keptIn(fixture)).toThrow(/ENOENT/);

    const argv = rates('upload', path, 'Pipeline', '--accept', 'RATE-DATE');
    const { code, document } = await fixture.json(argv);
    expect([code, document]).toMatchObject([0, { sent: true, acceptedGuards: ['RATE-DATE'] }]);
    const [entry] = await trailOf(service.url, 'rates.upload');
    expect(entry?.changes).toMatchObject({ accepted_guards: ['RATE-DATE'] });
    const kept = JSON.parse(readFileSync(keptIn(fixture)[0] ?? '', 'utf8'));
    expect(kept.uploads).toMatchObject([{ acceptedGuards: ['RATE-DATE'], rejected: 0 }]);
    expect((await fixture.run(argv)).stdout).toContain('Accepted by you: RATE-DATE.');
  });

  it('RATE-01 remembers the previous rates for each provider and account', async () => {
    await fixture.run(rates('upload', put(goodOf('Pipeline')), 'Pipeline'));
    await fixture.run(rates('upload', put(goodOf('Esso')), 'Esso'));
    expect(
      keptIn(fixture)
        .map((path) => path.replace(/.*account-\d+\//, ''))
        .sort(),
    ).toEqual(['Esso.json', 'Pipeline.json']);
    const part = put(named('rate_former_same.xlsx'));
    const gone = await fixture.json(rates('upload', part, 'Pipeline'));
    expect(gone.code).toBe(5);
    expect(JSON.parse(gone.stderr).error.issues).toMatchObject([{ rule: 'RATE-MISSING-SITES' }]);
    const again = rates('upload', part, 'Pipeline', '--accept', 'rate-missing-sites');
    expect((await fixture.run(again)).code).toBe(0);
    expect((await fixture.run(rates('upload', part, 'Pipeline'))).code).toBe(0);
  });

  it.each(['{"rates": [{"si', 'null', '{"rates": [], "uploads": {}}'])(
    'RATE-01 compares with nothing where the former rates are torn, and keeps the new ones: %s',
    async (torn) => {
      const argv = rates('upload', put(goodOf('Pipeline')), 'Pipeline');
      expect((await fixture.run(argv)).code).toBe(0);
      const [kept = ''] = keptIn(fixture);
      writeFileSync(kept, torn);
      const again = await fixture.json(argv);
      expect([again.code, again.document]).toMatchObject([0, { sent: true, former: null }]);
      const mended = JSON.parse(readFileSync(kept, 'utf8'));
      expect(mended.uploads).toHaveLength(1);
      expect(mended.rates).toHaveLength((again.document as { accepted: number }).accepted);
    },
  );

  it('FORM-08 exits with 6 and a table if the service refuses rows', async () => {
    // The file has both days: the service reads the sheet for its own date, which has a wrong sum.
    const behind = await openService([], {
      seed: 'empty',
      now: () => new Date('2026-11-17T15:00Z'),
    });
    const { bytes, name } = named('rate_2sheets.xlsx');
    const path = put({ name, bytes: mendWorkbook(bytes, { L3: 1.5 }) });
    const env = { FORECOURT_BASE_URL: behind.url };
    const stdin = `${PASSWORD}\n`;
    await fixture.run(['login', '--email', 'admin@forecourt.test', '--password-stdin'], {
      stdin,
      env,
    });
    const ran = await fixture.run(rates('upload', path, 'Pipeline', '--accept', 'RATE-SHEET-DAY'), {
      env,
    });
    await behind.close();
    expect(ran.stdout).toMatch(
      / 2 rows accepted, 1 refused\.\nRow\tColumn\tValue\tRefused because\n3\tFuel\t1\.5000\t/,
    );
    expect(ran.code).toBe(6);
  });

  it('ACC-04 exits with 3 without a sign-in and with 4 without the right', async () => {
    const path = put(goodOf('Esso'));
    await fixture.signIn('viewer@northhaul.test');
    expect((await fixture.run(rates('upload', path, 'Esso'))).code).toBe(4);
    await fixture.run(['logout']);
    expect((await fixture.run(rates('upload', path, 'Esso'))).code).toBe(3);
  });
});

describe('rates whose answer is lost', () => {
  const POST = 'POST /api/v1/upload-daily-rates';

  it('RATE-02 stopped while the answer is looked up, are settled by the same command under their key', async () => {
    const lost = await openService([{ match: POST, kind: 'drop-after', first: 3 }], {
      seed: 'empty',
      now: () => AT,
    });
    const at = openFixture(lost.url);
    await at.signIn('admin@forecourt.test');
    const argv = rates('upload', put(goodOf('Pipeline'), at), 'Pipeline');
    const stop = new AbortController();
    const open = at.run(argv, { signal: stop.signal });
    const entries = () => trailOf(lost.url, 'rates.upload');
    while ((await entries()).length === 0) await setTimeout(20);
    stop.abort();
    expect((await open).code).toBeGreaterThan(6);
    expect(() => keptIn(at)).toThrow(/ENOENT/);
    const settled = await at.json(argv);
    expect(settled.document).toMatchObject({ ok: true, sent: true });
    expect(await entries()).toHaveLength(1);
    expect(keptIn(at)).toHaveLength(1);
    at.leave();
    await lost.close();
  });

  it.each(['drop-before', 'drop-after'] as const)(
    'RATE-02 after %s: are entered once, with a known outcome',
    async (kind) => {
      await withFaults([{ match: POST, kind, first: 1 }], async (fixture) => {
        const today = new Date().toISOString().slice(0, 10);
        const path = put(goodOf('Esso', today), fixture);
        const argv = [
          'rates',
          'upload',
          path,
          '--provider',
          'Esso',
          '--accept',
          'RATE-CHANGE,RATE-DATE',
        ];
        const { code, document } = await fixture.json(argv);
        expect([code, document]).toMatchObject([0, { sent: true, rejected: 0 }]);
      });
    },
  );
});

describe('stored rates', () => {
  it('RATE-03 SHELL-11 prints the rates of each day, what changed, and the cheapest station', async () => {
    const path = put(goodOf('Pipeline'), fixture);
    const upload = ['rates', 'upload', path, '--provider', 'Pipeline', '--accept', 'RATE-DATE'];
    expect((await fixture.json(upload)).code).toBe(0);
    const days = await fixture.json(['rates', 'days', '--filter', 'province:ON']);
    expect(days.code).toBe(0);
    expect(days.document).toMatchObject({ to: DAY, charts: expect.any(Array) });
    const { charts } = days.document as { charts: { title: string; points: object[] }[] };
    expect(charts.length).toBeGreaterThan(0);
    for (const { points } of charts) expect(points.at(-1)).toMatchObject({ label: DAY });
    const text = (await fixture.run(['rates', 'days'])).stdout;
    expect(text).toMatch(new RegExp(`^.+, CAD per L\\t${DAY} lowest\\t\\d\\.\\d{4}$`, 'm'));
    const changes = await fixture.json(['rate-changes', 'list', '--on', DAY]);
    const [change] = (changes.document as { items: object[] }).items;
    expect(change).toMatchObject({ change: 'New', former_price: null, day: DAY });
    const best = await fixture.json(['smartbuy', 'list', '--size', '1']);
    expect(best.document).toMatchObject({ items: [{ place: 1, day: DAY, currency: 'CAD' }] });
    const none = await fixture.run(['truckcare', 'list']);
    expect([none.code, none.stderr]).toEqual([
      0,
      expect.stringContaining('No Truck Care records to show'),
    ]);
  });
});
