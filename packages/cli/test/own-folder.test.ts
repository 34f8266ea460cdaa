import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { openFixture, openService } from './fixture.ts';

const ROOT = join(import.meta.dirname, '../../..');

it('tests without --out write to their own folder, outside of the project', async () => {
  expect(relative(ROOT, process.cwd())).toMatch(/^\.\./);
  const before = readdirSync(ROOT).sort();
  const service = await openService();
  const fixture = openFixture(service.url);
  await fixture.signIn('admin@forecourt.test');
  for (const argv of [
    ['cards', 'template'],
    ['audit', 'export'],
  ]) {
    expect((await fixture.run(argv)).code).toBe(0);
  }
  expect(readdirSync(process.cwd()).sort()).toEqual([
    expect.stringMatching(/^Audit-.*\.csv$/),
    'SampleCardTemplate.xlsx',
  ]);
  expect(readdirSync(ROOT).sort()).toEqual(before);
  fixture.leave();
  await service.close();
});
