import { parseThresholds } from '@forecourt/core';
import { expect, it } from 'vitest';
import { openStore } from '../../src/db/engine.ts';
import { judgeRange } from '../../src/exceptions/judge-range.ts';
import type { Services } from '../../src/services.ts';
import { foundIn, HOURS, OCTOBER, planted } from '../exceptions.kit.ts';
import { NOW } from '../helpers.ts';

it('TXN-18 two servers that judge at the same time find each exception once', async () => {
  const { at, expected, store } = await planted();
  const other = await openStore(at);
  const of = (own: typeof store) =>
    ({ store: own, thresholds: parseThresholds(HOURS), now: () => NOW }) as unknown as Services;
  const staff = { companyId: null } as Parameters<typeof judgeRange>[1];
  const [one, two] = await Promise.all([
    judgeRange(of(store), staff, OCTOBER),
    judgeRange(of(other), staff, OCTOBER),
  ]);
  expect(one.opened + two.opened).toBe(500);
  expect(await foundIn(store)).toEqual(expected);
  await Promise.all([store.close(), other.close()]);
});
