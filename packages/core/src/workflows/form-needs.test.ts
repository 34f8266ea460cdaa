import { expect, it } from 'vitest';
import type { FieldInput } from '../resource/form.types.ts';
import { needOf } from './form-needs.ts';

const context = { touched: [], shown: false, issues: {}, refused: {}, lists: {} };

const locked = (input: FieldInput, value: string, places?: number) => {
  const field = { name: 'a', label: 'A', section: '', input, locked: 'So it is.' };
  const need = needOf({ ...field, ...(places !== undefined && { places }) }, [], {
    ...context,
    draft: { a: value },
  });
  return need.kind === 'field' ? [need.value, need.reads] : undefined;
};

it('LIST-06 CARD-09 a locked field is shown as in a list, and keeps its value', () => {
  expect(locked('decimal', '1841.1')).toEqual(['1841.1', '1,841.10']);
  expect(locked('decimal', '0.004', 4)).toEqual(['0.004', '0.0040']);
  expect(locked('integer', '78760')).toEqual(['78760', '78,760']);
  expect(locked('card', '7076850000000012')).toEqual(['7076850000000012', '7076 8500 0000 0012']);
  expect(locked('text', 'V 1')).toEqual(['V 1', 'V 1']);
  expect([locked('decimal', ''), locked('decimal', 'many')]).toEqual([
    ['', ''],
    ['many', 'many'],
  ]);
});

it('an unlocked field shows what was typed', () => {
  const field = { name: 'a', label: 'A', section: '', input: 'decimal' as const };
  expect(needOf(field, [], { ...context, draft: { a: '1841.1' } })).not.toHaveProperty('reads');
});
