import { expect, it } from 'vitest';
import { openStore } from '../src/db/engine.ts';
import { MarkupBook, markupsOn } from '../src/markups/mark-up.ts';
import { keptData } from './database.ts';
import { IN_TESTS, openSandbox } from './helpers.ts';

const COMPANY = 1;

it('MARK-03 a markup counts from its first day to its last, both inclusive, and only while it is active', async () => {
  const at = await keptData(IN_TESTS);
  const sandbox = await openSandbox(at);
  const store = await openStore(at);
  try {
    await store.write(async (tx) => {
      const change = tx.updateTable('markups').where('company_id', '=', COMPANY);
      const perUnit = async (day: string, product = 'DIESEL') => {
        const book = new MarkupBook(tx);
        await book.load('ESSO');
        return book.perUnit(COMPANY, product, day);
      };
      const onDay = async (day: string) =>
        (await markupsOn(tx, COMPANY, day)).filter(({ provider }) => provider === 'ESSO');
      await tx.deleteFrom('markups').where('company_id', '=', COMPANY).execute();
      const esso = await tx
        .selectFrom('provider_companies')
        .select('id')
        .where('name', '=', 'ESSO')
        .executeTakeFirstOrThrow();
      const customer = await tx.selectFrom('customers').select('id').executeTakeFirstOrThrow();
      const markup = {
        ...{ version: 1, company_id: COMPANY, customer_id: customer.id },
        ...{ provider_company_id: esso.id, value_e4: 125, status: 'ACTIVE' },
        ...{ from_date: '2026-10-05', to_date: '2026-10-09' },
      };
      await tx.insertInto('markups').values(markup).execute();
      const days = ['2026-10-04', '2026-10-05', '2026-10-09', '2026-10-10'];

      expect(await Promise.all(days.map((day) => perUnit(day)))).toEqual([0, 1_250, 1_250, 0]);
      expect(await Promise.all(days.map(onDay))).toEqual([
        [],
        [{ provider: 'ESSO', perUnit: 1_250 }],
        [{ provider: 'ESSO', perUnit: 1_250 }],
        [],
      ]);
      for (const fuel of ['DIESEL', 'DIESEL_BIO', 'DYED', 'REEFER', 'GASOLINE']) {
        expect(await perUnit('2026-10-05', fuel), fuel).toBe(1_250);
      }
      for (const other of ['DEF', 'OIL', 'WASH', '']) {
        expect(await perUnit('2026-10-05', other), other).toBe(0);
      }

      await change.set({ to_date: '' }).execute();
      expect(await perUnit('2030-01-01')).toBe(1_250);
      expect(await onDay('2030-01-01')).toEqual([{ provider: 'ESSO', perUnit: 1_250 }]);

      // Stored before a company had one markup at most for each fuel company.
      await tx
        .insertInto('markups')
        .values({ ...markup, value_e4: 300, to_date: '' })
        .execute();
      expect(await perUnit('2026-10-05')).toBe(3_000);
      expect((await onDay('2026-10-05'))[0]).toEqual({ provider: 'ESSO', perUnit: 3_000 });
      await tx
        .insertInto('markups')
        .values({ ...markup, company_id: null })
        .execute();
      const book = new MarkupBook(tx);
      await book.load('ESSO');
      expect(book.perUnit(undefined, 'DIESEL', '2026-10-05')).toBe(0);
      expect(book.perUnit(COMPANY, 'DIESEL', '2026-10-05')).toBe(3_000);

      await change.set({ status: 'INACTIVE' }).execute();
      expect(await perUnit('2026-10-05')).toBe(0);
      expect(await onDay('2026-10-05')).toEqual([]);
    });
  } finally {
    await store.close();
    await sandbox.close();
  }
});
