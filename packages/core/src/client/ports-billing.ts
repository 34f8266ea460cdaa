import { sleep } from '../http/outcome.ts';
import type { BillingPorts, KeptChange } from '../workflows/billing/billing.types.ts';
import { billUnbilledCall, madeInvoice, previewUnbilled } from './bill-unbilled.ts';
import type { Client } from './client.ts';
import { getOptions } from './options.ts';
import { randomText } from './ports.ts';
import { sendChange } from './send-change.ts';

const OPERATION = 'invoices.create';

/** Nothing survives this process. */
const unkept: KeptChange = {
  open: undefined,
  send: ({ key }, send) => send(key),
  forget: () => undefined,
};

/**
 * For `runBilling`. `keeper` keeps a call until its outcome is known; without it a run that is killed leaves nothing
 * to take up, and the next one bills what is unbilled then.
 */
export const billingPorts = (
  client: Client,
  keeper: BillingPorts['keeper'] = () => unkept,
): BillingPorts => ({
  companies: (signal) => getOptions(client, 'cardCompanies', [], signal),
  currencies: async (signal) => {
    const found = await getOptions(client, 'currencies', [], signal);
    return found.map(({ key }) => key);
  },
  preview: (period, signal) => previewUnbilled(client, period, { lines: false, signal }),
  callFor: billUnbilledCall,
  send: async (call, key, signal) => {
    const sent = { ...call, operation: OPERATION, idempotencyKey: key, signal };
    const made = madeInvoice(client, await sendChange(client, sent));
    // The answer that is kept of a server that died names the record alone.
    const invoice_number = made?.invoice_number ?? made?.id;
    return {
      ...(invoice_number && { invoice_number }),
      ...(made?.total_amount && { total: made.total_amount }),
    };
  },
  keeper,
  nonce: randomText,
  sleep,
});
