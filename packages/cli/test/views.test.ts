import { describe, expect, it } from 'vitest';
import { authorizationAt } from '../../../examples/sandbox/test/helpers.ts';
import { withFaults } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

const { fixture, service } = fixtureForAll();

const document = async (...argv: string[]) => {
  const { code, document } = await fixture.json(argv);
  expect(code).toBe(0);
  return document as { items: Record<string, unknown>[]; totalRecords: number };
};

describe('named views', () => {
  it('LIST-15 are saved, listed, shown with what is added, replaced and deleted', async () => {
    const filters = ['--filter', 'due_date<=yesterday', '--filter', 'amount_due>=0.01'];
    const order = ['--sort', 'amount_due:desc', '--columns', 'invoice_number,amount_due'];
    const saved = await fixture.run(['views', 'save', 'invoices', 'Overdue', ...filters, ...order]);
    expect([saved.code, saved.stdout]).toEqual([0, "View 'Overdue' of invoices saved.\n"]);
    expect((await document('views', 'list')).items).toEqual([
      {
        list: 'invoices',
        name: 'Overdue',
        default: false,
        filters: ['due_date<=yesterday', 'amount_due>=0.01'],
        sort: 'amount_due,desc',
        from: null,
        to: null,
        columns: ['invoice_number', 'amount_due'],
      },
    ]);
    const same = await document('invoices', 'list', ...filters, '--sort', 'amount_due:desc');
    expect(same.totalRecords).toBeGreaterThan(0);
    const shown = await document('invoices', 'list', '--view', 'overdue');
    expect(shown.items).toEqual(same.items);
    const { stdout } = await fixture.run(['invoices', 'list', '--view', 'Overdue']);
    expect(stdout.split('\n')[0]).toBe('Invoice Number\tAmount Due');
    const narrowed = await document(
      ...['invoices', 'list', '--view', 'Overdue', '--filter', 'currency:CAD'],
    );
    expect(narrowed.totalRecords).toBeLessThan(same.totalRecords);
    const again = await fixture.run(['views', 'save', 'invoices', 'Overdue', '--on', 'last-month']);
    expect(again.stdout).toBe("View 'Overdue' of invoices replaced.\n");
    const lastMonth = await document('invoices', 'list', '--on', 'last-month');
    expect((await document('invoices', 'list', '--view', 'Overdue')).totalRecords).toBe(
      lastMonth.totalRecords,
    );
    // Two names that differ only in case are one view, as in the portal.
    const recased = await fixture.run(['views', 'save', 'invoices', 'OVERDUE', ...filters]);
    expect(recased.stdout).toBe("View 'Overdue' of invoices replaced.\n");
    expect((await document('views', 'list')).items).toHaveLength(1);
    const deleted = await fixture.run(['views', 'delete', 'invoices', 'overDUE']);
    expect([deleted.code, deleted.stdout]).toEqual([0, "View 'Overdue' of invoices deleted.\n"]);
    expect((await document('views', 'list')).items).toEqual([]);
  });

  it.each([
    [['invoices', 'list', '--view', 'Nothing'], "There is no view 'Nothing' of invoices."],
    [['views', 'delete', 'invoices', 'Nothing'], "There is no view 'Nothing' of invoices."],
    [['views', 'save', 'nonsense', 'x'], "There is no list 'nonsense'."],
    [['views', 'save', 'cards', 'x', '--filter', 'nonsense:1'], "no field 'nonsense'"],
  ])('LIST-15 ends with 2 and says what is wrong: %j', async (argv, reported) => {
    const { code, stderr } = await fixture.run(argv);
    expect([code, stderr.includes(reported)]).toEqual([2, true]);
  });

  it.each(['nope:1', 'rubbish'])(
    'LIST-15 are not used without a filter that the list lacks: %j',
    async (filter) => {
      const path = `${service.url}/views/cards/Stale`;
      const authorization = await authorizationAt(new URL(service.url).origin);
      const headers = { authorization, 'content-type': 'application/json' };
      const body = JSON.stringify({ filters: [filter, 'card_status:HOLD'] });
      expect((await fetch(path, { method: 'PUT', headers, body })).status).toBe(200);
      for (const verb of [
        ['list'],
        ['list', '--json'],
        ['export', '--out', fixture.path('x.csv')],
      ]) {
        const { code, stderr, stdout } = await fixture.run(['cards', ...verb, '--view', 'Stale']);
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toContain("View 'Stale' can't be used: ");
        expect(stderr).toContain(filter.split(':')[0]);
        expect(stderr).toContain('Without that it would show more rows than were meant.');
      }
    },
  );

  it('LIST-15 are left out by a service that keeps none, and its lists still work', async () => {
    await withFaults(
      [{ match: 'GET /api/v1/views', kind: 'status', value: 404 }],
      async ({ run }) => {
        const views = await run(['views', 'list']);
        expect([views.code, views.stderr]).toEqual([
          2,
          expect.stringContaining('This service keeps no views.'),
        ]);
        expect((await run(['invoices', 'list'])).code).toBe(0);
      },
    );
  });
});
