import { describe, expect, it } from 'vitest';
import { Decimal } from '../../format/decimal.ts';
import { ApiError } from '../../http/outcome.ts';
import { FULL_ACCESS } from '../../testing/fixtures.ts';
import { scripted, settled } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type {
  BillingCall,
  BillingPeriod,
  BillingRunInput,
  MadeInvoice,
  UnbilledSums,
} from './billing.types.ts';
import { billingWorkflow } from './billing.workflow.ts';
import { memoryKeeper } from './memory-keeper.ts';

const sums = (count: number, total: string, more: Partial<UnbilledSums> = {}): UnbilledSums => ({
  ...{ count, total_amount: Decimal.from(total), already_billed: 0, seen: `seen-${count}` },
  ...more,
});
const refusal = (status: number, detail: string) =>
  new ApiError({
    ...{ kind: 'http', operation: 'invoices.create', code: 'x', message: 'Refused' },
    ...{ status, outcome: 'none', detail },
  } as ConstructorParameters<typeof ApiError>[0]);
const lost = () =>
  new ApiError({
    ...{ kind: 'network', operation: 'invoices.create', code: 'x', message: 'Lost' },
    outcome: 'unknown',
  } as ConstructorParameters<typeof ApiError>[0]);

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

async function start(
  companies: readonly string[],
  currencies: readonly string[] = ['CAD'],
  input: BillingRunInput = OCTOBER,
) {
  const preview = scripted<[BillingPeriod, AbortSignal], UnbilledSums>();
  const send = scripted<[BillingCall, string, AbortSignal], MadeInvoice>();
  let keys = 0;
  const run = startWorkflow(
    billingWorkflow({
      companies: async () => companies.map((value, at) => ({ key: `${at + 1}`, value })),
      currencies: async () => currencies,
      preview: preview.port,
      callFor: ({ company, currency }, { seen }) => ({
        ...{ method: 'POST', path: 'p' },
        json: `${company} ${currency} ${seen}`,
      }),
      send: send.port,
      keeper: memoryKeeper(),
      nonce() {
        keys += 1;
        return `key-${keys}`;
      },
      sleep: async () => undefined,
      access: () => FULL_ACCESS,
    }),
    { input },
  );
  await run.until((view) => view.status === 'pending' && view.step === 'choosing');
  return { run, preview, send };
}
const sent = ({ calls }: Awaited<ReturnType<typeof start>>['send']) =>
  calls.map(({ args: [call, key] }) => `${String(call.json)} ${key}`);

describe('a billing run with a person in front of it', () => {
  it('INV-14 previews nothing before both days and a company are chosen', async () => {
    for (const [name, label] of [
      ['from', 'From'],
      ['to', 'To'],
      ['company', 'Company'],
    ] as const) {
      const { preview, run } = await start(['A']);
      run.send({ type: 'field.changed', name, value: '' });
      const need = expect.objectContaining({ name, label, required: true });
      expect(run.view).toMatchObject({ needs: expect.arrayContaining([need]) });
      run.send({ type: 'preview' });
      expect(run.view).toMatchObject({ step: 'choosing' });
      expect(preview.calls).toHaveLength(0);
    }
  });

  it('INV-14 warns of a period that isn’t over, until its last day is', async () => {
    const { run } = await start(['A'], ['CAD'], { ...OCTOBER, today: '2026-10-31' });
    expect(run.view.data.warning).toBe(
      'This period isn’t over: purchases that are entered later need another invoice.',
    );
    run.send({ type: 'field.changed', name: 'to', value: '2026-10-30' });
    expect(run.view.data.warning).toBe('');
    run.send({ type: 'field.changed', name: 'to', value: '2026-10-' });
    expect(run.view.data.warning).toBe('');
    expect((await start(['A'])).run.view.data.warning).toBe('');
  });

  it('INV-14 previews each company and currency, and bills exactly what was seen', async () => {
    const { preview, run, send } = await start(['A', 'B', 'C'], ['CAD', 'USD']);
    expect(run.view).toMatchObject({
      needs: [{ name: 'from' }, { name: 'to' }, { name: 'company' }],
    });
    run.send({ type: 'preview' });
    expect(run.view).toMatchObject({ step: 'looking', data: { tried: 0, total: 6 } });
    const found = [
      sums(2, '1030.5'),
      sums(1, '7'),
      sums(0, '0', { already_billed: 4 }),
      sums(0, '0'),
      sums(1, '-12.5'),
      sums(0, '0', { without_lines: 1 }),
    ];
    for (const one of found) await preview.last().resolve(one);
    expect(preview.calls.map(({ args: [period] }) => period)).toEqual(
      ['A', 'B', 'C'].flatMap((company) =>
        ['CAD', 'USD'].map((currency) => ({ company, currency, ...OCTOBER })),
      ),
    );
    expect(run.view).toMatchObject({
      step: 'previewed',
      data: {
        summary: '2 invoices would be made: 1,030.50 CAD, 7.00 USD.',
        makeLabel: 'Make 2 Invoices',
        nothing: ['B'],
        rows: [
          { company: 'A', currency: 'CAD', state: 'would_make', lines: 2 },
          { company: 'A', currency: 'USD', state: 'would_make', lines: 1 },
          { company: 'C', currency: 'CAD', state: 'credit' },
          { company: 'C', currency: 'USD', state: 'nothing', without_lines: 1 },
        ],
      },
      commands: { make: { allowed: true }, stop: { allowed: false } },
    });
    expect(send.calls).toEqual([]);
    run.send({ type: 'make' });
    // A double press makes nothing twice.
    run.send({ type: 'make' });
    await settled();
    await send.last().resolve({ invoice_number: 'A-1' });
    await send.last().reject(refusal(409, 'The lines changed.'));
    expect(sent(send)).toEqual(['A CAD seen-2 key-1', 'A USD seen-1 key-2']);
    expect(preview.calls).toHaveLength(6);
    expect(run.view).toMatchObject({
      step: 'made',
      data: {
        summary: '1 invoice made: 1,030.50 CAD.',
        rows: [
          { state: 'made', invoice_number: 'A-1' },
          { state: 'refused', message: 'The lines changed.' },
          { state: 'credit' },
          { state: 'nothing' },
        ],
      },
      commands: { make: { allowed: false }, preview: { allowed: true } },
    });
  });

  it('INV-14 offers to make invoices only where a preview found something to bill', async () => {
    const { preview, run } = await start(['A']);
    expect(run.view.commands.make.allowed).toBe(false);
    run.send({ type: 'preview' });
    expect(run.view.commands.make.allowed).toBe(false);
    await preview.last().resolve(sums(0, '0', { already_billed: 4 }));
    expect(run.view).toMatchObject({ step: 'previewed', commands: { make: { allowed: false } } });
  });

  it('INV-14 ERR-03 asks for a lost answer under its key when tried again, and goes on from there', async () => {
    const { preview, run, send } = await start(['A', 'B']);
    run.send({ type: 'preview' });
    await preview.last().resolve(sums(2, '2'));
    await preview.last().reject(refusal(503, 'Away'));
    expect(run.view).toMatchObject({ status: 'failed', error: { detail: 'Away' } });
    run.send({ type: 'retry' });
    await preview.last().resolve(sums(1, '1'));
    expect(preview.calls.map(({ args: [{ company }] }) => company)).toEqual(['A', 'B', 'B']);
    run.send({ type: 'make' });
    await settled();
    for (let count = 0; count < 5; count += 1) await send.last().reject(lost());
    expect(run.view).toMatchObject({ status: 'failed', data: { tried: 0, total: 2 } });
    run.send({ type: 'retry' });
    await settled();
    await send.last().resolve({ invoice_number: 'A-1' });
    await send.last().resolve({ invoice_number: 'B-1' });
    expect(sent(send)).toEqual([
      ...Array.from({ length: 6 }, () => 'A CAD seen-2 key-1'),
      'B CAD seen-1 key-2',
    ]);
    expect(run.view.data.rows).toMatchObject([
      { state: 'made', settled: true, invoice_number: 'A-1', lines: 2 },
      { state: 'made', invoice_number: 'B-1' },
    ]);
  });

  it('INV-14 stops after the invoice on its way, and makes the rest when asked', async () => {
    const { preview, run, send } = await start(['A', 'B']);
    run.send({ type: 'field.changed', name: 'to', value: '2026-09-30' });
    expect(run.view.commands.preview).toMatchObject({
      allowed: false,
      reason: { message: 'To must not be before From.' },
    });
    run.send({ type: 'preview' });
    expect(preview.calls).toEqual([]);
    run.send({ type: 'field.changed', name: 'to', value: '2026-10-31' });
    run.send({ type: 'preview' });
    for (let count = 0; count < 2; count += 1) await preview.last().resolve(sums(1, '1'));
    run.send({ type: 'make' });
    run.send({ type: 'stop' });
    await settled();
    await send.last().resolve({ invoice_number: 'A-1' });
    expect(run.view).toMatchObject({ step: 'made', data: { makeLabel: 'Make 1 Invoice' } });
    run.send({ type: 'make' });
    await settled();
    await send.last().resolve({ invoice_number: 'B-1' });
    expect(run.view.data.summary).toBe('2 invoices made: 2.00 CAD.');
    // Another period is another preview.
    run.send({ type: 'field.changed', name: 'company', value: '2' });
    expect(run.view).toMatchObject({ step: 'choosing', data: { rows: [], summary: '' } });
    run.send({ type: 'preview' });
    expect(preview.last().args[0].company).toBe('B');
  });
});
