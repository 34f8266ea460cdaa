import { afterAll, beforeAll, describe, it } from 'vitest';
import { sampleOf } from '../scripts/sample.ts';
import { type Fixture, openFixture } from './blocks/fixture.ts';
import { followBlocks } from './blocks/follow-blocks.ts';
import { pages, readBlocks } from './blocks/read-blocks.ts';

/** The README has a test of its own, which expects more. */
const withBlocks = await Promise.all(
  pages()
    .filter((page) => page !== 'README.md')
    .map(async (page) => [page, await readBlocks(page)] as const),
);
const toFollow = withBlocks.filter(([, blocks]) =>
  blocks.some(({ language }) => language === 'ts' || language === 'sh'),
);

describe.each(sampleOf(toFollow, 6, ([page]) => page))('%s', (_page, blocks) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture();
  });
  afterAll(() => fixture?.close());

  it('works as written, block by block', () => followBlocks(fixture, blocks));
});
