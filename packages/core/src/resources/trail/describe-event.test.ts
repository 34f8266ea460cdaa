import { beforeAll, describe, expect, it } from 'vitest';
import { loadTrailWords } from '../../client/trail-words.ts';
import { aboutOf, describeEvent, resultOf, type TrailWords } from './describe-event.ts';
import { trailKind } from './trail.kinds.ts';
import { changedValues } from './trail-values.ts';

let words: TrailWords;
beforeAll(async () => {
  words = await loadTrailWords();
});

const entry = (action: string, changes: object = {}, more: object = {}) => ({
  action,
  resource: action.slice(0, action.indexOf('.')),
  record_id: '15',
  label: '',
  changes: changes as Readonly<Record<string, unknown>>,
  ...more,
});

describe('an event in words', () => {
  it.each([
    ['Signed in', entry('session.sign-in')],
    ['Switched to North Haul', entry('switch.to', { acting_as: 'North Haul' })],
    [
      'Card …0012 set to HOLD',
      entry(
        'cards.update',
        { status: ['ACTIVE', 'INACTIVE'], card_status: ['RELEASE', 'HOLD'] },
        { label: '…0012' },
      ),
    ],
    ['Card 15: Driver Name set to Ann', entry('cards.update', { driver_name: ['', 'Ann'] })],
    ['Card 15: Driver Name set to empty', entry('cards.update', { driver_name: ['Ann', ''] })],
    [
      'Card 15: 4 fields changed',
      entry('cards.update', { a: ['', 1], b: ['', 2], c: ['', 3], d: ['', 4] }),
    ],
    ['Card …0012 created', entry('cards.create', {}, { label: '…0012' })],
    ['User ann@north.test deleted', entry('users.delete', {}, { label: 'ann@north.test' })],
    [
      'Import of night.csv: 1,240 of 1,242 rows',
      entry('transactions.import', {
        file_name: 'night.csv',
        imported: 1_240,
        duplicates: 0,
        rejected: 2,
      }),
    ],
    [
      'Import of night.csv: 0 of 7 rows, 7 known already',
      entry('transactions.import', {
        file_name: 'night.csv',
        imported: 0,
        duplicates: 7,
        rejected: 0,
      }),
    ],
    [
      'Import of night.csv failed: The service failed.',
      entry('transactions.import.failed', {
        file_name: 'night.csv',
        message: 'The service failed.',
      }),
    ],
    [
      'Payment of 1,120.50 CAD on invoice INV-7',
      entry('payments.create', { amount_paid: '1120.5', currency: 'CAD', invoice_number: 'INV-7' }),
    ],
    [
      'Payment of 20.00 CAD on invoice INV-7 taken back: typed twice',
      entry('payments.reverse', {
        amount_paid: '-20.00',
        currency: 'CAD',
        invoice_number: 'INV-7',
        reason: 'typed twice',
      }),
    ],
    [
      'Invoice INV-7 sent to pay@north.test',
      entry('invoices.email', { to: 'pay@north.test' }, { label: 'INV-7' }),
    ],
    [
      'Purchases from 2026-10-01 to 2026-10-31 checked for exceptions: 1,003 new, 2 closed',
      entry('exceptions.judge', {
        ...{ from: '2026-10-01', to: '2026-10-31', judged: 90_000 },
        ...{ opened: 1_003, changed: 0, closed: 2 },
      }),
    ],
    [
      'Purchases from 2026-10-01 to 2026-10-01 checked for exceptions: none new',
      entry('exceptions.judge', { from: '2026-10-01', to: '2026-10-01', opened: 0 }),
    ],
    [
      'Purchases from 2026-10-01 to 2026-10-31 checked for exceptions',
      entry('exceptions.judge', { from: '2026-10-01', to: '2026-10-31', result: 'unconfirmed' }),
    ],
    [
      '2 cards assigned to North',
      entry('cards.assign', { cardIds: [1, 2], company_name: 'North' }),
    ],
    [
      '2 cards moved from West to North',
      entry('cards.assign', { cardIds: [1, 2], company_name: ['West', 'North'] }),
    ],
    [
      'Card …0012 moved from West to North',
      entry('cards.assign', {
        cardIds: [1],
        company_name: ['West', 'North'],
        card_number: '…0012',
      }),
    ],
    ['Cards.csv downloaded', entry('cards.export', { file: 'Cards.csv' })],
  ])('SHELL-14 says %s', (text, one) => {
    expect(describeEvent(one, words)).toBe(text);
  });

  it.each([
    ['Card …0012', entry('cards.update', {}, { label: '…0012' })],
    ['Card 15', entry('cards.update')],
    ['', entry('session.sign-in')],
    ['', entry('cards.export', {}, { record_id: '' })],
    [
      'Purchases from 2026-10-01 to 2026-10-31',
      entry(
        'exceptions.judge',
        { from: '2026-10-01', to: '2026-10-31', opened: 3 },
        { record_id: '2026-10-01 2026-10-31' },
      ),
    ],
  ])('SHELL-14 names what it is about: %s', (about, one) => {
    expect(aboutOf(one, words)).toBe(about);
  });

  it('SHELL-14 PAY-03 has how, when and by which reference somebody paid', () => {
    const changes = {
      payment_mode: 'interac_debit_credit',
      payment_date: '2026-11-20',
      referenceId: 'CHQ-1',
    };
    const values = changedValues({ resource: 'payments', changes }, words);
    expect(values.map(({ after, label }) => `${label}: ${after}`)).toEqual([
      'Payment Mode: Interac/debit/credit',
      'Payment Date: 2026-11-20',
      'Reference Id: CHQ-1',
    ]);
  });

  it('SHELL-14 has values before and after by their labels', () => {
    const changes = { driver_name: ['Ann', 'Bo'], note: 'by phone' };
    expect(changedValues({ resource: 'cards', changes }, words)).toEqual([
      { field: 'driver_name', label: 'Driver Name', before: 'Ann', after: 'Bo' },
      { field: 'note', label: 'Note', before: '', after: 'by phone' },
    ]);
  });

  it('SHELL-14 never shows a secret or a complete card number', () => {
    const changes = {
      password: ['old-1', 'new-1'],
      api_token: 'abc',
      card_number: ['7080123456789012', '7080123456789013'],
      note: 'was 7080123456789012 before',
      sha256: 'a'.repeat(64),
    };
    const values = changedValues({ resource: 'cards', changes }, words);
    expect(values.map(({ before, after }) => [before, after])).toEqual([
      ['••••', '••••'],
      ['', '••••'],
      ['…9012', '…9013'],
      ['', 'was …9012 before'],
      ['', 'a'.repeat(64)],
    ]);
  });

  it.each([
    ['Change', 'cards.update'],
    ['Change', 'cards.assign'],
    ['Change', 'views.save'],
    ['Import', 'transactions.import'],
    ['Import', 'transactions.import.failed'],
    ['Import', 'rates.upload'],
    ['Payment', 'payments.reverse'],
    ['Download', 'payments.export'],
    ['Download', 'invoices.export'],
    ['Download', 'customers.statement'],
    ['E-mail', 'invoices.email'],
    ['E-mail', 'reports.email'],
    ['Report', 'reports.generate'],
    ['Night', 'nights.hand-in'],
    ['Sign-in', 'session.sign-out'],
    ['Sign-in', 'profile.password'],
    ['Refusal', 'session.refused'],
    ['Refusal', 'refused.withheld'],
    ['Switch', 'switch.back'],
  ])('SHELL-14 is of the kind %s: %s', (kind, action) => {
    expect(trailKind(action)).toBe(kind);
  });

  it.each([
    ['Done', 'cards.update', {}],
    ['Done', 'transactions.import', { rejected: 0 }],
    ['Partly', 'transactions.import', { rejected: 2 }],
    ['Failed', 'transactions.import.failed', {}],
    ['Failed', 'invoices.email', { result: 'failed' }],
    ['Unconfirmed', 'invoices.email', { result: 'unconfirmed' }],
    ['Refused', 'call.refused', {}],
  ])('SHELL-14 ended as %s: %s %j', (result, action, changes) => {
    expect(resultOf({ action, changes })).toBe(result);
  });
});
