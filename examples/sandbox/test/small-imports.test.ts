import { afterEach, describe, expect, it, vi } from 'vitest';
import { demoCardNumber } from '../../provider-files/demo-cards.ts';
import { EntryThread } from '../src/threads/entry-thread.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, countsOf, fileForm, openSandbox, signIn } from './helpers.ts';

const demo = { customers: 12, cards: 2_000, transactions: 0, invoices: 0 };
const numbered = (from: number, count: number, card = demoCardNumber(0)) =>
  Array.from({ length: count }, (_, index) => essoLine({ number: `${from + index}`, card }));

describe('TXN-18 a file of a few rows', async () => {
  const admin = await signIn(await openSandbox({ demo }), ADMIN);
  const onThread = vi.spyOn(EntryThread.prototype, 'enter');
  afterEach(() => onThread.mockClear());
  const send = async (lines: Parameters<typeof essoFile>[0]) =>
    countsOf(
      await admin.call('import_transactions?provider=ESSO', {
        body: fileForm(essoFile(lines), 'day.csv'),
      }),
    );
  const exceptionsOf = async (code: string) =>
    (await admin.json(`exceptions?size=50&filter=authentication_id:${code}`)).content.map(
      ({ rule }: { rule: string }) => rule,
    );

  it('is entered at once where its cards have few purchases', async () => {
    expect(await send(numbered(1_000, 2))).toMatchObject({ imported: 2 });
    expect(onThread).not.toHaveBeenCalled();
  });

  it('is entered on a thread, once, where hundreds of purchases have to be judged again', async () => {
    const card = demoCardNumber(1);
    expect(await send(numbered(2_000, 400, card))).toMatchObject({ imported: 400 });
    expect(onThread).toHaveBeenCalledTimes(1);
    expect(await send(numbered(3_000, 2, card))).toEqual({
      ...{ imported: 2, duplicates: 0, rejected: 0 },
    });
    expect(onThread).toHaveBeenCalledTimes(2);
    const { metadata } = await admin.json('fuel-transaction/authcode?size=1');
    expect(metadata.total_count).toBe(404);
    // 201,000 litres on one day.
    expect(await exceptionsOf('A3001')).toContain('day_volume');
  });
});
