// What an application does with the SDK, reported as JSON: the same on every platform that it runs on.
import {
  ApiError,
  cards,
  createClient,
  importPorts,
  importWorkflow,
  listRows,
  loadAccess,
  loginPorts,
  loginWorkflow,
  memoryStore,
  persist,
  resume,
  signIn,
  startWorkflow,
  transactions,
} from '@forecourt/core';
import { checkProviderFile } from '@forecourt/core/provider-files';

const PROVIDER = 'Pipeline';
const TEXTS = { success: 'Imported.', failure: 'Not imported.' };

/** Checks the file with the SDK's own readers, and sends it if it has no faults. */
async function importFile(client, file) {
  const ports = importPorts(client, {
    check: (checked, provider, { signal }) =>
      checkProviderFile(checked, { provider, today: '2026-11-23', signal }),
    keep: async ({ body }) => {
      const text = await new Response(body).text();
      return { name: 'result.csv', location: text, bytes: text.length };
    },
  });
  const providers = [{ key: PROVIDER, value: PROVIDER }];
  const run = startWorkflow(importWorkflow(ports), {
    input: { providers, unattended: true, texts: TEXTS },
  });
  run.send({ type: 'field.changed', name: 'provider', value: PROVIDER });
  run.send({ type: 'field.changed', name: 'file', value: file });
  run.send({ type: 'submit' });
  const view = await run.until(({ busy, status }) => status !== 'pending' || !busy);
  run.stop();
  const { errors, rows } = view.data.report ?? {};
  return {
    status: view.status,
    rows,
    errors,
    imported: view.output?.record?.imported,
    reason: view.output?.reason,
  };
}

/** Saves a half-filled sign-in as JSON and goes on with it, as another process would. */
async function resumed(client, email) {
  const first = startWorkflow(loginWorkflow(loginPorts(client)), { input: {} });
  first.send({ type: 'field.changed', name: 'email', value: email });
  const kept = JSON.stringify(persist(first));
  first.stop();
  const again = startWorkflow(resume(loginWorkflow(loginPorts(client)), JSON.parse(kept)), {
    input: {},
  });
  const { email: entered } = again.view.data;
  again.stop();
  return entered;
}

export async function smoke({ baseUrl, email, password, blob }) {
  const client = createClient({ baseUrl, store: memoryStore() });
  const refused = await signIn(client, { email, password: 'not this one' }).catch((error) =>
    error instanceof ApiError ? [error.code, error.outcome, error.status] : String(error),
  );
  await signIn(client, { email, password });
  await loadAccess(client);
  const page = await listRows(client, cards, { page: 0, size: 3, filters: [] });
  return {
    refused,
    rows: page.rows.length,
    total: page.totalRecords,
    resumed: await resumed(client, email),
    imported: await importFile(client, { name: 'night.xlsx', blob }),
    again: await importFile(client, { name: 'night.xlsx', blob }),
    purchases: (await listRows(client, transactions, { page: 0, size: 1, filters: [] }))
      .totalRecords,
  };
}
