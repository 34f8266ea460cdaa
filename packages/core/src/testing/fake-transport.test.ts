import { describe, expect, it } from 'vitest';
import { createFakeTransport } from './fake-transport.ts';
import { FAKE_BASE_URL, problem } from './fixtures.ts';
import { recordViews } from './record-views.ts';

const at = (path: string) => `${FAKE_BASE_URL}/${path}`;

describe('the fake transport', () => {
  it('answers in sequence, repeats the last response, and answers unknown calls with 404', async () => {
    const { fetch } = createFakeTransport([
      {
        match: 'GET a',
        answer: [{ json: 1 }, problem(503, { detail: 'later' }), { body: 'text' }],
      },
    ]);
    const bodies = [];
    for (let count = 0; count < 4; count += 1) bodies.push(await (await fetch(at('a'))).text());
    expect(bodies[0]).toBe('1');
    expect(JSON.parse(bodies[1] ?? '')).toMatchObject({ status: 503, detail: 'later' });
    expect(bodies.slice(2)).toEqual(['text', 'text']);
    expect((await fetch(at('b'))).status).toBe(404);
  });

  it('records its calls', async () => {
    const transport = createFakeTransport([
      { match: 'POST a/b', answer: ({ query }) => ({ json: query.get('q') }) },
    ]);
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.csv');
    const answer = await transport.fetch(at('a/b?q=1'), { method: 'POST', body: form });
    expect(await answer.json()).toBe('1');
    expect(transport.calls).toMatchObject([
      { method: 'POST', path: 'a/b', body: { file: 'x.csv' } },
    ]);
  });

  it('loses responses like a network', async () => {
    const { fetch } = createFakeTransport([
      { match: 'GET refused', answer: { fault: 'refused' } },
      { match: 'GET silent', answer: { fault: 'silent' } },
      { match: 'GET slow', answer: { delayMs: 10_000 } },
    ]);
    await expect(fetch(at('refused'))).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    for (const path of ['silent', 'slow']) {
      const signal = AbortSignal.timeout(10);
      await expect(fetch(at(path), { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    }
  });
});

describe('the recorder', () => {
  it('records the initial view and every later one, until stopped', () => {
    let notify: (view: number) => void = () => undefined;
    const run = {
      view: 1,
      subscribe: (listener: (view: number) => void) => {
        notify = listener;
        return () => {
          notify = () => undefined;
        };
      },
    };
    const record = recordViews(run);
    notify(2);
    notify(3);
    record.stop();
    notify(4);
    expect(record.views).toEqual([1, 2, 3]);
  });
});
