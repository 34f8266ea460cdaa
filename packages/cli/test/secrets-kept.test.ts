import { writeFileSync } from 'node:fs';
import type { Fault } from '@forecourt/sandbox';
import { expect, it } from 'vitest';
import { type Fixture, withFaults } from './fixture.ts';
import { filesBelow, secretsIn } from './planted.ts';
import { OPEN_CARD_FIELDS } from './ready-facts.ts';

const CARD = '7076850000009971';
const CREATE = 'POST /api/v1/fuel-card-management';

interface Kept {
  readonly key: string;
  readonly sealed: string;
}

const changesOf = (fixture: Fixture): readonly Kept[] =>
  filesBelow(fixture.path('config'))
    .filter(({ name }) => /^changes[/\\]/.test(name))
    .map(({ text }) => JSON.parse(text));

/** A copy of one of the service's open cards with a new number. */
async function newCard(fixture: Fixture): Promise<string[]> {
  const { document } = await fixture.json(['cards', 'get', '2']);
  const like = document as Readonly<Record<string, unknown>>;
  const fields = Object.fromEntries(OPEN_CARD_FIELDS.map((name) => [name, like[name]]));
  const path = fixture.path('card.json');
  writeFileSync(path, JSON.stringify({ ...fields, card_number: CARD }));
  return ['cards', 'create', '--data', path];
}

const cardsOf = async (fixture: Fixture): Promise<number> => {
  const argv = ['cards', 'list', '--filter', `card_number:${CARD}`];
  return ((await fixture.json(argv)).document as { totalRecords: number }).totalRecords;
};

it.each([
  ['by the same sign-in', false],
  ['by another sign-in', true],
])(
  'WIRE-03 PAY-04 stores a change whose answer was lost without its card number, and settles it %s',
  async (_, again) => {
    const leaving = new AbortController();
    let mended = false;
    let calls = 0;
    const fault: Fault = {
      match: CREATE,
      kind: 'drop-after',
      get first() {
        calls += 1;
        // The second request proves that the first was done.
        if (calls === 2) leaving.abort();
        return mended ? 0 : Number.POSITIVE_INFINITY;
      },
    };
    await withFaults([fault], async (fixture) => {
      const argv = await newCard(fixture);
      expect((await fixture.run(argv, { signal: leaving.signal })).code).toBe(130);
      mended = true;
      const [open] = changesOf(fixture);
      for (const { text } of filesBelow(fixture.path('config'))) {
        expect(secretsIn(text, 'no-token')).toEqual([]);
      }
      expect(Buffer.from(open?.sealed ?? '', 'base64').length).toBeGreaterThan(100);
      if (again) await fixture.signIn('admin@forecourt.test');
      expect((await fixture.run(argv)).code).toBe(0);
      expect(await cardsOf(fixture)).toBe(1);
      expect(changesOf(fixture)).toEqual([]);
    });
  },
);
