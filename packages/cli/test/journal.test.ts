import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openService, pipelineFile } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const WITH_ALL_CARDS = { demo: { customers: 12, cards: 2000, transactions: 50, invoices: 5 } };

const { fixture } = fixtureForEach({ open: () => openService([], WITH_ALL_CARDS) });

const send = async (name: string, rows: number) => {
  const path = pipelineFile(fixture, name, rows);
  const argv = ['transactions', 'import', path, '--provider', 'Pipeline'];
  const { code } = await fixture.json(argv);
  expect(code).toBe(0);
  return { path, argv };
};

interface Entry {
  readonly key: string;
  readonly state: string;
  readonly note?: string;
  readonly changedAt: string;
  readonly result?: string;
  readonly service?: { readonly state: string; readonly reason?: string };
}

const accountFolder = () => {
  const journal = fixture.path('config/imports');
  const [place = ''] = readdirSync(journal);
  const [account = ''] = readdirSync(join(journal, place));
  return join(journal, place, account);
};

const entryPaths = () =>
  readdirSync(accountFolder())
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(accountFolder(), name));

/** Leaves the journal as a run killed in this state does. */
function breakOff(state: string, changedAt = '2026-11-20T02:00:00.000Z', key?: string): void {
  for (const path of entryPaths()) {
    const { at: _, ...entry } = JSON.parse(readFileSync(path, 'utf8'));
    const change = { state, imported: 0, duplicates: 0, id: '', changedAt, ...(key && { key }) };
    writeFileSync(
      path.replace(entry.key, key ?? entry.key),
      JSON.stringify({ ...entry, ...change }),
    );
  }
}

const listed = async (...more: string[]) => {
  const { document } = await fixture.json(['imports', 'list', ...more]);
  return document as { readonly items: readonly Entry[]; readonly totalRecords: number };
};

describe('imports list', () => {
  it('TXN-13 lists what was sent and its outcome, latest first, page by page', async () => {
    expect(await listed()).toMatchObject({ items: [], totalRecords: 0 });
    await send('one.xlsx', 31);
    await send('two.xlsx', 32);
    const { items, totalRecords } = await listed();
    expect(totalRecords).toBe(2);
    expect(items.map((entry) => entry.state)).toEqual(['reconciled', 'reconciled']);
    expect(items[0]).toMatchObject({ fileName: 'two.xlsx', provider: 'Pipeline', rows: 32 });
    expect(items[0]?.service).toBeUndefined();
    expect(await listed('--page', '2', '--size', '1')).toMatchObject({
      items: [{ fileName: 'one.xlsx' }],
      page: 2,
      totalPages: 2,
    });
    const { stdout, stderr } = await fixture.run(['imports', 'list']);
    expect(stdout).toMatch(
      /^Key\tState\tFile\t.*\n[0-9a-f]{12}\treconciled\ttwo\.xlsx\tPipeline\t/,
    );
    expect(stderr).toContain('2 imports, 0 open.');
  });

  it('TXN-13 asks the service about open imports, and changes nothing', async () => {
    await send('open.xlsx', 33);
    breakOff('sent');
    const { items } = await listed('--open');
    expect(items).toMatchObject([{ state: 'sent', service: { state: 'done', rejected: 0 } }]);
    expect((await listed()).items).toMatchObject([{ state: 'sent' }]);
    expect((await fixture.run(['imports', 'list'])).stderr).toContain('imports resolve --all');
  });

  it('TXN-13 lists those that failed and those with an unknown outcome, with --failed', async () => {
    await send('entered.xlsx', 71);
    await send('lost.xlsx', 72);
    await send('refused.xlsx', 73);
    for (const path of entryPaths()) {
      const entry = JSON.parse(readFileSync(path, 'utf8'));
      const state = { 'lost.xlsx': 'unknown', 'refused.xlsx': 'refused' }[entry.fileName as string];
      const note = 'The service reports that it failed.';
      const more = state === 'refused' ? { note } : {};
      if (state) writeFileSync(path, JSON.stringify({ ...entry, state, ...more }));
    }
    expect(await listed()).toMatchObject({ totalRecords: 3 });
    expect(await listed('--failed')).toMatchObject({
      totalRecords: 2,
      items: [
        { fileName: 'refused.xlsx', state: 'refused', note: 'The service reports that it failed.' },
        { fileName: 'lost.xlsx', state: 'unknown', service: { state: 'done' } },
      ],
    });
    const { code, stdout, stderr } = await fixture.run(['imports', 'list', '--failed']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Key\t.*\tNote\n/);
    expect(stdout).toMatch(/\trefused\trefused\.xlsx\t.*\tThe service reports that it failed\.\n/);
    expect(stdout).not.toContain('entered.xlsx');
    expect(stderr).toContain('2 imports, 1 open.');
    expect((await listed('--failed', '--open')).items).toMatchObject([{ fileName: 'lost.xlsx' }]);
  });

  it('says why it could not ask', async () => {
    await send('open.xlsx', 34);
    breakOff('unknown');
    await fixture.run(['logout']);
    expect((await listed()).items[0]?.service).toEqual({
      state: 'not_asked',
      reason: 'nobody is signed in',
    });
  });
});

describe('imports show', () => {
  it('finds an import by the start of its key, by the file, and by its former name', async () => {
    const { path } = await send('shown.xlsx', 35);
    const [{ key = '' } = {}] = (await listed()).items;
    writeFileSync(fixture.path('renamed.xlsx'), readFileSync(path));
    for (const named of [key.slice(0, 4), key, fixture.path('renamed.xlsx'), 'shown.xlsx']) {
      const { code, document } = await fixture.json(['imports', 'show', named]);
      expect([code, document]).toMatchObject([0, { key, state: 'reconciled' }]);
    }
    const { stdout } = await fixture.run(['imports', 'show', 'shown.xlsx']);
    expect(stdout).toMatch(/^State\treconciled$/m);
    expect(stdout).toMatch(/^Result file\t.+shown\.result\.csv$/m);
  });

  it.each([['abc'], ['nowhere.xlsx'], ['0000']])(
    'exits with 2 if the journal has no %s',
    async (named) => {
      const { code, stderr } = await fixture.run(['imports', 'show', named]);
      expect(code).toBe(2);
      expect(stderr).toContain(`The journal knows no import ${named}.`);
    },
  );
});

describe('imports resolve', () => {
  it.each([
    ['planned', 41],
    ['sent', 42],
    ['acknowledged', 43],
    ['unknown', 44],
  ])(
    "TXN-13 stores the service's answer about an import interrupted as %s",
    async (state, rows) => {
      await send('broken.xlsx', rows);
      breakOff(state);
      const { code, document } = await fixture.json(['imports', 'resolve', '--all']);
      expect(code).toBe(0);
      expect(document).toMatchObject({
        message: '1 of 1 import settled.',
        imports: [{ state: 'reconciled', rows, message: 'It was imported.' }],
      });
      expect((await listed()).items[0]?.result).toContain('broken.result');
      const again = await fixture.json(['imports', 'resolve', '--all']);
      expect([again.code, again.document]).toMatchObject([0, { message: 'Nothing is open.' }]);
    },
  );

  it('TXN-13 does not call an import lost that may still be in transit', async () => {
    await send('away.xlsx', 37);
    const never = 'f'.repeat(64);
    breakOff('sent', new Date().toISOString(), never);
    const early = await fixture.json(['imports', 'resolve', 'ffff']);
    expect([early.code, early.document]).toMatchObject([8, { imports: [{ state: 'sent' }] }]);
    breakOff('sent', undefined, never);
    const { code, document } = await fixture.json(['imports', 'resolve', 'ffff']);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      imports: [{ state: 'refused', message: expect.stringContaining('never received it') }],
    });
  });

  it('TXN-13 asks only about its own account, and exits with 7 if it cannot ask', async () => {
    await send('other.xlsx', 38);
    const [path = ''] = entryPaths();
    breakOff('sent');
    writeFileSync(
      path,
      JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), account: '4' }),
    );
    const other = await fixture.json(['imports', 'resolve', '--all']);
    expect(other.document).toMatchObject({ imports: [] });
    const env = { FORECOURT_TOKEN: 'gone' };
    expect((await fixture.run(['imports', 'resolve', '--all'], { env })).code).toBe(3);
  });

  it.each([[[]], [['0123', '--all']]])(
    'exits with 2 without exactly one thing to resolve: %j',
    async (argv) => {
      const { code } = await fixture.run(['imports', 'resolve', ...argv]);
      expect(code).toBe(2);
    },
  );
});

describe('a run after an unfinished one', () => {
  it.each([
    ['sent', 51],
    ['acknowledged', 52],
    ['unknown', 53],
  ])('TXN-13 settles %s and sends nothing', async (state, rows) => {
    const { argv } = await send('left.xlsx', rows);
    breakOff(state);
    const { code, document } = await fixture.json(argv);
    expect([code, document]).toMatchObject([
      0,
      { files: [{ sent: false, imported: expect.any(Number) }] },
    ]);
    expect((await listed()).items).toMatchObject([{ state: 'reconciled' }]);
  });
});
