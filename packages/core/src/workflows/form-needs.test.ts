import { expect, it } from 'vitest';
import type { FieldInput, FormField } from '../resource/form.types.ts';
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

it('PAY-05 offers a value only while there is one and the field is open, and leads with a locked field', () => {
  const offer = { name: 'in-full', label: 'Pay in full', value: '12.50' };
  const field = { name: 'a', label: 'A', section: '', input: 'decimal' as const, lead: true };
  const need = (more: Partial<FormField>) =>
    needOf({ ...field, ...more }, [], { ...context, draft: { a: '' } });
  expect(need({ offer }).offer).toEqual(offer);
  expect(need({ offer: { ...offer, value: '' } })).not.toHaveProperty('offer');
  expect(need({ offer, locked: 'So it is.' })).not.toHaveProperty('offer');
  expect(need({})).not.toHaveProperty('offer');
  expect(need({})).not.toHaveProperty('lead');
  expect(need({ locked: 'So it is.' }).lead).toBe(true);
  expect(need({ locked: 'So it is.', lead: false })).not.toHaveProperty('lead');
});

it('WIRE-05 a loaded choice that its list no longer has stays among the choices, once the list is there', () => {
  const field = {
    ...{ name: 'a', label: 'A', section: '', input: 'choice' as const },
    options: { reference: 'provinces' as const },
  };
  const options = (state: 'ready' | 'loading') => {
    const lists = { provinces: { state, key: '', options: [{ key: 'ON', value: 'Ontario' }] } };
    const need = needOf(field, [], { ...context, draft: { a: 'XX' }, lists: lists as never });
    return need.kind === 'choice' ? need.options.map(({ key }) => key) : undefined;
  };
  expect(options('ready')).toEqual(expect.arrayContaining(['ON', 'XX']));
  expect(options('loading')).not.toContain('XX');
});
