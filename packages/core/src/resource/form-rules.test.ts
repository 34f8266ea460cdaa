import { describe, expect, it } from 'vitest';
import { Decimal } from '../format/decimal.ts';
import type { Draft, DraftValue, FormDefinition, FormField, FormState } from './form.types.ts';
import { formSection } from './form-fields.ts';
import { checkField, checkForm, issueAt, nameIssues, phoneIssues } from './form-rules.ts';
import {
  changedFields,
  sameValue,
  toDraft,
  toDraftValue,
  toWire,
  withLoaded,
} from './form-values.ts';

const field = (more: Partial<FormField> = {}): FormField => ({
  name: 'limit',
  label: 'Limit',
  section: 'Money',
  input: 'decimal',
  ...more,
});
const messages = (value: DraftValue, more: Partial<FormField> = {}) =>
  checkField(field(more), value).map(({ message }) => message);

describe('one field', () => {
  it('FORM-06 reports a missing value by its label, or by its own text', () => {
    expect(messages('', { required: true })).toEqual(['Limit is required']);
    expect(messages(' ', { required: true })).toEqual(['Limit is required']);
    expect(messages('', { required: true, requiredText: 'This field is required.' })).toEqual([
      'This field is required.',
    ]);
    expect(messages('', {})).toEqual([]);
    expect(messages({ monday: false }, { required: true, input: 'days' })).toHaveLength(1);
    expect(messages({ monday: true }, { required: true, input: 'days' })).toEqual([]);
  });

  it.each<[string, Partial<FormField>, string[]]>([
    ['12.50', {}, []],
    [
      '1,5',
      {},
      ['Limit must be a number, with commas between thousands only: 1,093.72 or 1093.72'],
    ],
    ['1,093.72', {}, []],
    [' 1,093.72 ', {}, []],
    ['1,093.725', {}, ['Limit may have at most 2 digits after the decimal point']],
    [
      '1e2',
      {},
      ['Limit must be a number, written with the digits 0 to 9 only: 1,093.72 or 1093.72'],
    ],
    ...[
      'North\r\nHaul',
      'North\u0007',
      'North\u202eluaH',
      '\u2066North',
      'No\u2028rth',
      '\u200fN',
      'a\tb',
    ].map(
      (text) =>
        [text, { input: 'text' }, ['Limit may not contain line breaks or control characters']] as [
          string,
          Partial<FormField>,
          string[],
        ],
    ),
    [
      '7055550142\u0085',
      { input: 'phone' },
      ['Limit may not contain line breaks or control characters'],
    ],
    ['two\r\nlines\tand more', { input: 'multiline' }, []],
    ['two\nlines\u001b[31m', { input: 'multiline' }, ['Limit may not contain control characters']],
    [' North Haul\r\n', { input: 'text' }, []],
    ['Ömer ve Oğulları 運送 آب\u200cجو', { input: 'text' }, []],
    ['-1,093.72', { min: '0' }, ['Limit must be 0 or more']],
    ['much, or so', {}, ['Limit must be a number']],
    ['78,760', { input: 'integer' }, []],
    [
      '78,76',
      { input: 'integer' },
      ['Limit must be a whole number, with commas between thousands only: 78,760 or 78760'],
    ],
    ['78,760.5', { input: 'integer' }, ['Limit must be a whole number']],
    ['1.005', {}, ['Limit may have at most 2 digits after the decimal point']],
    ['1.500', {}, []],
    ['1.23456', { places: 5 }, []],
    ['-0.01', { min: '0' }, ['Limit must be 0 or more']],
    ['0', { min: '0' }, []],
    ['1234567890123.45', {}, []],
    ['12345678901234.56', {}, ['Limit has too many digits']],
    ['12.5', { input: 'integer' }, ['Limit must be a whole number']],
    ['12', { input: 'integer' }, []],
    [
      '2026-02-30',
      { input: 'day' },
      ['Limit: there is no 30 February 2026: the month has 28 days'],
    ],
    ['31/02/26', { input: 'day' }, ['Limit: there is no 31 February 2026: the month has 28 days']],
    [
      '31/02/2026',
      { input: 'day' },
      ['Limit: there is no 31 February 2026: the month has 28 days'],
    ],
    ['12/13/2026', { input: 'day' }, ['Limit: there is no month 13']],
    ['yesterday', { input: 'day' }, ['Limit must be a date, such as 2026-11-20']],
    ['20/11/26', { input: 'day' }, ['Limit must be a date, such as 2026-11-20']],
    [
      '2026-02-30T14:05',
      { input: 'instant' },
      ['Limit: there is no 30 February 2026: the month has 28 days'],
    ],
    [
      '2026-11-03T14',
      { input: 'instant' },
      ['Limit must be a date with a time, such as 2026-11-20 14:05'],
    ],
    ['2026-02-28', { input: 'day' }, []],
    [
      '2026-02-28',
      { input: 'instant' },
      ['Limit must be a date with a time: 2026-02-28 has no time. Add one, such as 14:05'],
    ],
    ['2026-02-28T10:00', { input: 'instant' }, []],
    ['a@b', { input: 'email' }, ['Invalid email address']],
    ['a@b.test', { input: 'email' }, []],
    [
      'B',
      { input: 'choice', options: [{ key: 'A', value: 'a' }] },
      ['Limit must be one of the choices'],
    ],
    ['A', { input: 'choice', options: [{ key: 'A', value: 'a' }] }, []],
    ['B', { input: 'choice', options: { reference: 'roles' } }, []],
  ])('FORM-06 %s for %o', (value, more, expected) => {
    expect(messages(value, more)).toEqual(expected);
  });

  it('requires nothing of a locked field, because nobody could correct it', () => {
    expect(messages('', { required: true, locked: 'Not now.' })).toEqual([]);
  });
});

describe('a form', () => {
  const fields = formSection('Money', [
    ['limit', 'Limit', 'decimal', { required: true }],
    ['note', 'Note', 'text', { locked: 'Not now.' }],
    ['word', 'Word', 'password', { required: true, secret: true }],
  ]);
  const form: FormDefinition<{ limit: Decimal; note: string }> = {
    titles: {},
    submitLabels: {},
    texts: {},
    after: 'back',
    fields: () => fields,
    draft: (detail) => toDraft(fields, detail),
    check: ({ draft }) => (draft.limit === '13' ? issueAt('limit', 'unlucky', 'Not 13') : {}),
  };
  const state = (limit: string): FormState<{ limit: Decimal; note: string }> => ({
    mode: 'edit',
    detail: { limit: Decimal.from('5.00'), note: 'kept' },
    draft: { limit, note: 'changed' },
  });

  it('FORM-06 returns the issues of its fields and its own, by name', () => {
    expect(checkForm(form, state(''))).toEqual({
      limit: [{ code: 'required', message: 'Limit is required' }],
      word: [{ code: 'required', message: 'Word is required' }],
    });
    expect(checkForm(form, state('13'), { word: 'x' })).toEqual({
      limit: [{ code: 'unlucky', message: 'Not 13' }],
    });
    expect(checkForm(form, state('12'), { word: 'x' })).toEqual({});
  });

  it('FORM-06 accepts a stored number that a younger limit would refuse, until it is changed', () => {
    const terms = formSection('', [['days', 'Days', 'integer', { min: '1', max: '365' }]]);
    const of = {
      ...form,
      fields: () => terms,
      check: () => ({}),
      draft: (loaded: object | undefined) => toDraft(terms, loaded),
    } as never as typeof form;
    const check = (stored: number, days: string) =>
      checkForm(of, { mode: 'edit', detail: { days: stored } as never, draft: { days } });
    expect([check(400, '400'), check(0, '0')]).toEqual([{}, {}]);
    expect(check(400, '401')).toEqual({
      days: [{ code: 'too_large', message: 'Days must be 365 or less' }],
    });
    expect(check(400, '0')).toEqual({
      days: [{ code: 'too_small', message: 'Days must be 1 or more' }],
    });
  });

  it('WIRE-06 accepts a stored text as it is, and refuses it once it is changed', () => {
    const people = formSection('', [
      ['name', 'Name', 'text'],
      ['email', 'Email', 'email'],
    ]);
    const person = { ...form, fields: () => people, check: () => ({}) } as never as typeof form;
    const detail = { name: 'No\u202erth', email: '"ada l"@x.test' } as never;
    const of = { ...person, draft: (loaded: object | undefined) => toDraft(people, loaded) };
    const check = (draft: Draft, mode: 'edit' | 'create' = 'edit') =>
      checkForm(of, { mode, detail: mode === 'edit' ? detail : undefined, draft });
    const stored = { name: 'No\u202erth', email: '"ada l"@x.test' };
    expect(check(stored)).toEqual({});
    expect(check({ name: 'No\u202eth', email: '"ada"@x.test' })).toMatchObject({
      name: [{ message: 'Name may not contain line breaks or control characters' }],
      email: [{ message: 'Invalid email address' }],
    });
    expect(Object.keys(check(stored, 'create'))).toEqual(['name', 'email']);
  });

  it('returns changed fields, but no locked ones', () => {
    const loaded = form.draft(state('').detail);
    const changed = (draft: Draft) =>
      changedFields(fields, { ...loaded, ...draft }, loaded).map(({ name }) => name);
    expect(changed({ limit: '5.00', note: 'changed' })).toEqual([]);
    expect(changed({ limit: '6' })).toEqual(['limit']);
  });

  it('keeps no secret in a draft, and sends none from it', () => {
    expect(form.draft(undefined)).toEqual({ limit: '', note: '' });
    expect(toWire(fields, { limit: '1', note: '', word: 'x' })).toEqual({ limit: 1, note: '' });
  });
});

describe('values', () => {
  it('are equal by the flags that are on, not by those that are off', () => {
    expect(sameValue({ monday: true, na: false }, { monday: true })).toBe(true);
    expect(sameValue({ monday: true }, { friday: true })).toBe(false);
    expect(sameValue(undefined, '')).toBe(true);
    expect(sameValue('1', '1.0')).toBe(false);
  });

  it('holds every value as it would be typed', () => {
    expect([Decimal.from('1.50'), 7, undefined, null, 'x', true].map(toDraftValue)).toEqual([
      '1.50',
      '7',
      '',
      '',
      'x',
      true,
    ]);
    expect(toDraftValue({ monday: true })).toEqual({ monday: true });
  });

  it('sends numbers as numbers, nothing as null, day maps as JSON text, choices to the blank', () => {
    const fields = formSection('', [
      ['amount', 'Amount', 'decimal'],
      ['empty', 'Empty', 'decimal'],
      ['count', 'Count', 'integer'],
      ['days', 'Days', 'days'],
      ['name', 'Name', 'text'],
      ['code', 'Code', 'choice'],
      ['on', 'On', 'day'],
      ['flag', 'Flag', 'flag'],
    ]);
    const draft = {
      amount: '0.10',
      empty: '',
      count: '7',
      days: { monday: true },
      name: ' Ann ',
      code: ' D1 ',
      on: '',
      flag: true,
    };
    expect(toWire(fields, draft)).toEqual({
      amount: 0.1,
      empty: null,
      count: 7,
      days: '{"monday":true}',
      name: 'Ann',
      code: ' D1 ',
      on: null,
      flag: true,
    });
  });

  it('offers a loaded value that is none of the choices', () => {
    const options = [{ key: 'A', value: 'a' }];
    expect(withLoaded(options, 'A')).toEqual(options);
    expect(withLoaded(options, '')).toEqual(options);
    expect(withLoaded(options, 'Z')).toEqual([...options, { key: 'Z', value: 'Z' }]);
  });
});

describe('phones and names of a form', () => {
  interface Contact {
    readonly phone?: string;
    readonly name?: string;
  }
  const form = { draft: (contact?: Contact): Draft => ({ ...contact }) };
  const state = (draft: Contact, detail?: Contact): FormState<Contact> => ({
    ...{ mode: detail ? 'edit' : 'create', draft: { ...draft } },
    detail,
  });
  const TEN = 'Phone must have 10 digits';

  it.each<[string | undefined, string | undefined, boolean]>([
    ['7055550142', undefined, true],
    [' 7055550142 ', undefined, true],
    ['', undefined, true],
    ['  ', undefined, true],
    [undefined, undefined, true],
    ['705555014', undefined, false],
    ['70555501422', undefined, false],
    ['+17055550142', undefined, true],
    ['+1 (705) 555-0142', undefined, true],
    ['705.555.0142', undefined, true],
    ['416 555 0199', undefined, true],
    ['+44 705 555 0142', undefined, false],
    ['17055550142', undefined, false],
    ['555-0142', '555-0142', true],
    ['555-0143', '555-0142', false],
  ])('USER-08 a phone %j, of which %j is stored, is accepted: %s', (phone, stored, accepted) => {
    const detail = stored === undefined ? undefined : { phone: stored };
    const found = phoneIssues(form, state(phone === undefined ? {} : { phone }, detail), {
      phone: TEN,
    });
    expect(found).toEqual(accepted ? {} : { phone: [{ code: 'not_ten_digits', message: TEN }] });
  });

  it('USER-08 names each phone that is not one', () => {
    const draft = { phone: '1', other: '2', third: '7055550142' };
    const labels = { phone: 'Phone?', other: 'Other?', third: 'Third?' };
    expect(phoneIssues(form, { ...state({}), draft }, labels)).toEqual({
      phone: [{ code: 'not_ten_digits', message: 'Phone?' }],
      other: [{ code: 'not_ten_digits', message: 'Other?' }],
    });
  });

  it('WIRE-06 refuses letters of two alphabets in one word, unless they are stored so', () => {
    const mixed = 'N\u043erth Haul';
    const found = nameIssues(form, state({ name: mixed }), { name: 'Name' });
    expect(found.name).toMatchObject([{ code: 'mixed_scripts' }]);
    expect(found.name?.[0]?.message).toContain('Name');
    expect(nameIssues(form, state({ name: mixed }, { name: mixed }), { name: 'Name' })).toEqual({});
    expect(
      nameIssues(form, state({ name: ` ${mixed}` }, { name: mixed }), { name: 'Name' }),
    ).toEqual({});
    expect(nameIssues(form, state({ name: 'North Haul' }), { name: 'Name' })).toEqual({});
    expect(nameIssues(form, state({}), { name: 'Name' })).toEqual({});
  });
});
