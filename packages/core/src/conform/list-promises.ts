import type { ListDialect, ListQuery } from '../http/list-dialects.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import { listRows } from '../resource/resource-client.ts';
import type { Bench } from './bench.ts';
import type { ContractPromise, Exchange } from './conform.types.ts';
import { contractCalls } from './contract-calls.ts';
import { checkFilters, checkOrder } from './list-answers.ts';
import { askPage, callOf, readable } from './pages.ts';

const SHAPES =
  '{content, pageSize, pageNumber, totalPages, totalRecords}, {metadata: {page, size, total_count}, transactions}, {pageable: {pageNumber, pageSize}, total_elements, content} or {total_elements, content}';

type Fields = Readonly<Record<string, unknown>> | undefined;

/** What keeps an answer from being one of the five shapes; undefined if it is one. */
function shapeFault(exchange: Exchange, rowsKey: string | undefined, dialect: ListDialect) {
  const top = exchange.json as Fields;
  if (typeof top !== 'object' || top === null) return 'no JSON object';
  if (Array.isArray(top)) return 'rows without a total';
  const rows = [rowsKey ?? 'content', 'content', 'transactions'].find((key) => key in top);
  if (rows === undefined || !Array.isArray(top[rows])) {
    return `no rows: the answer has ${Object.keys(top).slice(0, 8).join(', ') || 'no fields'}`;
  }
  const meta = top.metadata as Fields;
  const pageable = top.pageable as Fields;
  const total = meta?.total_count ?? top.totalRecords ?? top.total_elements;
  if (!Number.isSafeInteger(total)) return 'rows without a total';
  const number = meta?.page ?? pageable?.pageNumber ?? top.pageNumber;
  const first = dialect === 'query' ? 1 : 0;
  if (number !== undefined && number !== first) {
    return `the first page has the number ${String(number)}; it counts from ${first} here`;
  }
  return undefined;
}

/** Records a list that the backend doesn't have; later checks leave it out. */
function noteAbsent(bench: Bench, { name }: AnyResource, call: string): void {
  const absent = (bench.kept.get('absent lists') as Set<string> | undefined) ?? new Set<string>();
  bench.kept.set('absent lists', absent.add(name));
  bench.notes.push(`${call} is not offered (404); clients do without it.`);
}

const FIRST_ROWS = { page: 0, size: 3, filters: [] } as const;

/** A complaint about a list, and the answer that it is about. */
interface Fault {
  readonly exchange: Exchange;
  readonly complaint: Parameters<Bench['broken']>[1];
}

function shapeComplaint(
  exchange: Exchange,
  { list }: AnyResource,
  dialect: ListDialect,
): Fault | undefined {
  const fault = exchange.status === 200 ? shapeFault(exchange, list.rowsKey, dialect) : undefined;
  if (exchange.status === 200 && fault === undefined) return undefined;
  const complaint = {
    ...{ requirement: 'LIST-09', expected: `a page of rows with its total: ${SHAPES}` },
    ...(fault !== undefined && { received: `status 200, ${fault}` }),
    fix:
      dialect === 'query'
        ? 'Answer lists with one of these shapes; pages count from one.'
        : 'Answer POST {list}/search with one of these shapes; pages count from zero.',
  };
  return { exchange, complaint };
}

async function pageShapes(bench: Bench): Promise<void> {
  const optional = new Set(
    (await contractCalls()).filter((call) => call.optional).map(({ path }) => path),
  );
  for (const definition of await readable(bench)) {
    const { list } = definition;
    const exchange = await bench.send(callOf(definition, FIRST_ROWS, 'query'));
    if (exchange.status === 404 && optional.has(list.path)) {
      noteAbsent(bench, definition, `GET ${list.path}`);
      continue;
    }
    const fault = shapeComplaint(exchange, definition, 'query');
    if (fault) bench.broken(fault.exchange, fault.complaint);
  }
}

async function rows(bench: Bench): Promise<void> {
  const empty: string[] = [];
  for (const definition of await readable(bench)) {
    const query = { page: 0, size: 20, filters: [] };
    const call = `GET ${definition.list.path}`;
    const page = await bench.read(call, { requirement: 'LIST-13' }, (client, signal) =>
      listRows(client, definition, query, signal),
    );
    if (page?.rows.length === 0) empty.push(definition.name);
    const seen = await askPage(bench, definition, { size: 20 });
    const nameless = seen?.ids.indexOf('') ?? -1;
    if (seen === undefined || nameless === -1) continue;
    bench.broken(seen.exchange, {
      ...{ requirement: 'LIST-13', expected: 'an id in every row' },
      received: `row ${nameless + 1} has none`,
      fix: 'Send the id of each record: without it a row can be neither opened nor picked.',
    });
  }
  if (empty.length === 0) return;
  bench.notes.push(`Nothing can be said of lists without rows: ${empty.join(', ')}.`);
}

/** A stable order for comparing pages. */
const sortOf = ({ list }: AnyResource): Partial<ListQuery> =>
  list.defaultSort ? { sort: list.defaultSort } : {};

type Look = (bench: Bench, definition: AnyResource) => Promise<Fault | undefined>;

/** Looks at each list, and a second time where something is wrong: rows may come and go between two calls. */
const eachList =
  (look: Look) =>
  async (bench: Bench): Promise<void> => {
    for (const definition of await readable(bench)) {
      const first = await look(bench, definition);
      const fault = first && (await look(bench, definition));
      if (fault) bench.broken(fault.exchange, fault.complaint);
    }
  };

const listQuery: Look = async (bench, definition) => {
  const sort = sortOf(definition);
  const first = await askPage(bench, definition, { ...sort, size: 2 });
  if (first === undefined || first.total < 3) return undefined;
  const requirement = 'LIST-07';
  if (first.rows.length !== 2) {
    const received = `${first.rows.length} rows`;
    const fix = 'Read size: it is the number of rows of a page.';
    const complaint = { requirement, expected: '2 rows for size=2', received, fix };
    return { exchange: first.exchange, complaint };
  }
  const second = await askPage(bench, definition, { ...sort, size: 2, page: 1 });
  const whole = await askPage(bench, definition, { ...sort, size: 4 });
  if (second === undefined || whole === undefined) return undefined;
  const joined = [...first.ids, ...second.ids];
  if (joined.join() === whole.ids.slice(0, joined.length).join()) return undefined;
  return {
    exchange: second.exchange,
    complaint: {
      ...{ requirement, expected: 'page=2 to go on where page=1 ended' },
      received: joined.length === new Set(joined).size ? 'other rows' : 'rows of page 1 again',
      fix: 'Read page, which counts from one, and order rows that sort alike by id, so that no row is on two pages.',
    },
  };
};

const bodyOfPage = async (
  bench: Bench,
  definition: AnyResource,
  page: number,
): Promise<Fault | undefined> => {
  const asked = { ...sortOf(definition), size: 2, page };
  const byQuery = await askPage(bench, definition, asked);
  const byBody = await askPage(bench, definition, asked, 'body');
  if (byQuery === undefined || byBody === undefined) return undefined;
  if (byQuery.ids.join() === byBody.ids.join() && byQuery.total === byBody.total) return undefined;
  return {
    exchange: byBody.exchange,
    complaint: {
      requirement: 'LIST-08',
      expected: `the rows and the total that GET ${definition.list.path}?page=${page + 1}&size=2 answers`,
      received:
        byQuery.total === byBody.total
          ? 'other rows'
          : `a total of ${byBody.total}, not ${byQuery.total}`,
      fix: 'Read pageNumber (from zero), pageSize, sortField, sortOrder (1, -1) and filters of the body.',
    },
  };
};

const listBody: Look = async (bench, definition) => {
  const exchange = await bench.send(callOf(definition, FIRST_ROWS, 'body'));
  return (
    shapeComplaint(exchange, definition, 'body') ??
    (await bodyOfPage(bench, definition, 0)) ??
    bodyOfPage(bench, definition, 1)
  );
};

const listTotals: Look = async (bench, definition) => {
  const sort = sortOf(definition);
  const first = await askPage(bench, definition, sort);
  if (first === undefined) return undefined;
  const pages = Math.max(1, Math.ceil(first.total / first.size));
  const last = pages === 1 ? first : await askPage(bench, definition, { ...sort, page: pages - 1 });
  if (last === undefined) return undefined;
  const rest = first.total - (pages - 1) * first.size;
  if (last.rows.length === rest) return undefined;
  return {
    exchange: last.exchange,
    complaint: {
      requirement: 'LIST-09',
      expected: `${rest} rows on page ${pages}, the last one of ${first.total} records`,
      received: `${last.rows.length} rows`,
      fix: 'Count the rows that match the filters and that the account may see, not those of the page or of the table.',
    },
  };
};

/** Promises about lists. */
export const LIST_PROMISES: readonly ContractPromise[] = [
  {
    id: 'page-shapes',
    title: 'Each list answers with one of the five page shapes',
    requirements: ['LIST-09'],
    needs: ['sign-in'],
    check: pageShapes,
  },
  {
    id: 'rows',
    title: 'Each row of a list can be read and has an id',
    requirements: ['LIST-13'],
    needs: ['sign-in', 'page-shapes'],
    check: rows,
  },
  {
    id: 'list-query',
    title: 'Lists are asked for by page and size in the address',
    requirements: ['LIST-07'],
    needs: ['sign-in', 'page-shapes', 'rows'],
    check: eachList(listQuery),
  },
  {
    id: 'list-totals',
    title: 'The total of a list is the number of its rows',
    requirements: ['LIST-09'],
    needs: ['sign-in', 'page-shapes', 'list-query'],
    check: eachList(listTotals),
  },
  {
    id: 'list-order',
    title: 'Lists follow the order that is asked for, in both directions',
    requirements: ['LIST-07'],
    needs: ['sign-in', 'page-shapes', 'list-query'],
    check: checkOrder,
  },
  {
    id: 'list-filters',
    title: 'Filters leave exactly the rows that match, in both dialects',
    requirements: ['LIST-07', 'LIST-14'],
    needs: ['sign-in', 'page-shapes', 'list-totals'],
    check: checkFilters,
  },
  {
    id: 'list-body',
    title: 'Lists are asked for by a body with the same result as by the address',
    requirements: ['LIST-08'],
    needs: ['sign-in', 'page-shapes', 'list-query', 'list-totals', 'list-order'],
    check: eachList(listBody),
  },
];
