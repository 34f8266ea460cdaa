import { expect, it } from 'vitest';
import type { ListedResource } from '../../resource/resource.types.ts';
import { type SmartBuy, smartBuyList } from './smartbuy.list.ts';

it('SHELL-11 says of which day the prices are, if it is over', () => {
  const { remark } = (smartBuyList as ListedResource<SmartBuy>).list;
  const of = (prices_of: unknown) => remark?.({ content: [], prices_of, today: '2026-11-20' });
  expect(of('2026-11-16')).toEqual({
    text: 'These are the prices of 16/11/26, not of today.',
    facts: { pricesOf: '2026-11-16' },
    offers: [],
  });
  // Rates of tomorrow are known already.
  for (const day of ['2026-11-20', '2026-11-21']) expect(of(day)?.text).toBe('');
  expect(of('soon')?.text).toBe('');
  expect([of(undefined), remark?.({ content: [] })]).toEqual([undefined, undefined]);
});
