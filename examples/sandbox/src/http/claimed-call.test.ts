import { expect, it } from 'vitest';
import type { Store } from '../db/store.ts';
import type { Services } from '../services.ts';
import { dropEnded, forgetCall } from './claimed-call.ts';

it('PAY-04 a claim that a full disk kept from being released is remembered while its lease lasts, and no longer', () => {
  const store = {} as Store;
  const services = { store } as Services;
  for (const second of ['10', '20', '20']) {
    for (const key of ['a', 'b']) {
      forgetCall(services, { scope: 's', key, leaseUntil: `2026-11-20T15:01:${second}.000Z` });
    }
  }
  const left = (at: string) => dropEnded(store, new Date(`2026-11-20T15:01:${at}Z`));
  expect([left('00'), left('09.999'), left('10'), left('19.999'), left('20')]).toEqual([
    4, 4, 2, 2, 0,
  ]);
});
