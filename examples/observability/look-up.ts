// Counts the cards of drivers by name, with its calls as spans and metrics in files: node look-up.ts Lena telemetry
import { mkdirSync } from 'node:fs';
import {
  cards,
  createClient,
  listPorts,
  listWorkflow,
  memoryStore,
  signIn,
  startWorkflow,
} from '@forecourt/core';
import { openTelemetry } from '@forecourt/core/opentelemetry';
import { writeTelemetry } from './telemetry-files.ts';

const [driver = '', folder = 'telemetry'] = process.argv.slice(2);
const {
  FORECOURT_BASE_URL: baseUrl = 'http://127.0.0.1:4300/api/v1',
  FORECOURT_EMAIL: email = 'clerk@forecourt.test',
  FORECOURT_PASSWORD: password = '',
} = process.env;

mkdirSync(folder, { recursive: true });
const end = writeTelemetry(folder, 'look-up');
const telemetry = openTelemetry();

async function count(): Promise<number> {
  const client = createClient({ baseUrl, store: memoryStore(), onCall: telemetry.onCall });
  await signIn(client, { email, password });
  const workflow = telemetry.workflow(listWorkflow(listPorts(client, cards)));
  const filters = [{ field: 'driver_name', match: 'contains', value: driver }] as const;
  const run = startWorkflow(workflow, { input: { query: { filters } } });
  const view = await run.until((now) => now.status !== 'pending' || !now.busy);
  run.stop();
  if (view.status === 'failed') throw new Error(view.error.message);
  return view.data.page?.totalRecords ?? 0;
}

try {
  console.log(`${await count()} cards`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  // Also after a failure, because that is when somebody reads them.
  await end();
}
