import { describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, signIn, VIEWER } from './helpers.ts';

const PATH = 'fuel-transaction/authcode';

interface Shown {
  readonly [field: string]: string | number;
}

/** Every part of these texts, up to a length; odd ones that none of them has, too. */
function partsOf(texts: readonly string[], longest: number): string[] {
  const parts = new Set(['0', '00', '-', '.', '0.0', '07', 'zzz', '99999999']);
  for (const text of texts) {
    for (let from = 0; from < text.length; from += 1) {
      for (let length = 1; length <= longest; length += 1)
        parts.add(text.slice(from, from + length));
    }
  }
  return [...parts];
}

const moneyOf = (value: string | number | undefined) => [Number(value).toFixed(2)];
const momentOf = (value: string | number | undefined) => {
  const [day = '', time = ''] = String(value).split('T');
  return [`${day}T${time}`, `${day.split('-').reverse().join('-')} ${time}`];
};
const textOf = (value: string | number | undefined) => [String(value)];

describe('LIST-07 contains', async () => {
  const sandbox = await openSandbox();
  const admin = await signIn(sandbox, ADMIN);
  const all: Shown[] = (await admin.json(`${PATH}?size=2000`)).transactions;

  it.each([
    { field: 'txn_amount', writings: moneyOf, longest: 5 },
    { field: 'txn_date', writings: momentOf, longest: 5 },
    { field: 'txn_company', writings: textOf, longest: 4 },
    { field: 'card_number', writings: textOf, longest: 4 },
    { field: 'authentication_id', writings: textOf, longest: 4 },
    { field: 'id', writings: textOf, longest: 3 },
  ])('finds any part of $field, as people see it', async ({ field, writings, longest }) => {
    const texts = all.map((row) => writings(row[field]).map((text) => text.toLowerCase()));
    const samples = [0, 1].flatMap((index) => writings(all[index * 7]?.[field]));
    for (const part of partsOf(samples, longest)) {
      const filter = encodeURIComponent(`${field}::${part}`);
      const { metadata } = await admin.json(`${PATH}?size=1&filter=${filter}`);
      const wanted = texts.filter((forms) =>
        forms.some((text) => text.includes(part.toLowerCase())),
      );
      expect([part, metadata.total_count]).toEqual([part, wanted.length]);
    }
  });

  it('gives the pages of what it found in the order asked for, to whom they belong', async () => {
    const viewer = await signIn(sandbox, VIEWER);
    for (const client of [admin, viewer]) {
      const own: Shown[] = (await client.json(`${PATH}?size=2000`)).transactions;
      const wanted = own
        .filter(({ card_number }) => String(card_number).includes('7'))
        .sort(
          (a, b) =>
            Number(b.txn_amount) - Number(a.txn_amount) ||
            String(b.txn_date).localeCompare(String(a.txn_date)) ||
            Number(b.id) - Number(a.id),
        );
      const query = `size=20&sort=txn_amount,desc&filter=${encodeURIComponent('card_number::7')}`;
      const pages = await Promise.all(
        [1, 2, 3].map(
          async (page) => (await client.json(`${PATH}?page=${page}&${query}`)).transactions,
        ),
      );
      expect(pages.flat().map(({ id }) => id)).toEqual(wanted.slice(0, 60).map(({ id }) => id));
    }
  });
});
