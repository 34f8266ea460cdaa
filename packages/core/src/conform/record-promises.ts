import type { AnyResource } from '../resource/resource.types.ts';
import { getRecord } from '../resource/resource-client.ts';
import { type Bench, unchecked } from './bench.ts';
import type { ContractPromise, Exchange } from './conform.types.ts';
import { askPage, readable, type SeenPage } from './pages.ts';
import { NO_ID } from './refusal-promises.ts';

const STRONG = /^"[\x21\x23-\x7e]*"$/;

/** Records that can be changed have a version. */
const isVersioned = ({ actions, form, remove }: AnyResource): boolean =>
  form !== undefined || remove !== undefined || actions?.some(({ on }) => on === 'row') === true;

/** The first page of a list, loaded once. */
export async function sample(bench: Bench, definition: AnyResource): Promise<SeenPage | undefined> {
  const key = `rows of ${definition.name}`;
  if (!bench.kept.has(key)) bench.kept.set(key, await askPage(bench, definition, { size: 10 }));
  return bench.kept.get(key) as SeenPage | undefined;
}

/** The lists with records of their own, each with the id of its first row. */
async function records(bench: Bench) {
  const found: { definition: AnyResource; id: string; page: SeenPage; path: string }[] = [];
  for (const definition of await readable(bench)) {
    const { name, record } = definition;
    if (record === undefined || !bench.may(`${name}.get` as never)) continue;
    const page = await sample(bench, definition);
    const id = page?.ids[0];
    if (page && id) found.push({ definition, id, page, path: record.path(id) });
  }
  return found.length > 0 ? found : unchecked('no list has a row whose record could be opened');
}

async function single(bench: Bench): Promise<void> {
  for (const { definition, id } of await records(bench)) {
    const { name, record } = definition;
    const call = `GET ${record?.path('{id}').replace(/%7B/i, '{').replace(/%7D/i, '}')}`;
    const detail = await bench.read(call, { requirement: 'LIST-13' }, (client, signal) =>
      getRecord(client, definition, id, signal),
    );
    const known = detail as { readonly id?: unknown } | undefined;
    if (known?.id === undefined || String(known.id) === id || name === 'invoices') continue;
    bench.notes.push(`${call} answers the id ${String(known.id)} for ${id}.`);
  }
  const missing = await bench.send({ method: 'GET', path: `fuel-card-management/${NO_ID}` });
  if (missing.status === 404 || !bench.may('cards.get')) return;
  bench.broken(missing, {
    ...{ requirement: 'ERR-01', expected: 'status 404 for a record that does not exist' },
    fix: 'Answer 404, also for records of others that the account may not see.',
  });
}

/** What is wrong with a record's tag; undefined if it is a strong one. */
function tagFault({ headers }: Exchange): string | undefined {
  const tag = headers.get('etag');
  if (tag === null) return 'no etag header';
  return STRONG.test(tag) ? undefined : `the weak or unquoted tag ${tag}`;
}

async function etags(bench: Bench): Promise<void> {
  for (const { definition, path } of await records(bench)) {
    if (!isVersioned(definition)) continue;
    const answer = await bench.send({ method: 'GET', path });
    const fault = answer.status === 200 ? tagFault(answer) : undefined;
    if (fault !== undefined) {
      bench.broken(answer, {
        ...{ requirement: 'WIRE-05', expected: 'a strong tag: ETag: "3"', received: fault },
        fix: 'Count each record’s changes and send that version with GET, POST and PUT. Proxies that compress answers weaken tags: turn that off.',
      });
      continue;
    }
    const again = await bench.send({ method: 'GET', path });
    if (again.headers.get('etag') === answer.headers.get('etag')) continue;
    bench.broken(again, {
      ...{ requirement: 'WIRE-05', expected: `the same ETag ${answer.headers.get('etag')} again` },
      received: `${again.headers.get('etag')}, although nothing was changed`,
      fix: 'The tag belongs to the record’s version, not to the answer.',
    });
  }
}

async function rowVersions(bench: Bench): Promise<void> {
  for (const { definition, page, path } of await records(bench)) {
    if (!isVersioned(definition)) continue;
    const answer = await bench.send({ method: 'GET', path });
    const row = page.rows[0]?.etag;
    const tag = answer.headers.get('etag');
    if (answer.status !== 200 || row === tag) continue;
    bench.broken(page.exchange, {
      requirement: 'WIRE-05',
      expected: `etag ${tag} in the row, as GET ${path} answers`,
      received: row === undefined ? 'a row without etag' : `etag ${String(row)}`,
      fix: 'Send each row’s version as its field etag, in the words of the header, so that actions on rows apply to what was seen.',
    });
  }
}

/** Promises about single records and their versions. */
export const RECORD_PROMISES: readonly ContractPromise[] = [
  {
    id: 'records',
    title: 'Each record can be opened by its id, and a missing one is 404',
    requirements: ['LIST-13', 'ERR-01'],
    needs: ['sign-in', 'page-shapes', 'rows'],
    check: single,
  },
  {
    id: 'etags',
    title: 'Each record that can change has a strong ETag',
    requirements: ['WIRE-05'],
    needs: ['sign-in', 'page-shapes', 'records'],
    check: etags,
  },
  {
    id: 'row-versions',
    title: 'Rows of lists carry the version of their record',
    requirements: ['WIRE-05'],
    needs: ['sign-in', 'page-shapes', 'etags'],
    check: rowVersions,
  },
];
