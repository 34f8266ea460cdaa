import {
  type Client,
  formatMoney,
  type Invoice,
  invoices,
  listRows,
  payments,
  recordPorts,
  recordWorkflow,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useCallback, useEffect, useState } from 'react';
import { Ask } from './Ask.tsx';

/** Pays one invoice with core's form, rules, idempotency key and resolution of lost answers, in this page's design. */
function Slip({
  client,
  invoice,
  onPaid,
}: {
  client: Client;
  invoice: Invoice;
  onPaid: () => void;
}) {
  const [view, send] = useWorkflow(() => recordWorkflow(recordPorts(client, payments)), {
    mode: 'create',
    provided: invoices.rowForms?.[0]?.provided(invoice) ?? {},
  });
  const done = view.status === 'done';
  useEffect(() => {
    if (done) onPaid();
  }, [done, onPaid]);
  return <Ask title={`Pay ${invoice.invoice_number}`} view={view} send={send} label="Pay" />;
}

/** Lists the open invoices of the account, and shows a payment form for the selected one. */
export function Payment({ client }: { readonly client: Client }) {
  const [open, setOpen] = useState<readonly Invoice[]>([]);
  const [chosen, setChosen] = useState<Invoice>();
  const [paid, setPaid] = useState('');
  const load = useCallback(async () => {
    const filters = [{ field: 'status', match: 'exact', value: 'Sent' }] as const;
    const page = await listRows(client, invoices, { page: 0, size: 10, filters });
    setOpen(page.rows);
  }, [client]);
  useEffect(() => void load(), [load]);
  const settle = useCallback(() => {
    setPaid(chosen?.invoice_number ?? '');
    setChosen(undefined);
    void load();
  }, [chosen, load]);
  if (chosen) return <Slip client={client} invoice={chosen} onPaid={settle} />;
  return (
    <section className="slip">
      <h1>To pay</h1>
      {paid && <p role="status">{paid} is paid.</p>}
      <ul>
        {open.map((invoice) => (
          <li key={invoice.id}>
            <button type="button" onClick={() => setChosen(invoice)}>
              {invoice.invoice_number}{' '}
              {invoice.amount_due && formatMoney(invoice.amount_due, invoice.currency ?? '')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
