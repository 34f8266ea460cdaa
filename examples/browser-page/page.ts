// A standalone page without a framework: signs in, lists the cards, and shows errors.
import {
  type Card,
  cards,
  createClient,
  formatValue,
  type ListView,
  type LoginField,
  listPorts,
  listWorkflow,
  loginPorts,
  loginWorkflow,
  memoryStore,
  startWorkflow,
} from '@forecourt/core';

const service = new URLSearchParams(location.search).get('service') ?? 'http://127.0.0.1:4300';
const client = createClient({ baseUrl: `${service}/api/v1`, store: memoryStore() });

function find<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}

const form = find<HTMLFormElement>('form');
const status = find<HTMLElement>('[role=status]');
const table = find<HTMLTableElement>('table');

const row = (cells: readonly string[], tag: 'td' | 'th') => {
  const line = document.createElement('tr');
  for (const text of cells)
    line.append(Object.assign(document.createElement(tag), { textContent: text }));
  return line;
};

function show({ data }: ListView<Card>): void {
  const { columns } = cards.list;
  const rows = data.page?.rows ?? [];
  table.replaceChildren(
    row(
      columns.map(({ label }) => label),
      'th',
    ),
    ...rows.map((card) =>
      row(
        columns.map(({ field, kind }) => formatValue(kind, card[field])),
        'td',
      ),
    ),
  );
  table.hidden = false;
  status.textContent = data.error?.message ?? data.pagerText;
}

function list(): void {
  const run = startWorkflow(listWorkflow<Card>(listPorts(client, cards)), { input: {} });
  run.subscribe(show);
  const turn = (step: number) => () =>
    run.send({ type: 'page.changed', page: run.view.data.query.page + step });
  find<HTMLButtonElement>('#back').onclick = turn(-1);
  find<HTMLButtonElement>('#on').onclick = turn(1);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const login = startWorkflow(loginWorkflow(loginPorts(client)), { input: {} });
  for (const [name, value] of new FormData(form)) {
    login.send({ type: 'field.changed', name: name as LoginField, value });
  }
  login.send({ type: 'submit' });
  const view = await login.until((now) => now.status === 'done' || now.status === 'failed');
  if (view.status !== 'done') {
    status.textContent = view.status === 'failed' ? view.error.message : '';
    return;
  }
  form.hidden = true;
  find<HTMLElement>('nav').hidden = false;
  list();
});
