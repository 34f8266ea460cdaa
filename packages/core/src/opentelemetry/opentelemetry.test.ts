import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../client/client.ts';
import { listPorts } from '../client/ports.ts';
import {
  anything,
  cut,
  failure,
  type Handler,
  read,
  status,
  useRealService,
  write,
} from '../http/http.test-kit.ts';
import type { HttpOptions } from '../http/http.types.ts';
import { cards } from '../resources/cards/cards.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { signedInState } from '../testing/fixtures.ts';
import { listWorkflow } from '../workflows/list/list.workflow.ts';
import { loginWorkflow } from '../workflows/login/login.workflow.ts';
import { persist, resume } from '../workflows/persist.ts';
import { startWorkflow } from '../workflows/workflow.ts';
import { openTelemetry } from './index.ts';
import type { TelemetryOptions } from './telemetry.types.ts';

const service = useRealService();

/** The SDK as a program has it, with exporters that keep what they get. */
let sdk: ReturnType<typeof openSdk>;

function openSdk() {
  const spans = new InMemorySpanExporter();
  const figures = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const tracerProvider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter: spans })],
  });
  const reader = new PeriodicExportingMetricReader({ exporter: figures });
  const meterProvider = new MeterProvider({ readers: [reader] });
  return { spans, figures, tracerProvider, meterProvider };
}

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  sdk = openSdk();
});

afterEach(async () => {
  await sdk.tracerProvider.shutdown();
  await sdk.meterProvider.shutdown();
  context.disable();
});

const telemetry = (options: TelemetryOptions = {}) => openTelemetry({ ...sdk, ...options });

const door = (options: Partial<HttpOptions> = {}) =>
  service.door({ random: () => 1, onCall: telemetry().onCall, ...options });

const spanNamed = (name: string): ReadableSpan => {
  const [found, ...more] = sdk.spans.getFinishedSpans().filter((span) => span.name === name);
  if (!found || more.length > 0) {
    const names = sdk.spans.getFinishedSpans().map((span) => span.name);
    return expect.unreachable(`One span ${name} is expected among: ${names.join(', ')}`);
  }
  return found;
};

async function dataPoints(name: string) {
  await sdk.meterProvider.forceFlush();
  const metrics = sdk.figures
    .getMetrics()
    .at(-1)
    ?.scopeMetrics.flatMap((scope) => scope.metrics);
  return metrics?.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
}

const points = async (name: string) =>
  (await dataPoints(name)).map(({ attributes, value }) => ({
    attributes,
    count: typeof value === 'number' ? value : (value as Histogram).count,
  }));

const named =
  (id: string, code = 200): Handler =>
  (_, response) =>
    void response
      .writeHead(code, { 'content-type': 'application/json', 'x-request-id': id })
      .end('{"message":"Jane Roe has no right to it"}');

const card: typeof read = {
  operation: 'cards.get',
  method: 'GET',
  path: 'fuel-card-management/7076850000000028',
  query: [['driver', 'Jane Roe']],
};

describe('a call', () => {
  it('SDK-02 is one span with its retries and request ids, and no value that a person typed', async () => {
    service.handlers = [named('first', 503), cut, named('third')];
    const { json } = door({ authorization: () => 'Bearer sekret-4711' });
    await json(card, anything);

    const [span, ...others] = sdk.spans.getFinishedSpans();
    expect(others).toEqual([]);
    expect(span?.name).toBe('GET /api/v1/fuel-card-management/{id}');
    expect(span?.kind).toBe(SpanKind.CLIENT);
    expect(span?.status.code).toBe(SpanStatusCode.UNSET);
    const port = Number(/:(\d+)\//.exec(String(span?.attributes['url.full']))?.[1]);
    expect(port).toBeGreaterThan(1023);
    const to = {
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'server.port': port,
      'url.template': '/api/v1/fuel-card-management/{id}',
    };
    expect(span?.attributes).toEqual({
      ...to,
      'url.full': `http://127.0.0.1:${port}/api/v1/fuel-card-management/REDACTED`,
      'forecourt.operation': 'cards.get',
      'http.response.status_code': 200,
      'http.response.header.x-request-id': ['third'],
      'http.request.resend_count': 2,
    });
    expect(span?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      [
        'forecourt.resend',
        {
          'http.request.resend_count': 1,
          'error.type': '503',
          'http.response.status_code': 503,
          'http.response.header.x-request-id': ['first'],
          'forecourt.wait_ms': 300,
        },
      ],
      [
        'forecourt.resend',
        { 'http.request.resend_count': 2, 'error.type': 'network', 'forecourt.wait_ms': 600 },
      ],
    ]);

    expect(await points('http.client.request.duration')).toEqual([
      { attributes: { ...to, 'http.response.status_code': 503, 'error.type': '503' }, count: 1 },
      { attributes: { ...to, 'error.type': 'network' }, count: 1 },
      { attributes: { ...to, 'http.response.status_code': 200 }, count: 1 },
    ]);
    const operation = { 'forecourt.operation': 'cards.get' };
    expect(await points('forecourt.client.call.duration')).toEqual([
      { attributes: operation, count: 1 },
    ]);
    expect(await points('forecourt.client.resends')).toEqual([
      { attributes: { ...operation, 'error.type': '503' }, count: 1 },
      { attributes: { ...operation, 'error.type': 'network' }, count: 1 },
    ]);

    const { resource: _, ...kept } = { ...span };
    // Without numbers: a time in ns may have any four digits in it.
    const all = JSON.stringify([kept, sdk.figures.getMetrics()], (key, value) =>
      typeof value === 'number' || (key.startsWith('_') && key !== '_events') ? undefined : value,
    );
    expect(all).toContain('third');
    for (const planted of ['sekret', '4711', '70768', '0028', 'Jane', 'Roe', 'driver']) {
      expect(all).not.toContain(planted);
    }
  });

  it('SDK-02 is measured in seconds, each request and the call with its waits', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const pass = async (ms: number) => void vi.advanceTimersByTime(ms);
      const answers = [503, 200];
      const fetch = async () => {
        await pass(1500);
        return Response.json({}, { status: answers.shift() ?? 200 });
      };
      await door({ fetch, sleep: pass }).json(read, anything);
    } finally {
      vi.useRealTimers();
    }
    const sums = async (name: string) =>
      (await dataPoints(name)).map(({ value }) => (value as Histogram).sum);
    expect(await sums('http.client.request.duration')).toEqual([1.5, 1.5]);
    expect(await sums('forecourt.client.call.duration')).toEqual([3.3]);
  });

  it('SDK-02 that fails says how, by codes, and what is known of its effect', async () => {
    service.handlers = [cut, named('refused', 422), status(500)];
    const { json } = door();
    await failure(json(write, anything));
    expect((await failure(json({ ...write, path: 'refused' }, anything))).requestId).toBe(
      'refused',
    );
    const aborted = AbortSignal.abort();
    await failure(json({ ...read, path: 'unwanted', signal: aborted }, anything));
    // A saved view's name was chosen by a person.
    await failure(json({ ...read, method: 'DELETE', path: 'views/cards/mine' }, anything));

    expect(spanNamed('POST /api/v1/cards')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'network', 'forecourt.outcome': 'unknown' },
      events: [],
    });
    expect(spanNamed('POST /api/v1/refused')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: {
        'http.response.status_code': 422,
        'http.response.header.x-request-id': ['refused'],
        'error.type': '422',
        'forecourt.outcome': 'none',
      },
    });
    expect(spanNamed('POST /api/v1/refused').status).toEqual({ code: SpanStatusCode.ERROR });
    expect(spanNamed('GET /api/v1/unwanted')).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'error.type': 'cancelled' },
    });
    expect(spanNamed('DELETE /api/v1/views/cards/{id}').attributes['error.type']).toBe('500');
    expect(JSON.stringify(sdk.spans.getFinishedSpans().map(({ events }) => events))).toBe(
      '[[],[],[],[]]',
    );
  });

  it('SDK-02 sends its context only if it is asked to, and never baggage', async () => {
    const received: Record<string, unknown>[] = [];
    const keep: Handler = (request, response) => {
      const { baggage, traceparent, tracestate } = request.headers;
      received.push({ baggage, traceparent, tracestate });
      response.writeHead(received.length === 2 ? 503 : 200).end('{}');
    };
    service.handlers = [keep, keep, keep];
    await door().json(read, anything);
    const baggage = propagation.createBaggage({ person: { value: 'Jane' } });
    await context.with(propagation.setBaggage(context.active(), baggage), () =>
      door({ onCall: telemetry({ propagate: true }).onCall }).json(read, anything),
    );
    const { spanId, traceId } = sdk.spans.getFinishedSpans()[1]?.spanContext() ?? {};
    const sent = { traceparent: `00-${traceId}-${spanId}-01` };
    expect(received).toEqual([{}, sent, sent]);
    expect(traceId).toMatch(/^[\da-f]{32}$/);
  });
});

describe('a run of a workflow', () => {
  const page: Handler = (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'a-page' })
      .end('{"content":[],"totalElements":0,"totalPages":0}');

  const startList = () => {
    const { onCall, workflow } = telemetry();
    const store = memoryStore(signedInState());
    const client = { ...createClient({ baseUrl: '/', store }), http: service.door({ onCall }) };
    return startWorkflow(workflow(listWorkflow(listPorts(client, cards))), { input: {} });
  };
  const isReady = (view: ReturnType<typeof startList>['view']) =>
    view.status === 'pending' && view.step === 'ready';
  const parentOf = ({ parentSpanContext }: ReadableSpan) => parentSpanContext?.spanId;
  const idOf = (span: ReadableSpan) => span.spanContext().spanId;

  it('SDK-02 is a span, with one for each step, and the calls of a step below it', async () => {
    service.handlers = [cut, page, page];
    const outer = sdk.tracerProvider.getTracer('program').startSpan('night');
    const run = context.with(trace.setSpan(context.active(), outer), startList);
    await run.until(isReady);
    const call = spanNamed('GET /api/v1/fuel-card-management');
    const step = spanNamed('cards.list fetchPage');
    expect(step.attributes).toEqual({
      'forecourt.workflow': 'cards.list',
      'forecourt.step': 'fetchPage',
    });
    expect(parentOf(call)).toBe(idOf(step));
    expect(call.attributes['http.request.resend_count']).toBe(1);
    // Whatever asks for the next step, it belongs to the run.
    run.send({ type: 'reload' });
    await run.until(isReady);
    const steps = () =>
      sdk.spans.getFinishedSpans().filter(({ name }) => name === 'cards.list fetchPage');
    await expect.poll(() => steps().length).toBe(2);
    run.stop();
    run.stop();

    const whole = spanNamed('workflow cards.list');
    expect(steps().map(parentOf)).toEqual([idOf(whole), idOf(whole)]);
    expect(parentOf(whole)).toBe(idOf(outer as unknown as ReadableSpan));
    expect(whole).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'forecourt.workflow': 'cards.list',
        'forecourt.workflow.version': 1,
        'forecourt.state': 'ready',
      },
    });
    expect(whole.attributes['error.type']).toBeUndefined();
  });

  it('SDK-02 that goes on after it was saved is a span of its own, from its start', async () => {
    const { workflow } = telemetry();
    const never = () => expect.unreachable('nothing is sent');
    const login = loginWorkflow({ signIn: never, loadAccess: never });
    const waiting = startWorkflow(login, { input: { email: 'jane@roe.test' } });
    const again = startWorkflow(workflow(resume(login, persist(waiting))), { input: {} });
    waiting.stop();
    again.stop();
    // A run that waits for a person has no step yet.
    expect(spanNamed('workflow login').attributes['forecourt.state']).toBe('credentials');
    expect(JSON.stringify(spanNamed('workflow login').attributes)).not.toContain('jane');
  });

  it('SDK-02 that fails, or is stopped in a step, says so', async () => {
    service.handlers = [named('no', 403), () => undefined];
    const run = startList();
    await run.until((view) => view.status === 'failed');
    run.stop();
    expect(spanNamed('workflow cards.list')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'forecourt.state': 'failed', 'error.type': 'http_403' },
    });
    expect(spanNamed('cards.list fetchPage')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'http_403' },
    });

    sdk.spans.reset();
    const left = startList();
    await expect.poll(() => service.seen.length).toBe(2);
    left.stop();
    expect(spanNamed('cards.list fetchPage')).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'error.type': 'cancelled' },
    });
    expect(spanNamed('workflow cards.list').status.code).toBe(SpanStatusCode.UNSET);
  });
});
