import { describe, expect, it } from 'vitest';
import { listTotals } from '../resource/list-totals.ts';
import { cards } from '../resources/cards/cards.resource.ts';
import { invoices } from '../resources/invoices/invoices.resource.ts';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import { exportNote, planExport } from './export-plan.ts';
import { keep, service } from './imports.test-kit.ts';
import { exportPorts } from './ports.ts';

const { signal } = new AbortController();
const counted = (total: number) =>
  service([
    {
      match: 'GET fuel-transaction/authcode',
      answer: { json: { metadata: { page: 1, size: 1, total_count: total }, transactions: [] } },
    },
    {
      match: 'POST fuel-transaction/export',
      answer: { body: 'Auth Code,Location\r\n1,"a\r\nb"\r\n2,"say ""x"""\r\n' },
    },
  ]);
const query = {
  filters: [{ field: 'hdr_currency', match: 'exact', value: 'CAD' }],
  from: '2026-11-01',
} as const;

describe('an export', () => {
  it('LIST-15 takes the filter if nothing is picked, and says how many rows that is', async () => {
    const { client, transport } = counted(276);
    const plan = await planExport(client, transactions, { ids: [], query });
    expect(plan).toEqual({
      request: { filters: query.filters, from: '2026-11-01' },
      count: 276,
      title: 'Export 276 transactions',
    });
    expect(transport.calls.map(({ query }) => query.get('size'))).toEqual(['1']);
    const one = await planExport(counted(1).client, transactions, { ids: [], query });
    expect(one.title).toBe('Export 1 transaction');
  });

  it('LIST-15 takes what is picked, whatever the filter, and asks nothing for that', async () => {
    const { client, transport } = counted(276);
    const plan = await planExport(client, transactions, { ids: ['4', '9'], query });
    expect(plan).toEqual({
      request: { ids: ['4', '9'] },
      count: 2,
      title: 'Export 2 transactions',
    });
    expect(transport.calls).toEqual([]);
  });

  it('LIST-15 explains its limit, and that nothing matches', async () => {
    const choice = { ids: [], query };
    const plan = await planExport(counted(1_200_000).client, transactions, choice, {
      most: 1_000_000,
    });
    expect([plan.title, plan.refused]).toEqual([
      'Export 1,200,000 transactions',
      'A browser saves at most 1,000,000 rows at a time, and 1,200,000 transactions match. Narrow the filter, or export them with the command line.',
    ]);
    const none = await planExport(counted(0).client, transactions, choice);
    expect(none.refused).toBe('Please select at least one transaction to export.');
    const { client } = service([
      { match: 'GET fuel-card-management', answer: { json: { content: [], totalRecords: 0 } } },
    ]);
    expect(await planExport(client, cards, { ids: [], query: { filters: [] } })).toMatchObject({
      count: 0,
      refused: 'Please select at least one card to export.',
    });
  });

  it('LIST-15 counts the rows of the file, and says if they are others than were counted', async () => {
    const { client } = counted(3);
    const plan = await planExport(client, transactions, { ids: [], query });
    const ports = exportPorts(client, transactions, keep);
    const file = await ports.transfer(plan.request, { signal, onProgress: () => undefined });
    expect(file.rows).toBe(2);
    expect(exportNote(plan, file)).toBe(
      'The list changed meanwhile: 3 rows were counted, and the file has the 2 that matched when it was made.',
    );
    expect(exportNote({ ...plan, count: 2 }, file)).toBeUndefined();
    const picked = await planExport(client, transactions, { ids: ['1', '2', '999'], query });
    expect(exportNote(picked, file)).toBe(
      '3 rows were picked, and the file has 2: the others don’t exist, or you may not read them.',
    );
  });
});

describe('totals', () => {
  const answer = {
    totals: [
      { currency: 'CAD', sums: { total_amount: '90071992547409931.07', amount_due: '0.30' } },
      { currency: 'USD', sums: { total_amount: '-5.00' } },
    ],
  };

  it('LIST-15 are exact, apart by currency, and sent the filter only', async () => {
    const { client, transport } = service([
      { match: 'POST spol/invoices/totals', answer: { json: answer } },
    ]);
    const totals = await listTotals(client, invoices, { filters: [], to: '2026-11-20' }, signal);
    expect(
      totals.map(({ currency, sums }) => [currency, `${sums.total_amount}`, `${sums.amount_due}`]),
    ).toEqual([
      ['CAD', '90071992547409931.07', '0.30'],
      ['USD', '-5.00', '0'],
    ]);
    expect(transport.calls[0]?.body).toEqual({ filters: [], to: '2026-11-20' });
    await expect(listTotals(client, cards, { filters: [] })).rejects.toThrow(
      'cards has no totals.',
    );
  });
});
