import { downloadAttachment, downloadAttachments } from '../client/attachments.ts';
import { previewUnbilled } from '../client/bill-unbilled.ts';
import type { Client } from '../client/client.ts';
import { getCustomerPage } from '../client/customer-page.ts';
import { getDashboard } from '../client/dashboard.ts';
import { exportAudit } from '../client/export-audit.ts';
import { findImport, listImports, loadImportTables } from '../client/imports.ts';
import { getOptions } from '../client/options.ts';
import { getPlace, getPlaces } from '../client/places.ts';
import { getRateDays } from '../client/rate-days.ts';
import { getReport } from '../client/reports.ts';
import type { Download } from '../http/http.types.ts';
import { downloadFile } from '../http/transfer.ts';
import type { Action } from '../permissions/index.ts';
import type { BuiltInReference } from '../resource/form.types.ts';
import { listTotals } from '../resource/list-totals.ts';
import { exportRows } from '../resource/resource-client.ts';
import { REFERENCES } from '../resources/reference/references.ts';
import { type Bench, unchecked } from './bench.ts';
import type { ContractPromise } from './conform.types.ts';
import { definitions } from './definitions.ts';
import { readable } from './pages.ts';
import { sample } from './record-promises.ts';

/** Lists of types that a backend may refuse: its cards then take any text (CARD-09). */
const OPTIONAL_TYPES: readonly string[] = [
  ...['cardTypes', 'plasticTypes', 'usageTypes', 'cashAdvanceTypes', 'products'],
];

async function references(bench: Bench): Promise<void> {
  const requirement = 'WIRE-01';
  const options = (name: BuiltInReference, params: readonly string[] = []) => {
    const reference = REFERENCES[name];
    const query = reference.query?.map(([key, value]) => `?${key}=${value}`).join('') ?? '';
    return bench.read(
      `GET ${reference.path(params)}${query}`,
      { requirement, ...(OPTIONAL_TYPES.includes(name) && { alsoRight: [400, 404] }) },
      (client, signal) => getOptions(client, name, params, signal),
    );
  };
  const names = Object.keys(REFERENCES) as BuiltInReference[];
  const lists = new Map<string, Awaited<ReturnType<typeof options>>>();
  for (const name of names) {
    // Only for those who may switch; `account` asks for it.
    if (name !== 'switchAccounts') lists.set(name, await options(name));
  }
  const country = lists.get('countries')?.[0]?.key;
  if (country === undefined) return;
  const province = (await options('provinces', [country]))?.[0]?.key;
  if (province !== undefined) await options('cities', [country, province]);
}

async function places(bench: Bench): Promise<void> {
  const requirement = 'WIRE-02';
  const found = await bench.read('GET places', { requirement }, (client, signal) =>
    getPlaces(client, 'a', signal),
  );
  const id = found?.[0]?.id;
  if (id === undefined) return;
  await bench.read('GET places/{id}', { requirement }, (client, signal) =>
    getPlace(client, id, signal),
  );
}

/** One file that a backend offers. */
interface FileRead {
  readonly call: string;
  readonly action: Action;
  readonly requirement: string;
  readonly optional?: boolean;
  readonly run: (client: Client, signal: AbortSignal | undefined) => Promise<Download>;
}

async function exportsOf(bench: Bench): Promise<FileRead[]> {
  const files: FileRead[] = [];
  for (const definition of await readable(bench)) {
    const made = definition.export;
    const id = (await sample(bench, definition))?.ids[0];
    if (made === undefined || !id) continue;
    files.push({
      ...{ call: `POST ${made.path}`, action: made.action, requirement: 'LIST-15' },
      optional: !['cards', 'transactions'].includes(definition.name),
      run: (client, signal) => exportRows(client, definition, { ids: [id] }, signal),
    });
  }
  return files;
}

/** The files of the first invoice. */
async function invoiceFiles(bench: Bench): Promise<FileRead[]> {
  const invoices = (await readable(bench)).find(({ name }) => name === 'invoices');
  const row = invoices && (await sample(bench, invoices))?.rows[0];
  const bundle = invoices?.bundle;
  if (!row || !bundle) return [];
  return bundle.types.map(({ key }): FileRead => {
    const path = bundle.path(bundle.key(row), key);
    return {
      ...{ call: `GET ${path}`, action: bundle.action, requirement: 'INV-10' },
      run: ({ http }, signal) =>
        downloadFile(http, {
          ...{ operation: 'invoices.download', method: 'GET', path },
          ...(signal && { signal }),
        }),
    };
  });
}

const FIRST_FEW = 5;

/** The attachments of the first transaction that has some. */
async function attachmentFiles(bench: Bench): Promise<FileRead[]> {
  const transactions = (await readable(bench)).find(({ name }) => name === 'transactions');
  const page = transactions && (await sample(bench, transactions));
  for (const id of page?.ids.slice(0, FIRST_FEW) ?? []) {
    const path = transactions?.record?.path(id);
    if (path === undefined) return [];
    const { json } = await bench.send({ method: 'GET', path });
    const detail = json as { id?: unknown; attachments?: { id?: string; url?: string }[] } | null;
    const [attachment] = detail?.attachments ?? [];
    if (attachment === undefined) continue;
    const shared = { action: 'transactions.attachments', requirement: 'WIRE-02' } as const;
    return [
      {
        ...{ ...shared, call: 'GET attachments/{id}' },
        run: (client, signal) => downloadAttachment(client, attachment, signal),
      },
      {
        ...{ ...shared, call: 'GET attachments/{transactionId}/zip' },
        run: (client, signal) => downloadAttachments(client, String(detail?.id ?? id), signal),
      },
    ];
  }
  if (!page) return [];
  bench.notes.push(
    `None of the first ${FIRST_FEW} transactions has an attachment, so downloads of attachments were not checked.`,
  );
  return [];
}

async function cardTemplate(): Promise<FileRead[]> {
  const cards = (await definitions()).find(({ name }) => name === 'cards');
  const action = cards?.actions?.find(({ name }) => name === 'template');
  if (action === undefined) return [];
  return ['', 'csv'].map((format): FileRead => {
    const call = action.call([], { format });
    return {
      ...{ call: `GET ${call.path}`, action: action.action, requirement: 'CARD-05' },
      run: ({ http }, signal) =>
        downloadFile(http, { operation: 'cards.template', ...call, ...(signal && { signal }) }),
    };
  });
}

const REPORT = { report_type: 'aging', from: '', to: '' };

const reportFile: FileRead = {
  ...{ call: 'POST reporting', action: 'reports.generate', requirement: 'REP-01' },
  run: ({ http }, signal) =>
    downloadFile(http, {
      ...{ operation: 'reports.generate', method: 'POST', path: 'reporting', safe: true },
      json: { report_type: 'aging', format: 'pdf' },
      ...(signal && { signal }),
    }),
};

const auditFile: FileRead = {
  ...{ call: 'GET audit/export', action: 'audit.export', requirement: 'AUTH-13', optional: true },
  run: (client, signal) =>
    exportAudit(client, { filters: [], from: '2000-01-01', to: '2000-01-02' }, signal),
};

/** The calls that the account may make; a promise about none of them is neither kept nor broken. */
function allowed<Of extends { readonly action: Action }>(bench: Bench, all: readonly Of[]): Of[] {
  const calls = all.filter(({ action }) => bench.may(action));
  return calls.length > 0 ? calls : unchecked('the account may make none of its calls');
}

async function files(bench: Bench): Promise<void> {
  const all = [
    ...(await exportsOf(bench)),
    ...(await invoiceFiles(bench)),
    ...(await attachmentFiles(bench)),
    ...(await cardTemplate()),
    ...[reportFile, auditFile],
  ];
  for (const { call, optional, requirement, run } of allowed(bench, all)) {
    await bench.read(call, { requirement, optional }, async (client, signal) => {
      const file = await run(client, signal);
      await file.body.cancel();
      const disposition = file.headers.get('content-disposition') ?? '';
      if (/^attachment\b.*filename/i.test(disposition)) return;
      const [method = 'GET', path = ''] = call.split(' ');
      bench.broken(
        {
          sent: { method, url: `${bench.options.baseUrl}/${path}`, headers: {} },
          ...{ status: 200, headers: file.headers, text: '', json: undefined },
        },
        {
          ...{ requirement, expected: 'content-disposition: attachment; filename="…"' },
          received: disposition === '' ? 'no content-disposition' : disposition,
          fix: 'Name each file in content-disposition: clients save it under that name.',
        },
      );
    });
  }
}

/** One call whose answer is figures. */
interface FigureRead {
  readonly call: string;
  readonly action: Action;
  readonly requirement: string;
  readonly optional?: boolean;
  readonly run: (client: Client, signal: AbortSignal | undefined) => Promise<unknown>;
}

const FIGURES: readonly FigureRead[] = [
  {
    ...{ call: 'GET dashboard', action: 'dashboard.open', requirement: 'SHELL-10' },
    ...{ optional: true, run: getDashboard },
  },
  {
    ...{ call: 'GET reporting', action: 'reports.generate', requirement: 'REP-02' },
    ...{ optional: true, run: (client, signal) => getReport(client, REPORT, signal) },
  },
  {
    ...{ call: 'GET daily-rates/days', action: 'rates.list', requirement: 'RATE-03' },
    ...{ optional: true, run: (client, signal) => getRateDays(client, { filters: [] }, signal) },
  },
  {
    ...{ call: 'GET imports', action: 'transactions.import-lookup', requirement: 'TXN-13' },
    run: (client, signal) => findImport(client, 'forecourt-conform-unknown', signal),
  },
  {
    ...{ call: 'GET imports/history', action: 'transactions.import-lookup', requirement: 'TXN-13' },
    ...{
      optional: true,
      run: (client, signal) => listImports(client, { page: 0, size: 5, ...(signal && { signal }) }),
    },
  },
  {
    ...{ call: 'GET imports/layouts', action: 'transactions.import-lookup', requirement: 'TXN-16' },
    ...{ optional: true, run: (client, signal) => loadImportTables(client, signal) },
  },
];

/** Figures of a customer and of what it was not billed yet. */
async function customerFigures(bench: Bench): Promise<FigureRead[]> {
  const customers = (await readable(bench)).find(({ name }) => name === 'customers');
  const page = customers && (await sample(bench, customers));
  const id = page?.ids[0];
  if (!id) return [];
  const company = String(page.rows[0]?.company_name ?? page.rows[0]?.name ?? '');
  const period = { company, currency: 'CAD', from: '2026-01-01', to: '2026-01-31' };
  return [
    {
      ...{ call: 'GET customers/{id}/summary', action: 'customers.summary' },
      ...{ requirement: 'CUST-03', optional: true },
      run: (client, signal) => getCustomerPage(client, id, signal),
    },
    {
      ...{ call: 'POST spol/invoices/preview', action: 'invoices.preview' },
      ...{ requirement: 'INV-14', optional: true },
      run: (client, signal) => previewUnbilled(client, period, { ...(signal && { signal }) }),
    },
  ];
}

async function sums(bench: Bench): Promise<FigureRead[]> {
  return (await readable(bench))
    .filter(({ list }) => list.totals !== undefined)
    .map((definition) => ({
      ...{ call: `POST ${definition.list.path}/totals`, optional: true, requirement: 'LIST-15' },
      action: `${definition.name}.list` as Action,
      run: (client, signal) => listTotals(client, definition, { filters: [] }, signal),
    }));
}

async function figures(bench: Bench): Promise<void> {
  const all = [...FIGURES, ...(await customerFigures(bench)), ...(await sums(bench))];
  for (const { call, optional, requirement, run } of allowed(bench, all)) {
    await bench.read(call, { requirement, optional }, run);
  }
}

/** Promises about everything else that is read. */
export const READING_PROMISES: readonly ContractPromise[] = [
  {
    id: 'references',
    title: 'Lists of choices can be read, each with key and text',
    requirements: ['WIRE-01'],
    needs: ['sign-in'],
    check: references,
  },
  {
    id: 'places',
    title: 'Addresses can be found and looked up',
    requirements: ['WIRE-02'],
    needs: ['sign-in'],
    check: places,
  },
  {
    id: 'files',
    title: 'Exports, documents and templates are files with a name',
    requirements: ['LIST-15', 'INV-10', 'WIRE-02', 'CARD-05', 'REP-01', 'AUTH-13'],
    needs: ['sign-in', 'page-shapes', 'rows'],
    check: files,
  },
  {
    id: 'figures',
    title: 'Sums, reports, imports and the dashboard can be read',
    requirements: [
      'SHELL-10',
      'REP-02',
      'RATE-03',
      'TXN-13',
      'TXN-16',
      'CUST-03',
      'INV-14',
      'LIST-15',
    ],
    needs: ['sign-in', 'page-shapes', 'rows'],
    check: figures,
  },
];
