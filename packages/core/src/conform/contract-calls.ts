import type { Action } from '../permissions/index.ts';
import { totalsPath } from '../resource/list-totals.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import { audit } from '../resources/audit/audit.resource.ts';
import { REFERENCES } from '../resources/reference/references.ts';
import { RESOURCES } from '../resources/registry.ts';

/** One call of the HTTP contract. */
export interface ContractCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base address, its parameters in braces: 'user/{id}'. */
  readonly path: string;
  /** What it requires by the table of rights. */
  readonly action: Action;
  /** A POST that only reads. */
  readonly safe?: true;
  /** Added to the contract later: a backend without it answers 404, and clients do without it. */
  readonly optional?: true;
}

/** Lists that the contract had from the beginning. */
const FIRST = [
  ...['cards', 'transactions', 'invoices', 'payments', 'customers', 'companies', 'markups'],
  ...['users', 'audit'],
];
const FIRST_EXPORTS = ['cards', 'transactions'];

const ID = '{id}';

function formCalls({ form, name }: AnyResource): ContractCall[] {
  return (['create', 'update'] as const).flatMap((verb) => {
    const call = form?.[verb];
    if (!form || !call) return [];
    const detail = verb === 'update' ? { id: ID } : undefined;
    const mode = verb === 'update' ? 'edit' : 'create';
    const path = decodeURIComponent(call.path({ mode, detail, draft: form.draft(detail) }));
    return [{ method: call.method, path, action: `${name}.${verb}` as Action }];
  });
}

/** The calls that follow from a resource's definition. */
function callsOf(resource: AnyResource): ContractCall[] {
  const { list, name, record, remove } = resource;
  const exported = resource.export;
  const later = FIRST.includes(name) ? {} : ({ optional: true } as const);
  const reads = `${name}.list` as Action;
  const search = `${list.path.replace(/\/+$/, '')}/search`;
  return [
    { method: 'GET', path: list.path, action: reads, ...later },
    { method: 'POST', path: search, action: reads, safe: true, ...later },
    ...(record
      ? [
          {
            ...({ method: 'GET', path: decodeURIComponent(record.path(ID)) } as const),
            ...{ action: `${name}.get` as Action, ...later },
          },
        ]
      : []),
    ...(remove
      ? [
          {
            ...({ method: 'DELETE', path: decodeURIComponent(remove.path(ID)) } as const),
            action: `${name}.delete` as Action,
          },
        ]
      : []),
    ...formCalls(resource),
    ...(exported
      ? [
          {
            ...({ method: 'POST', path: exported.path, action: exported.action } as const),
            ...({ safe: true } as const),
            ...(FIRST_EXPORTS.includes(name) ? {} : ({ optional: true } as const)),
          },
        ]
      : []),
    ...(list.totals
      ? [
          {
            ...({ method: 'POST', path: totalsPath(resource), action: reads } as const),
            ...({ safe: true, optional: true } as const),
          },
        ]
      : []),
  ];
}

type Line = readonly [call: string, action: Action, more?: 'optional' | 'safe' | 'optional safe'];

/** Calls that no list, record or form stands for. */
const OTHERS: readonly Line[] = [
  ['POST logout', 'session.logout', 'optional'],
  ['GET sessions', 'session.list', 'optional'],
  ['DELETE sessions/{id}', 'session.end', 'optional'],
  ['GET views', 'views.list', 'optional'],
  ['PUT views/{list}/{name}', 'views.save', 'optional'],
  ['DELETE views/{list}/{name}', 'views.remove', 'optional'],
  ['PUT profile/password', 'profile.password', 'optional'],
  ['GET profile/user', 'profile.get'],
  ['GET profile/company', 'reference.get'],
  ['GET screens', 'reference.get'],
  ['GET switch/active', 'session.switch'],
  ['GET switch/manager', 'session.switch'],
  ['GET switch/{id}', 'session.switch'],
  ['GET places', 'reference.get'],
  ['GET places/{id}', 'reference.get'],
  ['GET countries/{country}/states', 'reference.get'],
  ['GET countries/{country}/states/{state}/cities', 'reference.get'],
  ['POST fuel-card-management/upload-fuel-card-csv', 'cards.import'],
  ['GET fuel-card-management/download-fuel-card-csv', 'cards.template'],
  ['POST fuel-card-management/assign-card-company-bulk', 'cards.assign'],
  ['POST import_transactions', 'transactions.import'],
  ['GET imports', 'transactions.import-lookup'],
  ['GET imports/history', 'transactions.import-lookup', 'optional'],
  ['GET imports/{id}/result', 'transactions.import-lookup', 'optional'],
  ['GET imports/layouts', 'transactions.import-lookup', 'optional'],
  ['GET attachments/{id}', 'transactions.attachments'],
  ['GET attachments/{transactionId}/zip', 'transactions.attachments'],
  ['POST exceptions/{id}/explain', 'exceptions.explain', 'optional'],
  ['POST exceptions/{id}/dismiss', 'exceptions.dismiss', 'optional'],
  ['POST exceptions/{id}/reopen', 'exceptions.reopen', 'optional'],
  ['POST exceptions/judge', 'exceptions.judge', 'optional'],
  ['GET spol/invoices/{invoiceNumber}/download', 'invoices.export'],
  ['GET spol/invoices/{invoiceNumber}/download/csv', 'invoices.export'],
  ['POST email-invoice', 'invoices.email'],
  ['GET email-invoice', 'invoices.email'],
  ['GET email-invoice/preview', 'invoices.email', 'optional'],
  ['POST spol/invoices/preview', 'invoices.preview', 'optional safe'],
  ['POST spol/invoices/{id}/void', 'invoices.void', 'optional'],
  ['POST fuel-payment/{id}/reverse', 'payments.reverse', 'optional'],
  ['GET customers/{id}/summary', 'customers.summary', 'optional'],
  ['GET customers/{id}/statement', 'customers.statement', 'optional'],
  ['POST upload-daily-rates', 'rates.upload'],
  ['GET daily-rates/days', 'rates.list', 'optional'],
  ['GET audit/export', 'audit.export', 'optional'],
  ['GET dashboard', 'dashboard.open', 'optional'],
  ['GET reporting', 'reports.generate', 'optional'],
  ['POST reporting', 'reports.generate', 'safe'],
  ['POST reporting/email', 'reports.email', 'optional'],
  ['GET reporting/email/preview', 'reports.email', 'optional'],
  ['POST nights', 'nights.hand-in', 'optional'],
];

/** A GET that sends an e-mail, as browsers once did: it is a change like any other. */
const SENDS = 'GET email-invoice';

export const nameOf = ({ method, path }: Pick<ContractCall, 'method' | 'path'>): string =>
  `${method} ${path}`;

/** Whether a call changes nothing, so that a run without writes may send it. Switching ends the session that it was called with. */
export const isReading = (call: ContractCall): boolean =>
  (call.method === 'GET' || call.safe === true) &&
  nameOf(call) !== SENDS &&
  !/^switch\/(?:manager|\{id\})$/.test(call.path);

function otherCalls(): ContractCall[] {
  const references = [...new Set(Object.values(REFERENCES).map(({ path }) => path([])))];
  return [
    ...references.map((path) => ({
      ...({ method: 'GET', path } as const),
      action: (path === 'switch/manage' ? 'session.switch' : 'reference.get') as Action,
    })),
    ...OTHERS.map(([call, action, more = '']): ContractCall => {
      const [method = '', path = ''] = call.split(' ');
      return {
        ...{ method: method as ContractCall['method'], path, action },
        ...(more.includes('safe') && ({ safe: true } as const)),
        ...(more.includes('optional') && ({ optional: true } as const)),
      };
    }),
  ];
}

/** Loads every definition with a list: the registry's, and the audit trail, which is not in it. */
export const allDefinitions = async (): Promise<readonly AnyResource[]> => [
  ...(await Promise.all(RESOURCES.map(({ loadDefinition }) => loadDefinition()))),
  audit,
];

/**
 * Returns every call of the contract that needs a session; `POST login` is the only other one.
 *
 * @throws the error of a bundler's chunk that can't be loaded; nothing is asked of a service
 */
export async function contractCalls(): Promise<readonly ContractCall[]> {
  return [...(await allDefinitions()).flatMap(callsOf), ...otherCalls()];
}
