import { describe, expect, it } from 'vitest';
import { withEtag } from '../../http/bodies.ts';
import { ApiError } from '../../http/outcome.ts';
import type { FormField } from '../../resource/form.types.ts';
import { depotsWith, serviceError, startRecord } from './record.test-kit.ts';

const SOUTH = { id: '7', name: 'South', email: 'a@b.test' };

const fields: readonly FormField[] = [
  { name: 'open', label: 'Open', section: '', input: 'flag' },
  {
    name: 'days',
    label: 'Days',
    section: '',
    input: 'days',
    options: [{ key: 'monday', value: 'Monday' }],
  },
  { name: 'note', label: 'Note', section: '', input: 'text' },
];
const flags = depotsWith({
  fields: () => fields,
  draft: () => ({ open: false, days: {}, note: '' }),
});

describe('an answer', () => {
  it.each([
    ['open', true, true],
    ['open', 'true', true],
    ['open', 'yes', false],
    ['open', false, false],
    ['days', ['monday', 'friday'], { monday: true, friday: true }],
    ['days', { monday: false }, { monday: false }],
    ['days', null, {}],
    ['days', 'monday', {}],
    ['note', 'Gate 4', 'Gate 4'],
    ['note', 4, '4'],
    ['note', null, ''],
    ['note', undefined, ''],
  ])('CARD-10 FORM-06 to %s of %j is kept as %j', (name, value, kept) => {
    const { answer, run } = startRecord({ mode: 'create' }, flags);
    answer(name, value);
    expect(run.view.data.draft[name]).toEqual(kept);
  });

  it('CARD-10 names the days that can be chosen', () => {
    const { need } = startRecord({ mode: 'create' }, flags);
    expect(need('days')).toMatchObject({
      kind: 'flags',
      options: [{ key: 'monday', value: 'Monday' }],
      value: {},
    });
    expect(need('open')).toMatchObject({ kind: 'flag', value: false });
  });

  it('to a field that the form lacks changes nothing', () => {
    const { answer, run } = startRecord({ mode: 'create' }, flags);
    answer('elsewhere', 'x');
    expect(run.view.data.draft).toEqual({ open: false, days: {}, note: '' });
    expect(run.view.data.dirty).toBe(false);
  });
});

describe('a refused field', () => {
  it.each([
    ['/where~1to', 'where/to'],
    ['/where~0to', 'where~to'],
    ['/lines/0/name', 'lines.0.name'],
    ['/', ''],
    ['name', 'name'],
  ])('FORM-06 %s is the field %j', async (pointer, name) => {
    const field: FormField = { name, label: 'Where', section: '', input: 'text' };
    const odd = depotsWith({ fields: () => [field], draft: () => ({ [name]: '' }) });
    const { answer, need, notify, send } = startRecord({ mode: 'create' }, odd);
    answer(name, 'North');
    notify('submit');
    await send.last().reject(serviceError(422, { fieldErrors: [{ pointer, detail: 'Unknown' }] }));
    expect(need(name)?.issues).toMatchObject([{ message: 'Unknown' }]);
  });
});

describe('a list of choices', () => {
  it('FORM-07 that fails has no options, its reason, and can be loaded again', async () => {
    const started = startRecord({ mode: 'create' });
    expect(started.need('country')).toMatchObject({ loading: true, options: [] });
    await started.options.last().reject(serviceError(503));
    expect(started.need('country')).toMatchObject({
      options: [],
      failure: { code: 'http_503' },
    });
    expect(started.need('country')).not.toHaveProperty('loading');
    expect(started.run.view.commands.retry.allowed).toBe(true);
    started.notify('retry');
    await started.options.last().resolve([{ key: 'CA', value: 'Canada' }]);
    expect(started.need('country')).toMatchObject({
      options: [{ key: 'CA', value: 'Canada' }],
      value: '',
    });
    expect(started.run.view.commands.retry.allowed).toBe(false);
  });
});

describe('a conflict', () => {
  it('WIRE-05 takes answers only for the fields that both changed', async () => {
    const started = startRecord({ id: '7', mode: 'edit' });
    await started.fetchRecord.last().resolve(withEtag({ ...SOUTH }, '"1"'));
    started.answer('name', 'North');
    started.answer('amount', '12.00');
    started.notify('submit');
    const facts = { kind: 'http', operation: 'depots', code: 'conflict', message: '' } as const;
    const current = withEtag({ ...SOUTH, name: 'East' }, '"2"');
    await started.send.last().reject(new ApiError({ ...facts, status: 412, current }));
    const taken = () =>
      (started.run.view.data.conflict?.fields ?? []).map(({ name, take }) => `${name} ${take}`);
    expect(taken()).toEqual(['name mine', 'amount mine']);
    started.answer('keep.amount', 'theirs');
    started.answer('amount', 'theirs');
    started.answer('keep.name', 'neither');
    expect(taken()).toEqual(['name mine', 'amount mine']);
    started.answer('keep.name', 'theirs');
    expect(taken()).toEqual(['name theirs', 'amount mine']);
    expect(started.run.view.data.draft).toMatchObject({ name: 'East', amount: '12.00' });
  });
});

describe('CARD-09 a choice whose list a service may lack', () => {
  const kinds: readonly FormField[] = [
    {
      ...{ name: 'note', label: 'Kind', section: '', input: 'choice', required: true },
      options: { reference: 'cardTypes', optional: true },
    },
  ];
  const open = (starts = {}) =>
    startRecord(
      { mode: 'create' },
      depotsWith({ fields: () => kinds, draft: () => ({ note: '' }), starts }),
    );
  const GOLD = [{ key: 'Gold', value: 'Gold' }];

  it('has the choices of the service, and refuses others', async () => {
    const { answer, need, options } = open();
    expect(need('note')).toMatchObject({ kind: 'choice', loading: true });
    await options.last().resolve(GOLD);
    expect(need('note')).toMatchObject({ kind: 'choice', options: GOLD });
    answer('note', 'Silver');
    expect(need('note')?.issues).toMatchObject([{ message: 'Kind must be one of the choices' }]);
  });

  it.each([undefined, 400, 404, 501])(
    'is free text where the service names none, or answers %s',
    async (status) => {
      const { answer, need, notify, options, send } = open();
      const asked = options.last();
      await (status === undefined ? asked.resolve([]) : asked.reject(serviceError(status)));
      expect(need('note')).toMatchObject({ kind: 'field', input: 'text', required: true });
      answer('note', 'Anything');
      expect(need('note')?.issues).toEqual([]);
      notify('submit');
      expect(send.last().args[0].json).toMatchObject({ note: 'Anything' });
    },
  );

  it('waits and asks again where the service fails for now', async () => {
    const { need, notify, options } = open();
    await options.last().reject(serviceError(503, { retryable: true }));
    expect(need('note')).toMatchObject({
      kind: 'choice',
      waits: 'Its choices could not be loaded. Try again.',
    });
    notify('retry');
    await options.last().resolve(GOLD);
    expect(need('note')).toMatchObject({ kind: 'choice', options: GOLD });
  });

  it('begins with nothing where the service does not offer what it begins with', async () => {
    const other = open({ note: 'No' });
    await other.options.last().resolve(GOLD);
    expect(other.need('note')).toMatchObject({ value: '', options: GOLD });
    expect(other.run.view.data.dirty).toBe(false);
    const same = open({ note: 'Gold' });
    await same.options.last().resolve(GOLD);
    expect(same.need('note')).toMatchObject({ value: 'Gold' });
    const none = open({ note: 'No' });
    await none.options.last().resolve([]);
    expect(none.need('note')).toMatchObject({ kind: 'field', value: 'No' });
  });
});
