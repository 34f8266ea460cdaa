import { beforeAll, describe, expect, it } from 'vitest';
import { loadTrailWords } from '../../client/trail-words.ts';
import { describeEvent, type TrailWords } from './describe-event.ts';
import { changedValues, requestInWords } from './trail-values.ts';

let words: TrailWords;
beforeAll(async () => {
  words = await loadTrailWords();
});

const said = (resource: string, changes: Readonly<Record<string, unknown>>) =>
  changedValues({ resource, changes }, words).map(
    ({ after, before, label }) => `${label}: ${before} → ${after}`,
  );

const LINE = {
  ...{ id: 7, dtl_prd_cd: 'D1', dtl_prd_desc: 'DIESEL', dtl_qty: 139.06, dtl_unit: 'USG' },
  ...{ dtl_amt: 479.62, discount: 0, dtl_gst_amt: 5, header: { hdr_currency: 'CAD' } },
};
const OTHER = { ...LINE, id: 8, dtl_prd_desc: 'DEF', dtl_qty: 10, dtl_amt: 12 };

describe('values of an event', () => {
  it('SHELL-14 has each changed field of a line by the label of the form, not the lines as JSON', () => {
    const after = [{ ...LINE, discount: 5.5, dtl_gst_amt: 4.25 }, OTHER];
    const changes = {
      txn_attr: [[LINE, OTHER], after],
      dtl_gst_amt: [10, 9.25],
      txn_price_per_unit: [3.1, 3.2],
      txn_amount: [491.62, 486.1],
    };
    expect(said('transactions', changes)).toEqual([
      'Line 1 Discount: 0.00 → 5.50',
      'Line 1 GST: 5.00 → 4.25',
      'Amount: 491.62 → 486.10',
    ]);
    const entry = {
      ...{ action: 'transactions.update', resource: 'transactions', record_id: '1', label: 'A1' },
      changes: { txn_attr: [[LINE], [{ ...LINE, discount: 5.5 }]] },
    };
    expect(describeEvent(entry, words)).toBe('Transaction A1: Line 1 Discount set to 5.50');
  });

  it('SHELL-14 has lines that were added or removed, and those of a deleted purchase, in brief', () => {
    expect(said('transactions', { txn_attr: [[LINE], [LINE, OTHER]] })).toEqual([
      'Line 2:  → DEF, 10.00 USG, 12.00',
    ]);
    expect(said('transactions', { txn_attr: [[LINE, OTHER], ''] })).toEqual([
      'Line 1: DIESEL, 139.06 USG, 479.62 → ',
      'Line 2: DEF, 10.00 USG, 12.00 → ',
    ]);
  });

  it('SHELL-14 says which menus a user gained or lost', () => {
    const screen = (code: string, name: string, rights: object) => ({ code, name, ...rights });
    const held = screen('FT', 'Transactions', { read: true, update: false, download: true });
    const changes = {
      view_fuel_cards: [false, true],
      managecardMenu: [{ read: false }, { read: true }],
      rights: [
        [held, screen('FI', 'Invoices', { read: true })],
        [{ ...held, update: true }, screen('FCM', 'Cards', { read: true })],
      ],
    };
    expect(said('users', changes)).toEqual([
      'View Fuel Cards: No → Yes',
      'Rights to Transactions: read, download → read, update, download',
      'Rights to Invoices: read → ',
      'Rights to Cards:  → read',
    ]);
  });

  it.each([
    ['{"from":"2026-10-25","to":"2026-11-23"}', 'from 2026-10-25 to 2026-11-23'],
    ['from=2026-10-25&to=2026-11-23', 'from 2026-10-25 to 2026-11-23'],
    [
      '{"filters":[{"filterField":"card_status","matchStrategy":"equals","query":"HOLD"}]}',
      'filters Card Status equals HOLD',
    ],
    ['filter=state:Open&filter=rule:r1', 'filter state:Open, rule:r1'],
    ['from 2026-10-25 to 2026-11-23', 'from 2026-10-25 to 2026-11-23'],
    ['{"from":"2026-10', '{"from":"2026-10'],
  ])('SHELL-14 says in words what was asked for: %s', (asked, text) => {
    expect(requestInWords(asked)).toBe(text);
  });

  it('SHELL-14 writes days alike, and no character that turns the text around it', () => {
    const changes = {
      due_date: ['21-12-2026', '2026-12-22'],
      start_date: ['01-11-2026 00:00', '2026-11-02T08:30'],
      reason: 'paid \u202Eecno\u2066',
    };
    expect(said('invoices', changes)).toEqual([
      'Date Due: 2026-12-21 → 2026-12-22',
      expect.stringMatching(/: 2026-11-01 00:00 → 2026-11-02 08:30$/),
      'Reason:  → paid ecno',
    ]);
  });
});
