import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badFiles, goodFiles } from '@forecourt/provider-file-examples';
import { PASSWORD, type Sandbox } from '@forecourt/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPooler } from './cluster/pooler.ts';
import { runExample, serveExample } from './running.ts';
import { openSeeded } from './sandbox/test/seeded.ts';

let folder: string;
let sandbox: Sandbox;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-examples-'));
  sandbox = await openSeeded({ passwordCost: 4 });
  const { url } = await sandbox.listen({ port: 0 });
  env = { FORECOURT_BASE_URL: `${url}/api/v1`, FORECOURT_PASSWORD: PASSWORD, PORT: '0' };
});

afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('examples/export-by-filter', () => {
  it('TXN-03 streams the rows that match a filter to a file', async () => {
    const out = join(folder, 'haul.csv');
    const { code, output } = await runExample(
      'export-by-filter',
      ['export.ts', 'txn_company::haul', '2025-01-01', '2026-12-31', out],
      env,
    );
    expect({ code, output }).toEqual({ code: 0, output: `${out} written\n` });
    const lines = (await readFile(out, 'utf8')).trim().split('\n');
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.slice(1).every((line) => /haul/i.test(line))).toBe(true);
  });

  it("leaves no file if the service can't be reached", async () => {
    const out = join(folder, 'none.csv');
    const { code, output } = await runExample(
      'export-by-filter',
      ['export.ts', 'hdr_currency:CAD', '', '', out],
      {
        ...env,
        FORECOURT_BASE_URL: 'http://127.0.0.1:9/api/v1',
      },
    );
    expect(code).not.toBe(0);
    expect(output).toContain('Internal server error');
    await expect(readFile(out)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('examples/observability', () => {
  const linesOf = async (file: string) =>
    (await readFile(join(folder, 'telemetry', file), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('SDK-02 writes its calls and its run as spans and metrics, and not whom it looked for', async () => {
    const args = ['look-up.ts', 'Fontaine', join(folder, 'telemetry')];
    const { code, output } = await runExample('observability', args, env);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\d+ cards\n$/) });
    const traces = await linesOf('traces.jsonl');
    const spans = traces.flatMap(({ resourceSpans: [resource] }) =>
      resource.scopeSpans.flatMap((scope: { spans: object[] }) => scope.spans),
    );
    const called = spans.find(({ name }) => name === 'GET /api/v1/fuel-card-management');
    const step = spans.find(({ name }) => name === 'cards.list fetchPage');
    const run = spans.find(({ name }) => name === 'workflow cards.list');
    expect(called).toMatchObject({ parentSpanId: step.spanId, traceId: run.traceId });
    expect(step).toMatchObject({ parentSpanId: run.spanId });
    expect(run.parentSpanId).toBeUndefined();
    expect(called.attributes).toContainEqual({
      key: 'forecourt.operation',
      value: { stringValue: 'cards.list' },
    });
    const [{ resourceMetrics }] = await linesOf('metrics.jsonl');
    const names = resourceMetrics[0].scopeMetrics[0].metrics.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(['http.client.request.duration', 'forecourt.client.call.duration']);
    for (const word of ['Fontaine', PASSWORD, 'clerk@forecourt.test', 'Bearer']) {
      expect(JSON.stringify([traces, resourceMetrics])).not.toContain(word);
    }
  });

  it('SDK-02 writes the spans of a program that failed', async () => {
    const args = ['look-up.ts', 'Fontaine', join(folder, 'failed')];
    const { code } = await runExample('observability', args, { ...env, FORECOURT_PASSWORD: 'no' });
    expect(code).toBe(1);
    const text = await readFile(join(folder, 'failed', 'traces.jsonl'), 'utf8');
    expect(text).toContain('POST /api/v1/login');
    expect(text).toContain('http.response.header.x-request-id');
  });
});

describe('examples/import-service', () => {
  let address: string;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const service = await serveExample('import-service', ['service.ts'], env);
    address = /http:\S+/.exec(service.said)?.[0] ?? '';
    stop = service.stop;
  });
  afterAll(() => stop());

  const post = async (file: { name: string; bytes: Uint8Array }, provider: string) => {
    const query = new URLSearchParams({ provider, name: file.name });
    const body = file.bytes as Uint8Array<ArrayBuffer>;
    const answer = await fetch(`${address}?${query}`, { method: 'POST', body });
    return { status: answer.status, document: await answer.json() };
  };

  it('TXN-04 TXN-13 imports a good file once', async () => {
    const [file] = goodFiles('2026-11-18');
    if (!file) throw new Error('There is no good file.');
    const first = await post(file, file.provider);
    expect(first).toMatchObject({ status: 200, document: { reason: 'imported' } });
    expect(first.document.record.imported).toBeGreaterThan(0);
    const second = await post(file, file.provider);
    expect(second).toMatchObject({ status: 200, document: { reason: 'already_imported' } });
  });

  it('TXN-12 answers a bad file with each fault, and sends nothing', async () => {
    const bad = badFiles().find(
      ({ expected }) => expected.kind === 'checked' && expected.accepted < expected.rows,
    );
    if (!bad) throw new Error('There is no bad file.');
    const { status, document } = await post(bad, bad.provider);
    expect(status).toBe(422);
    expect(document.issues[0]).toMatchObject({ rule: expect.any(String), row: expect.any(Number) });
  });

  it('answers an unknown provider with an error', async () => {
    const { status, document } = await post(
      { name: 'a.xls', bytes: new Uint8Array([1]) },
      'Nobody',
    );
    expect(status).toBe(422);
    expect(document.message).not.toBe('');
  });
});

const COMPANY = {
  phone: '7055550123',
  address1: '88 Regent Street',
  country: 'CA',
  state: 'ON',
  city: 'Sudbury',
  postalCode: 'P3E 3Z9',
  firstName: 'Hanne',
  lastName: 'Jaswal',
  pwd: 'Cartage-9999',
};

describe('examples/cluster', () => {
  it('answers at one address by several services, with exports from a replica that has just been written to', async () => {
    installPooler();
    const { said, stop } = await serveExample(
      'cluster',
      ['start.ts', '--processes', '2', '--port', '0'],
      {
        SEED: 'empty',
      },
    );
    try {
      const url = /is at (http\S+)/.exec(said)?.[1];
      const send = (path: string, body: object, authorization = '') =>
        fetch(`${url}/api/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization },
          body: JSON.stringify(body),
        });
      const login = { username: 'admin@forecourt.test', password: PASSWORD };
      const authorization = (await send('login', login)).headers.get('authorization') ?? '';
      for (const name of ['Northern Haul', 'Southern Haul', 'Western Haul']) {
        const email = `office@${name.replace(' ', '-').toLowerCase()}.test`;
        const company = { ...COMPANY, companyName: name, documentEmail: email, email };
        const made = await send('fuel-company/register', company, authorization);
        expect(made.status).toBe(201);
        const exported = await send('companies/export', { filters: [] }, authorization);
        expect(await exported.text()).toContain(name);
      }
    } finally {
      await stop();
    }
  });
});
