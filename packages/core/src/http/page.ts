import type { ListDialect, ListQuery, Page } from './page.types.ts';

/** A page as it was read off an answer: rows still as the wire has them. */
export interface RawPage extends Page<unknown> {
  /** The service gave a total; otherwise it is only what has been seen. */
  readonly counted: boolean;
  /** Where the rows stood in the answer: 'content', '' for a bare array. */
  readonly rowsKey: string;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Larger page numbers and sizes are nonsense, and their product would not be exact. */
const MOST = 10_000_000;
const MOST_RECORDS = MOST * MOST;

/** The first whole number within those bounds, written as a number or as text. */
function countOf(values: readonly unknown[], least: number, most: number): number | undefined {
  return values
    .map((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value))
    .find(
      (value): value is number =>
        Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    );
}

function rowsOf(answer: unknown, rowsKey: string | undefined) {
  if (Array.isArray(answer)) return { rowsKey: '', rows: answer as readonly unknown[] };
  const fields = fieldsOf(answer);
  for (const key of [rowsKey ?? 'content', 'content', 'transactions']) {
    const value = fields[key] === null ? [] : fields[key];
    if (Array.isArray(value)) return { rowsKey: key, rows: value as readonly unknown[] };
  }
  return undefined;
}

/**
 * Any of the five answers of a list → one page (LIST-09); undefined where there are no rows to be found
 * in it. What the answer lacks comes from the request; the base of its page numbers from the dialect
 * (one in an address, zero in a body). A total is never smaller than what was seen.
 */
export function toPage(
  answer: unknown,
  asked: {
    readonly rowsKey?: string | undefined;
    readonly query: Pick<ListQuery, 'page' | 'size'>;
    readonly dialect: ListDialect;
  },
): RawPage | undefined {
  const found = rowsOf(answer, asked.rowsKey);
  if (found === undefined) return undefined;
  const { rows } = found;
  const top = fieldsOf(answer);
  const meta = fieldsOf(top.metadata);
  const pageable = fieldsOf(top.pageable);
  const base = asked.dialect === 'query' ? 1 : 0;
  const number = countOf([meta.page, pageable.pageNumber, top.pageNumber], base, MOST);
  const size =
    countOf([meta.size, pageable.pageSize, top.pageSize], 1, MOST) ?? Math.max(1, asked.query.size);
  const page = number === undefined ? asked.query.page : number - base;
  const told = countOf([meta.total_count, top.totalRecords, top.total_elements], 0, MOST_RECORDS);
  const seen = rows.length === 0 ? 0 : page * size + rows.length;
  const totalRecords = Math.max(told ?? 0, seen);
  return {
    ...found,
    page,
    size,
    totalRecords,
    totalPages: Math.ceil(totalRecords / size),
    counted: told !== undefined,
  };
}
