import { describe, expect, it } from 'vitest';
import type { Draft, FormMode, FormState } from '../../resource/form.types.ts';
import { checkForm } from '../../resource/form-rules.ts';
import { unitOf } from '../../resource/units.ts';
import { cardForm as form } from './cards.form.ts';
import { cards } from './cards.resource.ts';
import { type Card, cardSchema } from './cards.schema.ts';

const REQUIRED = `card_number company_name plastic_type card_type card_status card_group odometer
  trip_number usage_above_volume_limits driver_name driver_id other_id commercial_driver_license
  vehicle_assigned_to_card trailer_number cash_advance_type cash_refresh_days
  refreshing_cash_limits daily_card_limit debit_dollar_balance refreshing_cash_balance
  increment_dash_cash_amount paycheck_balance dash_cash_balance dash_cash_memo
  weekly_product_refresh weekly_product_refresh_money_amount weekly_fuel_quantity_limit
  weekly_vehicle_quantity_refresh_day weekly_fuel_quantity_balance
  daily_vehicle_quantity_limit_in_gallons non_highway_fuel_limit`.split(/\s+/);
const OPTIONAL = `daily_cash_limit weekly_product_balance transaction_fuel_quantity_limits
  non_highway_fuel_daily_quantity_limit non_highway_fuel_weekly_quantity_limit
  non_highway_fuel_weekly_refresh_day`.split(/\s+/);
const SHOWN = `card_issue_date status company company_number non_highway_fuel_weekly_balance
  reefer uom`.split(/\s+/);

const wire = {
  id: 7,
  card_number: '70768500000000123',
  company: 3,
  company_name: 'North Haul',
  company_number: 'C-3',
  card_issue_date: '2025-01-02T00:00:00',
  status: 'issued',
  card_status: 'RELEASE',
  cash_refresh_days: '{"monday":true,"na":false}',
  weekly_vehicle_quantity_refresh_day: '{"na":true}',
  non_highway_fuel_weekly_refresh_day: '',
  odometer: 120,
  paycheck_balance: '12.50',
  non_highway_fuel_weekly_balance: 9,
};
const card = cardSchema.parse(wire) as Card;

const state = (mode: FormMode, changes: Draft = {}): FormState<Card> => {
  const detail = mode === 'create' ? undefined : card;
  return { mode, detail, draft: { ...form.draft(detail), ...changes } };
};
const fields = (mode: FormMode) => form.fields(state(mode));
const names = (mode: FormMode, keep: (field: ReturnType<typeof fields>[number]) => boolean) =>
  fields(mode)
    .filter(keep)
    .map(({ name }) => name)
    .sort();
const draftOf = (changes: Draft, name: string, before: Draft = {}) =>
  form.changed?.({ ...before, ...changes }, name, before)?.[name];

describe('fields', () => {
  it('CARD-08 are in seven sections, in order', () => {
    expect([...new Set(fields('edit').map(({ section }) => section))]).toEqual([
      'Card Management',
      'Driver/Vehicle Identifiers',
      'Card Properties',
      'Card Monetary Properties',
      'Weekly Fuel Purchase Properties',
      'Fuel Purchase Limitation Properties',
      'Non-Highway Fuel Purchase Properties',
    ]);
    expect(form.submitLabels).toEqual({ create: 'Save', edit: 'Update' });
    expect(form.noCancel).toEqual(['create']);
    expect(cards.record?.back).toBe('List of ManageCard');
  });

  it('CARD-08 are all locked while the card is only viewed', () => {
    expect(fields('view').every(({ locked }) => locked !== undefined)).toBe(true);
  });

  it('CARD-09 are required, optional or only shown, each as it is specified', () => {
    expect(names('create', ({ required }) => required === true)).toEqual([...REQUIRED].sort());
    expect(names('create', ({ required }) => required !== true)).toEqual([...OPTIONAL].sort());
    expect(Object.keys(checkForm(form, state('create'))).sort()).toEqual([...REQUIRED].sort());
  });

  it('CARD-09 CARD-14 card number and company are set once; values of the service are never entered', () => {
    expect(names('create', ({ locked }) => locked !== undefined)).toEqual([]);
    expect(names('edit', ({ locked }) => locked !== undefined)).toEqual(
      [...SHOWN, 'card_number', 'company_name'].sort(),
    );
  });

  it('CARD-09 take 0 or more as limits, whole numbers for odometer and trip number', () => {
    const issues = (changes: Draft) =>
      Object.values(checkForm(form, state('create', changes)))
        .flat()
        .filter(({ code }) => code !== 'required')
        .map(({ message }) => message);
    expect(issues({ daily_card_limit: '-1' })).toEqual(['Daily Card Limit must be 0 or more']);
    expect(issues({ daily_card_limit: 'much' })).toEqual(['Daily Card Limit must be a number']);
    expect(issues({ odometer: '1.5' })).toEqual(['Odometer must be a whole number']);
    expect(issues({ trip_number: 'x', odometer: '0', daily_card_limit: '0.01' })).toEqual([
      'Trip Number must be a whole number',
    ]);
    expect(fields('create').filter(({ input }) => input === 'integer')).toHaveLength(2);
    expect(issues({ odometer: '999,999,999', trip_number: '999999999' })).toEqual([]);
    expect(issues({ odometer: '1000000000', trip_number: '999,999,999,999,999' })).toEqual([
      'Odometer must be 999,999,999 or less',
      'Trip Number must be 999999999 or less',
    ]);
    expect(issues({ trip_number: '99999999999999999999' })).toEqual([
      'Trip Number must be 999999999 or less',
    ]);
    // An identifier reads as it is, without separators.
    expect(cards.record?.fields.find(({ field }) => field === 'trip_number')?.kind).toBe('code');
  });

  it('CARD-09 reads a card number in the groups that it is shown in', () => {
    const number = '7076 8500 0000 0012 3';
    expect(form.create?.body(state('create', { card_number: number }), {})).toMatchObject({
      card_number: '70768500000000123',
    });
    expect(cards.record?.caption?.(card)).toBe(number);
  });

  it.each([
    ['7076859900000914', '7076859900000914'],
    [' 7076 8599 0000 0914 ', '7076859900000914'],
    ['7076-8599-0000-0914', '7076859900000914'],
    ['7076 – 8599 – 0000 – 0914', '7076859900000914'],
    ["'7076859900000914", '7076859900000914'],
    ['7076859900000914.0', '7076859900000914'],
    ['７０７６８５９９０００００９１４', '7076859900000914'],
    ['2956373', '2956373'],
  ])('CARD-09 a new card takes the number %j as %s', (card_number, digits) => {
    const provided = state('create', { card_number });
    expect(checkForm(form, provided).card_number).toBeUndefined();
    expect(form.create?.body(provided, {})).toMatchObject({ card_number: digits });
  });

  const NO_NUMBER =
    'Card Number must be 6 to 20 digits, with nothing but blanks or hyphens between';
  const SHORTENED =
    'Excel has shortened this number: format the column as text and enter all digits again';
  it.each([
    ['7.07685E+15', SHORTENED],
    ['7,07685e15', SHORTENED],
    ['=7076859900000914', NO_NUMBER],
    ['-7076859900000914', NO_NUMBER],
    ['7076--8599-0000-0914', NO_NUMBER],
    ['7076859900000914.5', NO_NUMBER],
    ['707685XXXXXX0914', NO_NUMBER],
    ['12', NO_NUMBER],
    ['<b>1</b>', NO_NUMBER],
    ['..', NO_NUMBER],
    ['a/b', NO_NUMBER],
    ['X'.repeat(300), NO_NUMBER],
    ['7'.repeat(21), NO_NUMBER],
  ])('CARD-09 a new card refuses the number %j', (card_number, message) => {
    const issues = checkForm(form, state('create', { card_number }));
    expect(issues.card_number?.map((issue) => issue.message)).toEqual([message]);
    // A card that has such a number from before can still be changed.
    expect(checkForm(form, state('edit', { card_number })).card_number).toBeUndefined();
  });

  it('CARD-09 has the sets that every card has, and keeps a loaded value that is none of them', () => {
    const offered = (name: string, loaded = '') => {
      const detail = cardSchema.parse({ [name]: loaded }) as Card;
      const all = form.fields({ mode: 'edit', detail, draft: form.draft(detail) });
      const options = all.find((field) => field.name === name)?.options;
      return Array.isArray(options) ? options.map(({ value }) => value) : options;
    };
    expect(offered('card_status')).toEqual(['ACTIVE', 'HOLD']);
    expect(offered('card_status', 'STOLEN')).toEqual(['ACTIVE', 'HOLD', 'STOLEN']);
    const typed = state('create', { card_status: 'Gold' });
    expect(checkForm(form, typed).card_status).toEqual([
      { code: 'not_a_choice', message: 'Card Status must be one of the choices' },
    ]);
  });

  it.each([
    ['card_type', 'cardTypes'],
    ['plastic_type', 'plasticTypes'],
    ['cash_advance_type', 'cashAdvanceTypes'],
    ['usage_above_volume_limits', 'usageTypes'],
  ])('CARD-09 %s has the choices of the service, if it names any', (name, reference) => {
    for (const mode of ['create', 'edit'] as const) {
      expect(fields(mode).find((field) => field.name === name)).toMatchObject({
        input: 'choice',
        options: { reference, optional: true },
      });
    }
  });

  it.each([
    ['Litres', 'L', 'CAD'],
    ['Gallons', 'gal', 'USD'],
    ['', undefined, undefined],
  ])(
    'CARD-09 a card in %j has its unit and its currency at each limit',
    (uom, measure, currency) => {
      const detail = cardSchema.parse({ ...wire, uom }) as Card;
      const all = form.fields({ mode: 'edit', detail, draft: form.draft(detail) });
      const unit = (name: string) => all.find((field) => field.name === name)?.unit;
      expect(unit('daily_vehicle_quantity_limit_in_gallons')).toBe(measure);
      expect(unit('weekly_fuel_quantity_limit')).toBe(measure);
      expect(unit('daily_card_limit')).toBe(currency);
      expect(unit('odometer')).toBeUndefined();
      expect(form.draft(detail).paycheck_balance).toBe('12.50');
      // The record shows the same units where it has a value.
      const shown = Object.fromEntries(
        (cards.record?.fields ?? []).map((field) => [field.field, unitOf(field, detail)]),
      );
      expect(shown.non_highway_fuel_weekly_balance).toBe(measure);
      expect(shown.paycheck_balance).toBe(currency);
      expect([shown.odometer, shown.daily_card_limit]).toEqual([undefined, undefined]);
      expect(all.map(({ label }) => label).join()).not.toContain('Gallons');
    },
  );

  it('CARD-09 begins active, with nothing on it, so that 9 of its 32 values need no typing', () => {
    expect(form.starts).toEqual({
      card_status: 'RELEASE',
      usage_above_volume_limits: 'No',
      refreshing_cash_balance: '0.00',
      debit_dollar_balance: '0.00',
      increment_dash_cash_amount: '0.00',
      paycheck_balance: '0.00',
      dash_cash_balance: '0.00',
      weekly_fuel_quantity_balance: '0.00',
      dash_cash_memo: 'None',
    });
    expect(Object.keys(checkForm(form, state('create', form.starts)))).toHaveLength(23);
    // A card file and other callers of the service begin with nothing.
    expect(Object.keys(checkForm(form, state('create')))).toHaveLength(32);
  });

  it('CARD-11 offer ACTIVE, sent as RELEASE, and HOLD; a loaded status of another kind stays', () => {
    const options = (status: string) => {
      const detail = cardSchema.parse({ card_status: status }) as Card;
      const provided = { mode: 'edit' as const, detail, draft: form.draft(detail) };
      const field = form.fields(provided).find(({ name }) => name === 'card_status');
      return [provided.draft.card_status, field?.input, field?.options];
    };
    const both = [
      { key: 'RELEASE', value: 'ACTIVE' },
      { key: 'HOLD', value: 'HOLD' },
    ];
    expect(options('RELEASE')).toEqual(['RELEASE', 'choice', both]);
    expect(options('HOLD')).toEqual(['HOLD', 'choice', both]);
    expect(options('LOST')).toEqual(['LOST', 'choice', [...both, { key: 'LOST', value: 'LOST' }]]);
  });
});

describe('day maps', () => {
  const name = 'cash_refresh_days';

  it('CARD-10 offers the days of the week and N/A', () => {
    const field = fields('create').find((candidate) => candidate.name === name);
    expect(field?.options).toEqual(
      'Monday Tuesday Wednesday Thursday Friday Saturday Sunday N/A'.split(' ').map((value) => ({
        key: value.replace('/', '').toLowerCase(),
        value,
      })),
    );
  });

  it('CARD-10 N/A clears the days, and a day clears N/A', () => {
    expect(
      draftOf({ [name]: { monday: true, friday: true, na: true } }, name, {
        [name]: { monday: true, friday: true },
      }),
    ).toEqual({ na: true });
    expect(draftOf({ [name]: { na: true, monday: true } }, name, { [name]: { na: true } })).toEqual(
      { na: false, monday: true },
    );
    expect(draftOf({ [name]: { monday: true } }, name)).toEqual({ monday: true });
  });

  it('CARD-10 both at once are refused in any day map', () => {
    for (const map of [
      name,
      'weekly_vehicle_quantity_refresh_day',
      'non_highway_fuel_weekly_refresh_day',
    ]) {
      const both = { [map]: { na: true, monday: true } };
      expect(draftOf(both, map)).toEqual(both[map]);
      expect(checkForm(form, state('edit', both))[map]).toEqual([
        { code: 'days_and_na', message: 'N/A can not be combined with days' },
      ]);
    }
  });

  it('CARD-10 CARD-09 a required map has a day or N/A; the optional one may be empty', () => {
    const issues = (changes: Draft) => checkForm(form, state('edit', changes));
    expect(issues({ [name]: { monday: false } })[name]?.[0]?.message).toBe(
      'Cash Refresh Days is required',
    );
    expect(issues({ [name]: { na: true } })[name]).toBeUndefined();
    expect(issues({ [name]: { sunday: true } })[name]).toBeUndefined();
    expect(issues({ non_highway_fuel_weekly_refresh_day: {} })).not.toHaveProperty(
      'non_highway_fuel_weekly_refresh_day',
    );
  });

  it('CARD-10 leaves other fields unchanged', () => {
    expect(draftOf({ driver_name: 'Ann' }, 'driver_name')).toBe('Ann');
  });
});

describe('CARD-11 the reason of a hold', () => {
  const active: Card = { ...card, card_status: 'ACTIVE' };
  const edited = (changes: Draft, detail = active): FormState<Card> => ({
    mode: 'edit',
    detail,
    draft: { ...form.draft(detail), ...changes },
  });
  const reasonIn = (state: FormState<Card>) =>
    form.fields(state).find(({ name }) => name === 'reason');

  it('is asked for, without being required, when the status becomes HOLD, and sent with it', () => {
    const held = edited({ card_status: 'HOLD' });
    const names = form.fields(held).map(({ name }) => name);
    expect(names[names.indexOf('card_status') + 1]).toBe('reason');
    expect(reasonIn(held)).toMatchObject({ label: 'Reason', input: 'multiline' });
    expect(checkForm(form, held)).not.toHaveProperty('reason');
    expect(form.update?.body(held, {})).not.toHaveProperty('reason');
    const given = edited({ card_status: 'HOLD', reason: 'Stolen in Sudbury' });
    expect(form.update?.body(given, {})).toMatchObject({
      card_status: 'HOLD',
      reason: 'Stolen in Sudbury',
    });
    const long = edited({ card_status: 'HOLD', reason: 'x'.repeat(501) });
    expect(checkForm(form, long).reason).toMatchObject([
      { message: 'Reason may have at most 500 characters' },
    ]);
  });

  it('has no place in any other change, and goes with the hold', () => {
    expect(reasonIn(edited({ driver_name: 'Ann' }))).toBeUndefined();
    expect(reasonIn(edited({}, { ...card, card_status: 'HOLD' }))).toBeUndefined();
    const before = edited({ card_status: 'HOLD', reason: 'Stolen' });
    const back = { ...before.draft, card_status: 'RELEASE' };
    expect(form.changed?.(back, 'card_status', before.draft)).toEqual(form.draft(active));
    const driver = { ...before.draft, driver_name: 'Ann' };
    expect(form.changed?.(driver, 'driver_name', before.draft)).toMatchObject({
      driver_name: 'Ann',
      reason: 'Stolen',
    });
    const still = { ...before.draft, reason: 'Stolen in Sudbury' };
    expect(form.changed?.(still, 'card_status', before.draft)).toEqual(still);
  });
});

describe('calls', () => {
  it('CARD-14 CARD-11 CARD-10 POST sends the entered values: RELEASE, numbers, day maps as JSON text', () => {
    const provided = state('create', {
      card_number: '7076',
      card_status: 'RELEASE',
      daily_card_limit: '100.10',
      odometer: '5',
      cash_refresh_days: { monday: true },
      company: 'smuggled',
    });
    expect(form.create?.method).toBe('POST');
    expect(form.create?.path(provided)).toBe('fuel-card-management');
    const body = form.create?.body(provided, {}) as Record<string, unknown>;
    expect(body).toMatchObject({
      card_number: '7076',
      card_status: 'RELEASE',
      daily_card_limit: 100.1,
      odometer: 5,
      cash_refresh_days: '{"monday":true}',
      daily_cash_limit: null,
    });
    for (const field of SHOWN) expect(body).not.toHaveProperty(field);
  });

  it('CARD-14 CARD-12 PUT sends the loaded card with the changes, except locked fields', () => {
    const provided = state('edit', {
      driver_name: 'Ann',
      paycheck_balance: '13',
      card_number: 'other',
      company_name: 'other',
      status: 'other',
      weekly_vehicle_quantity_refresh_day: { friday: true },
    });
    expect(form.update?.method).toBe('PUT');
    expect(form.update?.path(provided)).toBe('fuel-card-management/7');
    expect(form.update?.body(provided, {})).toMatchObject({
      id: '7',
      card_number: '70768500000000123',
      company_name: 'North Haul',
      status: 'issued',
      card_status: 'RELEASE',
      driver_name: 'Ann',
      paycheck_balance: 13,
      non_highway_fuel_weekly_balance: 9,
      cash_refresh_days: '{"monday":true,"na":false}',
      weekly_vehicle_quantity_refresh_day: '{"friday":true}',
    });
    expect(form.update?.body(provided, {})).not.toHaveProperty('pay_check_balance');
  });

  it('CARD-14 LIST-11 reads, changes and deletes by id', () => {
    expect(cards.record?.path('a/7')).toBe('fuel-card-management/a%2F7');
    expect(cards.list.path).toBe('fuel-card-management');
    expect(cards.form?.update).toBeDefined();
    expect(cards.remove?.path('a/7')).toBe('fuel-card-management/a%2F7');
  });

  it('CARD-13 FORM-04 reports success, and goes back', () => {
    expect(cards.list.texts).toEqual({
      none: 'No Manage cards records to show',
      noRows: 'No Manage cards found.',
    });
    expect(form.texts).toEqual({
      created: 'ManageCard Created Successfully',
      updated: 'ManageCard Updated Successfully',
      createFailed: 'Error while Creating ManageCard',
      updateFailed: 'Error while updating ManageCard',
    });
    expect(form.after).toBe('back');
  });
});
