import { sleep } from '../http/outcome.ts';
import type {
  BillingPorts,
  BillingRunPorts,
  KeptChange,
} from '../workflows/billing/billing.types.ts';
import { memoryKeeper } from '../workflows/billing/memory-keeper.ts';
import { billUnbilledCall, madeInvoice, previewSums } from './bill-unbilled.ts';
import type { Client } from './client.ts';
import { getOptions } from './options.ts';
import { randomText } from './ports.ts';
import { sendChange } from './send-change.ts';

const OPERATION = 'invoices.create';

/** Keeps nothing beyond this process. */
const unkept: KeptChange = {
  open: undefined,
  send: ({ key }, send) => send(key),
  forget: () => undefined,
};

/**
 * Returns the ports for `runBilling`.
 *
 * @param client whose session and connection are used
 * @param keeper stores a call until its outcome is known. Without one, a killed run can't be resumed, and
 *   the next run bills whatever is unbilled by then.
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
  preview: (period, signal) => previewSums(client, period, signal),
  callFor: billUnbilledCall,
  send: async (call, key, signal) => {
    const sent = { ...call, operation: OPERATION, idempotencyKey: key, signal };
    const made = madeInvoice(client, await sendChange(client, sent));
    // After a crash, the stored response of the service contains only the record's id.
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

/**
 * Returns the ports for `billingWorkflow`. They keep a call whose outcome is unknown for this run alone.
 *
 * @param client whose session and connection are used
 */
export const billingRunPorts = (client: Client): BillingRunPorts => ({
  ...billingPorts(client, memoryKeeper()),
  access: client.session.access,
});
