import type { ResourceMeta } from '../../resource/resource.types.ts';

/** Payments of invoices; reached from the invoices, and subject to their rights (SHELL-05). */
export const paymentMeta = {
  name: 'payments',
  noun: ['payment', 'payments'],
  menu: 'invoices',
  menuLabel: 'Payments',
  route: '/invoices/payments',
  under: {
    route: '/invoices',
    back: 'Back to Invoices',
    shares: {
      company_name: 'customer_name',
      currency: 'currency',
      due_date: 'invoice_due_date',
      invoice_number: 'invoice_no',
    },
  },
  form: { create: true, shown: 'row' },
} as const satisfies ResourceMeta;
