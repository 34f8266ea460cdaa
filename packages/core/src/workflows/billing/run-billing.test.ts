import { describe, expect, it } from 'vitest';
import { Decimal } from '../../format/decimal.ts';
import { ApiError } from '../../http/outcome.ts';
import { billingSummary } from './billing.report.ts';
import type { BillingCall, BillingPorts, KeptChange, UnbilledSums } from './billing.types.ts';
import { runBilling } from './run-billing.ts';

const sums = (count: number, total: string, more: Partial<UnbilledSums> = {}): UnbilledSums => ({
  ...{ count, total_amount: Decimal.from(total), already_billed: 0, seen: `s${count}` },
  ...more,
});
const error = (status: number | undefined, more: object = {}) =>
  new ApiError({
    ...{ kind: 'http', operation: 'invoices.create', code: 'x', message: 'Refused' },
    ...{ status, outcome: status === undefined ? 'unknown' : 'none' },
    ...more,
  } as ConstructorParameters<typeof ApiError>[0]);

interface Scene {
  readonly companies?: readonly string[];
  readonly currencies?: readonly string[];
  /** Responses to previews by 'company currency', in order. */
  readonly previews: Readonly<Record<string, readonly UnbilledSums[]>>;
  /** Responses to calls that create an invoice, in order: a number, or an error to throw. */
  readonly answers?: readonly (string | Error)[];
  readonly open?: Readonly<Record<string, NonNullable<KeptChange['open']>>>;
}

/** A scripted service and store of calls; `log` lists what was called. */
function play(scene: Scene) {
  const log: string[] = [];
  const kept = new Map(Object.entries(scene.open ?? {}));
  const previews = new Map(Object.entries(scene.previews).map(([name, all]) => [name, [...all]]));
  const answers = [...(scene.answers ?? [])];
  let keys = 0;
  const ports: BillingPorts = {
    companies: async () => (scene.companies ?? ['A']).map((value, at) => ({ key: `${at}`, value })),
    currencies: async () => scene.currencies ?? ['CAD'],
    preview: async ({ company, currency }) => {
      log.push(`preview ${company} ${currency}`);
      return previews.get(`${company} ${currency}`)?.shift() ?? sums(0, '0');
    },
    callFor: ({ company }, { seen }) => ({ method: 'POST', path: 'p', json: `${company} ${seen}` }),
    send: async (call, key) => {
      log.push(`send ${String(call.json)} ${key}`);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer === undefined ? {} : { invoice_number: answer };
    },
    keeper: ({ company, currency }) => {
      const name = `${company} ${currency}`;
      return {
        open: kept.get(name),
        async send(change: { key: string; call: BillingCall }, send) {
          kept.set(name, change);
          const answer = await send(change.key);
          kept.delete(name);
          return answer;
        },
        forget: () => void kept.delete(name),
      };
    },
    nonce() {
      keys += 1;
      return `key-${keys}`;
    },
    sleep: async (ms) => void log.push(`wait ${ms}`),
  };
  const run = async (more: { company?: string; dryRun?: boolean } = {}) => {
    const input = { from: '2026-10-01', to: '2026-10-31', ...more };
    const outcomes: unknown[] = [];
    for await (const { already_billed: _, without_lines: __, total, ...one } of runBilling(
      ports,
      input,
      new AbortController().signal,
    )) {
      outcomes.push({ ...one, ...(total && { total: total.toFixed(2) }) });
    }
    return outcomes;
  };
  return { run, log, kept };
}

const made = { company: 'A', currency: 'CAD', state: 'made' };

describe('a billing run', () => {
  it('INV-14 sums up the currencies in one order, whichever invoice came first', () => {
    const outcomes = ['USD', 'CAD', 'USD'].map((currency, at) => ({
      ...{ company: 'A', currency, state: 'made' as const, lines: 1 },
      ...{ total: Decimal.of(at * 10 + 15, 1), already_billed: 0, without_lines: 0 },
    }));
    expect(billingSummary(outcomes, { dryRun: false })).toBe(
      '3 invoices made: 2.50 CAD, 5.00 USD.',
    );
  });

  it('INV-14 creates one invoice per company and currency from the previewed lines', async () => {
    const { kept, log, run } = play({
      companies: ['A', 'B'],
      currencies: ['CAD', 'USD'],
      previews: { 'A CAD': [sums(2, '30.5')], 'B USD': [sums(1, '7')] },
      answers: ['A-1', 'B-1'],
    });
    expect(await run()).toEqual([
      { ...made, lines: 2, total: '30.50', invoice_number: 'A-1' },
      { company: 'A', currency: 'USD', state: 'nothing' },
      { company: 'B', currency: 'CAD', state: 'nothing' },
      {
        company: 'B',
        currency: 'USD',
        state: 'made',
        lines: 1,
        total: '7.00',
        invoice_number: 'B-1',
      },
    ]);
    expect(log).toEqual([
      'preview A CAD',
      'send A s2 key-1',
      'preview A USD',
      'preview B CAD',
      'preview B USD',
      'send B s1 key-2',
    ]);
    expect(kept.size).toBe(0);
  });

  it('INV-14 only previews in a dry run, and only the named company', async () => {
    const scene = { companies: ['A', 'B'], previews: { 'B CAD': [sums(1, '7'), sums(1, '7')] } };
    for (const company of ['B', '1']) {
      const { log, run } = play(scene);
      expect(await run({ company, dryRun: true })).toEqual([
        { company: 'B', currency: 'CAD', state: 'would_make', lines: 1, total: '7.00' },
      ]);
      expect(log).toEqual(['preview B CAD']);
    }
    await expect(play(scene).run({ company: 'C' })).rejects.toThrow('There is no company C.');
  });

  it('INV-14 refuses digits that are the name of one company and the id of another', async () => {
    const scene: Scene = {
      companies: ['A', 'B', '1'],
      previews: { 'B CAD': [sums(1, '7')], '1 CAD': [sums(1, '9')] },
    };
    await expect(play(scene).run({ company: '1' })).rejects.toThrow(
      "'1' is the name of the company with the id 2, and the id of B. Say name:1 or id:1.",
    );
    for (const [company, name] of [
      ['name:1', '1'],
      ['id:1', 'B'],
      ['2', '1'],
    ] as const) {
      const made = await play(scene).run({ company, dryRun: true });
      expect(made).toMatchObject([{ company: name }]);
    }
  });

  it('INV-14 previews again when lines changed, at most three times', async () => {
    const changed = error(409, { detail: 'The lines changed.' });
    const twice = play({
      previews: { 'A CAD': [sums(1, '1'), sums(2, '2')] },
      answers: [changed, 'A-1'],
    });
    expect(await twice.run()).toEqual([
      { ...made, lines: 2, total: '2.00', invoice_number: 'A-1' },
    ]);
    const always = play({
      previews: { 'A CAD': [1, 2, 3, 4].map((n) => sums(n, `${n}`)) },
      answers: [changed, changed, changed, changed],
    });
    expect(await always.run()).toEqual([
      { ...made, state: 'refused', lines: 3, total: '3.00', message: 'The lines changed.' },
    ]);
    expect(always.kept.size).toBe(0);
  });

  it('INV-14 skips refused companies and credits, and continues', async () => {
    const { run } = play({
      companies: ['A', 'B', 'C'],
      previews: {
        'A CAD': [sums(1, '-12.5')],
        'B CAD': [sums(1, '1')],
        'C CAD': [sums(1, '1')],
      },
      answers: [error(422, { detail: 'No.' }), 'C-1'],
    });
    expect(await run()).toEqual([
      {
        ...{ ...made, state: 'credit', lines: 1, total: '-12.50' },
        message: 'Credits exceed purchases by 12.50. They stay unbilled: take a longer period.',
      },
      { ...made, company: 'B', state: 'refused', lines: 1, total: '1.00', message: 'No.' },
      { ...made, company: 'C', lines: 1, total: '1.00', invoice_number: 'C-1' },
    ]);
  });

  it('INV-14 ERR-03 repeats a call under the same key after a lost response', async () => {
    const { log, run } = play({
      previews: { 'A CAD': [sums(1, '1')] },
      answers: [error(undefined), error(409, { retryAfterMs: 1000, detail: 'Busy' }), 'A-1'],
    });
    expect(await run()).toEqual([{ ...made, lines: 1, total: '1.00', invoice_number: 'A-1' }]);
    expect(log).toEqual([
      'preview A CAD',
      ...['send A s1 key-1', 'wait 1000', 'send A s1 key-1', 'wait 2000', 'send A s1 key-1'],
    ]);
  });

  it('INV-14 keeps the call while its outcome is unknown, and ends', async () => {
    const { kept, run } = play({
      companies: ['A', 'B'],
      previews: { 'A CAD': [sums(1, '1')] },
      answers: Array.from({ length: 5 }, () => error(undefined)),
    });
    await expect(run()).rejects.toMatchObject({ outcome: 'unknown' });
    expect([...kept.values()].map(({ key }) => key)).toEqual(['key-1']);
  });

  it.each([401, 403, 408, 425, 429, 503])(
    'INV-14 ends at a %i, which other companies would get as well',
    async (status) => {
      const { kept, log, run } = play({
        companies: ['A', 'B'],
        previews: { 'A CAD': [sums(1, '1')] },
        answers: [error(status)],
      });
      await expect(run()).rejects.toMatchObject({ status });
      // It says nothing about the call, which the next run repeats.
      expect([...kept.keys()]).toEqual(['A CAD']);
      expect(log).toEqual(['preview A CAD', 'send A s1 key-1']);
    },
  );

  it('INV-14 first repeats the call that a killed run left, unchanged, and reports its outcome', async () => {
    const open = { key: 'old', call: { method: 'POST', path: 'p', json: 'A old' } as const };
    const done = play({ previews: {}, answers: ['A-1'], open: { 'A CAD': open } });
    expect(await done.run()).toEqual([{ ...made, settled: true, invoice_number: 'A-1' }]);
    expect(done.log).toEqual(['send A old old', 'preview A CAD']);
    expect(done.kept.size).toBe(0);

    const undone = play({
      previews: { 'A CAD': [sums(2, '2')] },
      answers: [error(409), 'A-2'],
      open: { 'A CAD': open },
    });
    expect(await undone.run()).toEqual([
      { ...made, lines: 2, total: '2.00', invoice_number: 'A-2' },
    ]);

    const unreadable = play({ previews: {}, open: { 'A CAD': { key: 'old' } } });
    expect(await unreadable.run()).toEqual([{ ...made, state: 'nothing' }]);
    expect(unreadable.kept.size).toBe(0);

    const dry = play({ previews: {}, open: { 'A CAD': open } });
    await dry.run({ dryRun: true });
    expect(dry.log).toEqual(['preview A CAD']);
  });
});
