import { expect, it } from 'vitest';
import {
  BAD_RATES_TODAY,
  badRates,
} from '../../../../../examples/provider-files/provider-files.ts';
import { rateUploadCheck } from './rate-upload-check.ts';

it('RATE-01 holds yesterday’s rates back from an upload until that guard is accepted', async () => {
  const old = badRates().find(({ name }) => name === 'rate_today_missing.xlsx');
  const file = { name: 'old.xlsx', blob: new Blob([old?.bytes ?? '']) };
  const check = rateUploadCheck({ today: BAD_RATES_TODAY });
  const { signal } = new AbortController();
  const held = await check(file, { provider: 'Pipeline' }, signal);
  expect(held).toMatchObject([{ row: 1 }]);
  expect(held[0]?.message).toContain('RATE-DATE');
  expect(held[0]?.message).toContain('the prices do not hold today');
  expect(await check(file, { provider: 'Pipeline', accept: 'RATE-DATE' }, signal)).toEqual([]);
});
