import { describe, expect, it } from 'vitest';
import { toMenuAccess } from '../permissions/index.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import { RESOURCES } from '../resources/registry.ts';
import { neighbourRoute, recordLink, relatedLists } from './record-links.ts';

const may = (right: 'read' | 'update', ...codes: readonly string[]) =>
  toMenuAccess(
    codes.map((code) => ({
      code,
      read: true,
      create: false,
      update: right === 'update',
      delete: false,
    })),
  );
const ALL = may('update', 'FCM', 'FT', 'FI', 'FCC');
const definitions = new Map<string, AnyResource>(
  await Promise.all(
    RESOURCES.map(async (place) => [place.name, await place.loadDefinition()] as const),
  ),
);
const linkOf = (name: string, row: Record<string, unknown>, access = ALL) => {
  const columns = definitions.get(name)?.list.columns ?? [];
  return Object.fromEntries(
    columns.flatMap((column) => {
      const link = recordLink(column, row, access);
      return link ? [[column.field, link]] : [];
    }),
  );
};

describe('what a value leads to', () => {
  it('LIST-16 leads from a transaction to itself, its card and its company', () => {
    const row = {
      id: '7',
      authentication_id: 'A 1',
      card_number: '7076850010002345',
      txn_company: 'North/Haul & Sons',
      txn_amount: '12.00',
    };
    expect(linkOf('transactions', row)).toEqual({
      authentication_id: '/transactions/A%201/view',
      card_number: '/managercards/by/card_number/7076850010002345',
      txn_company: '/customer/by/company_name/North%2FHaul%20%26%20Sons',
    });
  });

  it('LIST-16 leads from a payment to its invoice, and from a customer to its page', () => {
    expect(linkOf('payments', { invoice_no: 'INV-1', customer_name: 'North' })).toEqual({
      invoice_no: '/invoices/INV-1/view',
      customer_name: '/customer/by/company_name/North',
    });
    expect(linkOf('customers', { id: '4', name: 'North' })).toEqual({
      name: '/customer/4/summary',
    });
  });

  it('LIST-16 leads nowhere without the right to read, nor from an empty value', () => {
    const access = may('read', 'FT');
    const row = { authentication_id: '', card_number: '7076', txn_company: 'North' };
    expect(linkOf('transactions', row, access)).toEqual({});
    const updater = may('update', 'FT');
    expect(linkOf('customers', { id: '4', name: 'North' }, updater)).toEqual({});
    const reader = may('read', 'FCC');
    expect(linkOf('customers', { id: '4', name: 'North' }, reader)).toEqual({
      name: '/customer/4/summary',
    });
  });

  it('LIST-16 leads from an invoice to its payments', () => {
    const invoices = definitions.get('invoices') as AnyResource;
    expect(relatedLists(invoices, { invoice_number: 'INV:1' }, ALL)).toEqual([
      { label: 'Payments', route: '/invoices/payments?filter=invoice_no%3AINV%3A1' },
    ]);
    expect(relatedLists(invoices, { invoice_number: 'INV-1' }, {})).toEqual([]);
  });

  it('LIST-16 leads from a customer to its purchases, cards, invoices, payments, users, exceptions, markups and timeline', () => {
    const customers = definitions.get('customers') as AnyResource;
    const everything = may('update', 'FCM', 'FT', 'FI', 'FCC', 'FU', 'FCCM');
    // The customer was renamed; its purchases, cards and invoices carry the company's name.
    const record = { id: '4', name: 'Fox Logistics', company_name: 'Fox & Sons' };
    expect(relatedLists(customers, record, everything)).toEqual([
      { label: 'Transactions', route: '/transactions?filter=txn_company%3AFox+%26+Sons' },
      { label: 'Cards', route: '/managercards?filter=company_name%3AFox+%26+Sons' },
      { label: 'Invoices', route: '/invoices?filter=company_name%3AFox+%26+Sons' },
      { label: 'Payments', route: '/invoices/payments?filter=customer_name%3AFox+%26+Sons' },
      { label: 'Users', route: '/user?filter=company%3AFox+%26+Sons' },
      { label: 'Exceptions', route: '/transactions/exceptions?filter=company_name%3AFox+%26+Sons' },
      { label: 'Markup', route: '/customer-markup?filter=company_name%3AFox+%26+Sons' },
      { label: 'Timeline', route: '/tracking-logs?filter=record%3Acustomers%3A4' },
    ]);
    expect(relatedLists(customers, undefined, may('read', 'FCM'))).toEqual([
      { label: 'Cards', route: undefined },
      { label: 'Timeline', route: undefined },
    ]);
  });

  it('LIST-16 every field that leads somewhere names a resource and a field that it lists', () => {
    for (const { list, record } of definitions.values()) {
      const nested = record?.nested?.flatMap(({ definition }) => definition.columns) ?? [];
      for (const { leadsTo } of [...list.columns, ...(record?.fields ?? []), ...nested]) {
        if (!leadsTo) continue;
        const { resource } = leadsTo;
        if (typeof resource === 'object') {
          expect(list.columns.length).toBeGreaterThan(0);
          continue;
        }
        const fields = definitions.get(resource)?.list.columns.map(({ field }) => field);
        expect(fields).toBeDefined();
        if (leadsTo.by) expect(fields).toContain(leadsTo.by);
      }
      for (const { field, resource } of record?.related ?? []) {
        const fields = definitions.get(resource)?.list.columns.map((column) => column.field);
        expect(fields).toContain(field);
      }
    }
  });
});

describe('the list next to a list', () => {
  const shares = (name: string) => RESOURCES.find((one) => one.name === name)?.under?.shares;

  it('LIST-16 gets the filters that mean the same there, and the days of the same date', () => {
    const query = {
      filters: [
        { field: 'txn_company', match: 'exact', value: 'North Haul' },
        { field: 'hdr_currency', match: 'exact', value: 'CAD' },
        { field: 'txn_date', match: 'exact', value: 'last-month' },
      ],
      from: '2026-10-01',
      to: '2026-10-31',
    } as const;
    expect(neighbourRoute('/e', shares('exceptions'), query, 'txn_date')).toBe(
      '/e?filter=company_name%3ANorth+Haul&filter=txn_date%3Alast-month&from=2026-10-01&to=2026-10-31',
    );
    // The day of a payment is not the day of its invoice.
    const company = { field: 'company_name', match: 'contains', value: 'North' } as const;
    const invoices = { ...query, filters: [company] };
    expect(neighbourRoute('/p', shares('payments'), invoices, 'issued_date')).toBe(
      '/p?filter=customer_name%3A%3ANorth',
    );
    expect(neighbourRoute('/p', undefined, query, 'txn_date')).toBe('/p');
  });
});
