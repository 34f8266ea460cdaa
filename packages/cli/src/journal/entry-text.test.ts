import { describe, expect, it } from 'vitest';
import { entryDocument, saysText, shortKey, stateCell } from './entry-text.ts';
import type { KeptEntry } from './journal.ts';
import type { ServiceSays } from './service-says.ts';

const entry = (state: string) => ({ state, key: '0123456789abcdef' }) as unknown as KeptEntry;
const says = (more: object) => more as ServiceSays;

describe('an import in a list', () => {
  it.each([
    ['planned', 'yellow'],
    ['sent', 'yellow'],
    ['acknowledged', 'yellow'],
    ['unknown', 'yellow'],
    ['reconciled', 'green'],
    ['refused', 'red'],
  ])('TXN-13 is %s in %s', (state, style) => {
    expect(stateCell(entry(state))).toEqual({ text: state, style });
  });

  it('TXN-13 is named by 12 characters of its key', () => {
    expect(shortKey('0123456789abcdef')).toBe('0123456789ab');
  });

  it('TXN-13 shows what the service says of it', () => {
    const record = { state: 'done', imported: 5 };
    expect([
      saysText(undefined),
      saysText(says({ state: 'not_known' })),
      saysText(says({ state: 'not_asked', reason: 'no connection' })),
      saysText(says({ state: 'done', record })),
    ]).toEqual(['-', 'knows nothing of it', 'not asked: no connection', 'done']);
    expect([
      entryDocument(entry('sent'), undefined),
      entryDocument(entry('sent'), says({ state: 'not_known' })),
      entryDocument(entry('sent'), says({ state: 'not_asked', reason: 'no connection' })),
      entryDocument(entry('sent'), says({ state: 'done', record })),
    ]).toEqual(
      [
        undefined,
        { state: 'not_known' },
        { state: 'not_asked', reason: 'no connection' },
        record,
      ].map((service) => ({ state: 'sent', key: '0123456789abcdef', service })),
    );
  });
});
