import { describe, expect, it } from 'vitest';
import { differences } from '../../../../examples/provider-files/variants/answers.ts';
import { PROVIDERS } from '../../../../examples/provider-files/variants/good-file.ts';
import type { Variant } from '../../../../examples/provider-files/variants/variant.ts';
import { variants } from '../../../../examples/provider-files/variants/variants.ts';

function answerOf({ expected }: Variant): string {
  if (expected.answer === 'refused') return 'refused';
  if (expected.errors.some((error) => error.includes(' FILE-')))
    return 'held back by sums or order';
  if (expected.errors.length > 0) return 'rows refused';
  return expected.warnings.length > 0 ? 'taken with warnings' : 'taken as it is';
}

/** Try other seeds with `npm run variants 2`. */
describe('variants of good files', () => {
  it.each(PROVIDERS)(
    'TXN-12 TXN-15 TXN-17 every variant of a file of %s is answered as a careful clerk would',
    async (provider) => {
      const wrong: Record<string, string[]> = {};
      const answers = new Map<string, number>();
      for (const variant of variants(1, (one) => one === provider)) {
        const found = await differences(variant);
        if (found.length > 0) wrong[variant.name] = found.slice(0, 4);
        const answer = answerOf(variant);
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
      expect(wrong).toEqual({});
      // No answer may dominate: each must occur often.
      expect(answers.get('taken as it is')).toBeGreaterThan(90);
      expect(answers.get('taken with warnings')).toBeGreaterThan(12);
      expect(answers.get('rows refused')).toBeGreaterThan(15);
      expect(answers.get('refused')).toBeGreaterThan(15);
    },
    180_000,
  );

  it('the same seed produces the same files, and another seed different ones', () => {
    const text = (seed: number) =>
      [...variants(seed, (_, kind) => kind === 'csv' || kind === 'columns in another order')].map(
        ({ bytes, expected }) => `${bytes.join()} ${JSON.stringify(expected)}`,
      );
    expect(text(2)).toEqual(text(2));
    expect(text(2)).not.toEqual(text(3));
  });
});
