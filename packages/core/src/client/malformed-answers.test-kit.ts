import { expect } from 'vitest';
import type { Anomaly, Download } from '../http/http.types.ts';
import type { ListDialect } from '../http/list-dialects.ts';
import { ApiError } from '../http/outcome.ts';
import type { BuiltInReference } from '../resource/form.types.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import { exportRows, getRecord, listRows } from '../resource/resource-client.ts';
import { audit } from '../resources/audit/audit.resource.ts';
import { cards } from '../resources/cards/cards.resource.ts';
import { companies } from '../resources/companies/companies.resource.ts';
import { customers } from '../resources/customers/customers.resource.ts';
import { exceptions } from '../resources/exceptions/exceptions.resource.ts';
import { invoices } from '../resources/invoices/invoices.resource.ts';
import { markups } from '../resources/markups/markups.resource.ts';
import { payments } from '../resources/payments/payments.resource.ts';
import { rateChanges } from '../resources/rates/rate-changes.resource.ts';
import { rates } from '../resources/rates/rates.resource.ts';
import { REFERENCES } from '../resources/reference/references.ts';
import { smartBuy } from '../resources/smartbuy/smartbuy.resource.ts';
import { trail } from '../resources/trail/trail.resource.ts';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import { truckCare } from '../resources/truckcare/truckcare.resource.ts';
import { users } from '../resources/users/users.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeAnswer, type FakeRoute } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { downloadAttachment, downloadAttachments } from './attachments.ts';
import { type Client, createClient } from './client.ts';
import { findImport, sendImport } from './imports.ts';
import { loadAccess } from './load-access.ts';
import { getOptions } from './options.ts';
import { getPlace, getPlaces } from './places.ts';
import { getProfile } from './profile.ts';
import { createRecord, removeRecord, updateRecord } from './records.ts';
import { signIn } from './sign-in.ts';
import { switchAccount } from './switch-account.ts';

/** Every resource definition. */
export const DEFINITIONS: readonly AnyResource[] = [
  cards,
  transactions,
  invoices,
  payments,
  customers,
  companies,
  markups,
  users,
  audit,
  trail,
  rates,
  rateChanges,
  smartBuy,
  truckCare,
  exceptions,
];

export const PAGE = { page: 0, size: 10, filters: [] } as const;

/** Returns a signed-in client whose service answers with these routes, and the anomalies it reported. */
export function clientOf(routes: readonly FakeRoute[], dialect: ListDialect = 'query') {
  const { fetch } = createFakeTransport(routes);
  const odd: Anomaly[] = [];
  const client = createClient({
    baseUrl: FAKE_BASE_URL,
    fetch,
    dialect,
    store: memoryStore(signedInState()),
    sleep: async () => undefined,
    onAnomaly: (anomaly) => odd.push(anomaly),
  });
  return { client, odd };
}

/** An operation of the client, and the one response it depends on. */
export interface Operation {
  readonly name: string;
  /** The call that gets the odd response: 'GET users'. */
  readonly match: string;
  /** Good responses to its other calls. */
  readonly others?: readonly FakeRoute[];
  /** What it needs from the response: JSON, a file, or only status and headers. */
  readonly needs: 'json' | 'file' | 'nothing';
  readonly run: (client: Client) => Promise<unknown>;
}

/** Reads a whole file; rejects as its body does. */
async function drain({ body }: Download): Promise<number> {
  const reader = body.getReader();
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes += value.byteLength;
  }
}

const file = { name: 'november.xlsx', blob: new Blob(['PK']) };

const ofResource = (resource: AnyResource): readonly Operation[] => [
  {
    name: `listRows ${resource.name}`,
    match: `GET ${resource.list.path}`,
    needs: 'json',
    run: (client) => listRows(client, resource, PAGE),
  },
  {
    name: `getRecord ${resource.name}`,
    match: `GET ${resource.record?.path('4') ?? resource.list.path}`,
    needs: 'json',
    run: (client) => getRecord(client, resource, '4'),
  },
  ...(resource.export
    ? [
        {
          name: `exportRows ${resource.name}`,
          match: `POST ${resource.export.path}`,
          needs: 'file' as const,
          run: async (client: Client) => drain(await exportRows(client, resource, { ids: ['1'] })),
        },
      ]
    : []),
  ...(resource.remove
    ? [
        {
          name: `removeRecord ${resource.name}`,
          match: `DELETE ${resource.remove.path('4')}`,
          needs: 'nothing' as const,
          run: (client: Client) => removeRecord(client, resource, '4'),
        },
      ]
    : []),
];

const ofReference = (name: BuiltInReference): Operation => ({
  name: `getOptions ${name}`,
  match: `GET ${REFERENCES[name].path([])}`,
  needs: 'json',
  run: (client) => getOptions(client, name),
});

const MARKUP = { company_name: '70/7', fuel_company_provider: '2/FP-1', mark_up_value: '0.02' };
const USER = {
  id: 4,
  first_name: 'Vera',
  last_name: 'Oduya',
  email: 'vera@northhaul.test',
  phone: '7055550103',
  role: 'User',
  country: 'CA',
  province: 'ON',
  city: 'Sudbury',
};

const SCREENS: FakeRoute = { match: 'GET screens', answer: { json: [] } };

/** Every operation of the client. */
export const OPERATIONS: readonly Operation[] = [
  ...DEFINITIONS.flatMap(ofResource),
  ...(Object.keys(REFERENCES) as BuiltInReference[]).map(ofReference),
  {
    name: 'getPlaces',
    match: 'GET places',
    needs: 'json',
    run: (client) => getPlaces(client, 'Sudbury'),
  },
  {
    name: 'getPlace',
    match: 'GET places/4',
    needs: 'json',
    run: (client) => getPlace(client, '4'),
  },
  { name: 'getProfile', match: 'GET profile/user', needs: 'json', run: getProfile },
  { name: 'loadAccess', match: 'GET screens', needs: 'json', run: loadAccess },
  {
    name: 'loadAccess without its profile',
    match: 'GET profile/user',
    others: [SCREENS],
    needs: 'nothing',
    run: loadAccess,
  },
  {
    name: 'findImport',
    match: 'GET imports',
    needs: 'json',
    run: (client) => findImport(client, 'key'),
  },
  {
    name: 'sendImport',
    match: 'POST import_transactions',
    needs: 'file',
    run: async (client) =>
      drain((await sendImport(client, { file, provider: 'ESSO', key: 'key' })).download),
  },
  {
    name: 'downloadAttachments',
    match: 'GET attachments/4/zip',
    needs: 'file',
    run: async (client) => drain(await downloadAttachments(client, '4')),
  },
  {
    name: 'downloadAttachment',
    match: 'GET attachments/4',
    needs: 'file',
    run: async (client) => drain(await downloadAttachment(client, { id: '4' })),
  },
  {
    name: 'createRecord',
    match: 'POST fuel-customer-markups',
    others: [
      { match: 'GET fuel-customer-markups/customer-company', answer: { json: [] } },
      { match: 'GET getFuelProviderCompany', answer: { json: { fuel_company: [] } } },
    ],
    needs: 'nothing',
    run: (client) => createRecord(client, markups, MARKUP),
  },
  {
    name: 'updateRecord',
    match: 'PUT user/4',
    others: [{ match: 'GET user/4', answer: { json: USER } }],
    needs: 'nothing',
    run: (client) => updateRecord(client, users, '4', { first_name: 'Vero' }),
  },
  {
    name: 'updateRecord of an odd record',
    match: 'GET user/4',
    others: [{ match: 'PUT user/4', answer: { json: USER } }],
    needs: 'json',
    run: (client) => updateRecord(client, users, '4', { first_name: 'Vero' }),
  },
  {
    name: 'signIn',
    match: 'POST login',
    needs: 'nothing',
    run: (client) => signIn(client, { email: 'vera@northhaul.test', password: 'secret' }),
  },
  {
    name: 'switchAccount',
    match: 'GET switch/4',
    needs: 'nothing',
    run: (client) => switchAccount(client, { id: '4', name: 'North Haul' }),
  },
];

/**
 * Runs the operation with that response; returns undefined on success, otherwise its failure, which must be
 * an `ApiError`.
 */
export async function failureOf(
  operation: Operation,
  answer: FakeAnswer | (() => FakeAnswer),
): Promise<ApiError | undefined> {
  const routes = [{ match: operation.match, answer }, ...(operation.others ?? [])];
  try {
    await operation.run(clientOf(routes).client);
    return undefined;
  } catch (error) {
    expect(error, `${operation.name} threw ${String(error)}`).toBeInstanceOf(ApiError);
    return error as ApiError;
  }
}
