import type {
  BuiltInReference,
  Draft,
  DraftValue,
  FormField,
  FormState,
  OptionSource,
} from '../resource/form.types.ts';
import type { Option } from '../resource/resource.types.ts';
import { cards } from '../resources/cards/cards.resource.ts';
import { readOptions } from '../resources/reference/read-options.ts';
import { REFERENCES } from '../resources/reference/references.ts';
import { type Bench, unchecked } from './bench.ts';
import type { Exchange } from './conform.types.ts';
import { askPage } from './pages.ts';

/** Where cards are. */
export const CARDS = cards.list.path;
const NAME = 'Forecourt conform';

type Body = Readonly<Record<string, unknown>>;

/** 16 digits at random, the last one by Luhn, as backends may check it. */
function cardNumber(): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(14))].map((byte) => byte % 10);
  const open = [9, ...digits];
  const sum = open.reduce((total, digit, at) => {
    const doubled = at % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return [...open, (10 - (sum % 10)) % 10].join('');
}

const randomWord = (): string =>
  [...crypto.getRandomValues(new Uint8Array(4))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** The name by which this run's records are found: 'Forecourt conform 3fa1c09b'. */
function runName(bench: Bench): string {
  const name = (bench.kept.get('run name') as string | undefined) ?? `${NAME} ${randomWord()}`;
  bench.kept.set('run name', name);
  return name;
}

async function choices(bench: Bench, name: BuiltInReference): Promise<readonly Option[]> {
  const key = `choices of ${name}`;
  if (!bench.kept.has(key)) {
    const { path, query } = REFERENCES[name];
    const { json } = await bench.send({ method: 'GET', path: path([]), ...(query && { query }) });
    bench.kept.set(key, readOptions(REFERENCES[name], json)?.options ?? []);
  }
  return bench.kept.get(key) as readonly Option[];
}

async function firstChoice(bench: Bench, source: OptionSource | readonly Option[] | undefined) {
  if (Array.isArray(source)) return source[0]?.key;
  if (source === undefined || !('reference' in source)) return undefined;
  return (await choices(bench, source.reference as BuiltInReference))[0]?.key;
}

const PLAIN: Readonly<Record<string, DraftValue>> = {
  decimal: '1',
  integer: '1',
  day: '2026-01-31',
  days: { monday: true },
  flag: false,
};

/** A value that a new record's field takes. */
async function valueFor(bench: Bench, field: FormField): Promise<DraftValue> {
  const plain = PLAIN[field.input];
  if (plain !== undefined) return plain;
  return (await firstChoice(bench, field.options as OptionSource)) ?? 'Conform';
}

/** The body of a new card of this run, with every field that the contract requires. */
export async function newCard(bench: Bench, more: Body = {}): Promise<Body> {
  const { form } = cards;
  if (!form?.create) return unchecked('cards can not be created');
  let draft: Draft = { ...form.draft(undefined), ...form.starts };
  const state = (): FormState<never> => ({ mode: 'create', detail: undefined, draft });
  for (const field of form.fields(state())) {
    if (!field.required || draft[field.name]) continue;
    draft = { ...draft, [field.name]: await valueFor(bench, field) };
  }
  draft = { ...draft, card_number: cardNumber(), driver_name: runName(bench) };
  return { ...(form.create.body(state(), {}) as Body), ...more };
}

const key = (): string => `forecourt-conform-${crypto.randomUUID()}`;

/** A key that no call had before. */
export const newKey = key;

const idIn = ({ json }: Exchange): string => {
  const id = (json as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
};

/** The ids of the cards that this run made; they are removed at its end. */
export const madeCards = (bench: Bench): Set<string> => {
  const made = (bench.kept.get('made cards') as Set<string> | undefined) ?? new Set<string>();
  bench.kept.set('made cards', made);
  return made;
};

/** The card's id in an answer; it will be removed at the end of the run. */
export function keepCard(bench: Bench, answer: Exchange): string {
  const id = answer.status !== undefined && answer.status < 300 ? idIn(answer) : '';
  if (id !== '') madeCards(bench).add(id);
  return id;
}

export const cardPath = (id: string): string => `${CARDS}/${encodeURIComponent(id)}`;

/** Sends a new card; the answer is checked by the caller. */
export async function createCard(bench: Bench, body: Body, idempotencyKey = newKey()) {
  bench.kept.set('tried cards', true);
  const answer = await bench.send({ method: 'POST', path: CARDS, json: body, idempotencyKey });
  return { answer, id: keepCard(bench, answer) };
}

/** The card that several checks change, as it is now. */
export async function ownCard(bench: Bench): Promise<{ readonly id: string; readonly body: Body }> {
  if (!bench.may('cards.create')) unchecked('the account may not create cards');
  let id = bench.kept.get('own card') as string | undefined;
  if (id === undefined) {
    id = (await createCard(bench, await newCard(bench))).id;
    if (id === '') return unchecked('no card could be created: see `changes`');
    bench.kept.set('own card', id);
  }
  const { json } = await bench.send({ method: 'GET', path: cardPath(id) });
  return { id, body: (json ?? {}) as Body };
}

/** How many cards with that driver there are. */
export async function countCards(bench: Bench, driver: string): Promise<number | undefined> {
  const filters = [{ field: 'driver_name', match: 'exact', value: driver }] as const;
  const page = await askPage(bench, cards, { filters, size: 10 });
  return page?.rows.filter((row) => row.driver_name === driver).length;
}

/** Cards of this run that were made although their answer was lost or refused. */
async function strayCards(bench: Bench): Promise<readonly string[]> {
  const value = runName(bench);
  const filters = [{ field: 'driver_name', match: 'begins', value }] as const;
  const page = await askPage(bench, cards, { filters });
  return (page?.rows ?? []).flatMap((row, at) =>
    String(row.driver_name ?? '').startsWith(value) ? [page?.ids[at] ?? ''] : [],
  );
}

/** Removes every card that this run made. Resolves to what it couldn't remove, each with the reason. */
export async function removeOwn(bench: Bench): Promise<readonly string[]> {
  if (bench.kept.get('tried cards') !== true) return [];
  const leftovers: string[] = [];
  const strays = await strayCards(bench).catch(() => []);
  for (const id of new Set([...madeCards(bench), ...strays])) {
    if (id === '') continue;
    const path = cardPath(id);
    const answer = await bench
      .send({ method: 'DELETE', path, idempotencyKey: newKey() })
      .catch(() => undefined);
    const status = answer?.status;
    if (status !== undefined && (status < 300 || status === 404 || status === 410)) continue;
    const why = status === undefined ? 'no answer' : `status ${status}`;
    leftovers.push(`card ${id} ('${runName(bench)}'): DELETE ${path}: ${why}`);
  }
  return leftovers;
}
