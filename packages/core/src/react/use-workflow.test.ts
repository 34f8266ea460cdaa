// @vitest-environment happy-dom
import { Activity, act, createElement as h, StrictMode, Suspense, use } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListQuery, Page } from '../http/list-dialects.ts';
import { cards } from '../resources/cards/cards.resource.ts';
import { FULL_ACCESS } from '../testing/fixtures.ts';
import type { ListView } from '../workflows/list/list.types.ts';
import { listWorkflow } from '../workflows/list/list.workflow.ts';
import { scripted } from '../workflows/scripted.test-kit.ts';
import { startWorkflow, type WorkflowRun } from '../workflows/workflow.ts';
import { useView, useWorkflow } from './index.ts';

interface Row {
  readonly id: string;
}

const definition = { ...cards, id: (row: Row) => row.id };

const pageOf = (query: ListQuery): Page<Row> => ({
  rows: [{ id: `${query.page + 1}` }],
  page: query.page,
  size: query.size,
  totalRecords: 30,
  totalPages: 3,
});

/** Every request in order, and the list that makes them. */
function service() {
  const fetchPage = scripted<[ListQuery, AbortSignal], Page<Row>>();
  const list = () =>
    listWorkflow<Row>({ definition, fetchPage: fetchPage.port, access: () => FULL_ACCESS });
  const answer = () => act(() => fetchPage.last().resolve(pageOf(fetchPage.last().args[0])));
  const requests = () =>
    fetchPage.calls.map(({ args: [query, signal] }) => [query.page, signal.aborted]);
  return { list, answer, requests };
}

const text = ({ data, status }: ListView<Row>) =>
  `${status} ${data.page?.rows.map(({ id }) => id).join() ?? 'none'}`;

type List = ReturnType<typeof service>['list'];

/** A list with one button, which goes to the third page. */
function Rows({ list }: { readonly list: List }) {
  const [view, send] = useWorkflow(list, {});
  const onClick = () => send({ type: 'page.changed', page: 2 });
  return h('button', { type: 'button', onClick }, text(view));
}

function RowsLater({ list, waiting }: { readonly list: List; readonly waiting: Promise<string> }) {
  const [view] = useWorkflow(list, {});
  return `${use(waiting)} ${text(view)}`;
}

function RowsOf({ run }: { readonly run: Pick<WorkflowRun<ListView<Row>>, 'view' | 'subscribe'> }) {
  return text(useView(run));
}

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
});

describe('useWorkflow', () => {
  it('LIST-12 shows the view, sends events, and stops the run when the component goes', async () => {
    const { answer, list, requests } = service();
    await act(() => root.render(h(Rows, { list })));
    expect(place.textContent).toBe('pending none');
    await answer();
    expect(place.textContent).toBe('pending 1');
    await act(() => place.querySelector('button')?.click());
    expect(requests()).toEqual([
      [0, false],
      [2, false],
    ]);
    await act(() => root.render(null));
    expect(requests().at(-1)).toEqual([2, true]);
  });

  it('LIST-12 sends its first request once in StrictMode, and does not abort it', async () => {
    const { answer, list, requests } = service();
    await act(() => root.render(h(StrictMode, null, h(Rows, { list }))));
    expect(requests()).toEqual([[0, false]]);
    await answer();
    expect(place.textContent).toBe('pending 1');
  });

  it('starts nothing in a render that suspends before it is shown', async () => {
    const { answer, list, requests } = service();
    let open: (value: string) => void = () => undefined;
    const waiting = new Promise<string>((resolve) => {
      open = resolve;
    });
    await act(() =>
      root.render(h(Suspense, { fallback: 'wait' }, h(RowsLater, { list, waiting }))),
    );
    expect([place.textContent, requests()]).toEqual(['wait', []]);
    await act(async () => open('open'));
    expect(requests()).toEqual([[0, false]]);
    await answer();
    expect(place.textContent).toBe('open pending 1');
  });

  it('continues like a saved run when React shows a hidden component again', async () => {
    const { answer, list, requests } = service();
    const show = (mode: 'visible' | 'hidden') => {
      // biome-ignore lint/correctness/noChildrenProp: the component's types require it
      const tab = h(Activity, { mode, children: h(Rows, { list }) });
      return act(() => root.render(tab));
    };
    await show('visible');
    await answer();
    await act(() => place.querySelector('button')?.click());
    await answer();
    await show('hidden');
    await show('visible');
    expect(requests()).toEqual([
      [0, false],
      [2, false],
      [2, false],
    ]);
    await answer();
    expect(place.textContent).toBe('pending 3');
  });
});

describe('useView', () => {
  it('shows a run that was started elsewhere, which goes on without the component', async () => {
    const { answer, list, requests } = service();
    const run = startWorkflow(list(), { input: {} });
    await act(() => root.render(h(RowsOf, { run })));
    await answer();
    expect(place.textContent).toBe('pending 1');
    await act(() => root.render(null));
    run.send({ type: 'page.changed', page: 1 });
    expect(requests().at(-1)).toEqual([1, false]);
    run.stop();
  });
});
