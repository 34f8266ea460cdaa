import { sql } from 'kysely';
import type { Store, Writer } from '../db/store.ts';
import type { StagedLine } from './staged-rows.ts';

type Columns = Record<string, string | number | null>;

/** A transaction to which lines are being added. */
export interface Stop {
  readonly id: number;
  /** How many lines it has. */
  lines: number;
  /** Its row until it is stored. */
  header: (Columns & { amount_minor: number }) | undefined;
}

/** Lines of one stop share the key except for the product. */
function stopIdentity(key: string, occurrence: number): string {
  const parts = key.split('|');
  parts.splice(6, 1);
  return `${parts.join('|')}|${occurrence}`;
}

const printedCode = (line: StagedLine): string =>
  line.authCode || line.transactionNumber || line.invoiceNumber;

/** Stored purchases of a file, and those about to be stored. */
export class StoredPurchases {
  readonly #tx: Writer;
  readonly #store: Store;
  /** Key → occurrence → the import that entered it. */
  readonly #lines = new Map<string, Map<number, number>>();
  readonly #stops = new Map<string, Stop>();
  readonly #stations = new Map<string, number>();
  readonly #codes = new Set<string>();
  readonly #touched = new Set<number>();
  readonly #newStops: Stop[] = [];
  readonly #newLines: Columns[] = [];
  /** Reserved ids that aren't used yet. */
  readonly #ids: number[] = [];

  constructor(tx: Writer, store: Store) {
    this.#tx = tx;
    this.#store = store;
  }

  /** Looks up stored lines that these could equal. */
  async load(lines: readonly StagedLine[]): Promise<void> {
    if (lines.length === 0) return;
    await this.#loadLines([...new Set(lines.map((line) => line.key))]);
    await this.#loadStops(lines.map((line) => stopIdentity(line.key, line.occurrence)));
    await this.#loadCodes(lines.map(printedCode));
    await this.#loadStations(lines);
    // Each line may become its own transaction.
    const missing = lines.length - this.#ids.length;
    if (missing > 0) {
      this.#ids.push(...(await this.#store.reserveTransactionIds(this.#tx, missing)));
    }
  }

  /** Whether any of these lines without a known count equals a stored one, or another of them. */
  anyEqual(lines: readonly StagedLine[]): boolean {
    const seen = new Set<string>();
    return lines.some(({ key, occurrences }) => {
      const equal = this.#lines.has(key) || seen.has(key);
      seen.add(key);
      return equal && occurrences === 0;
    });
  }

  /**
   * Merges by the larger count (TXN-13): 'new' while fewer lines of the purchase are stored than are known to
   * be valid. 'perhaps' if a line of a file with other counts has this occurrence, until a line of this file
   * completes the count.
   */
  standing({ key, occurrence, occurrences }: StagedLine): 'new' | 'perhaps' | 'stored' {
    const stored = this.#lines.get(key);
    if (!stored) return 'new';
    if (stored.size >= occurrences) return 'stored';
    return stored.has(occurrence) ? 'perhaps' : 'new';
  }

  /** Returns the import that entered a known line, or its last equal; 0 if unknown. */
  importOf({ key, occurrence }: StagedLine): number | undefined {
    const stored = this.#lines.get(key);
    return stored?.get(occurrence) ?? [...(stored?.values() ?? [])].at(-1);
  }

  nextOccurrence(key: string): number {
    return Math.max(0, ...(this.#lines.get(key)?.keys() ?? [])) + 1;
  }

  stationOf(line: StagedLine): number | undefined {
    return this.#stations.get(line.stationNumber);
  }

  /** Returns the transaction of a line; creates one if there is none. */
  stopOf(
    line: StagedLine,
    occurrence: number,
    make: (id: number, identity: string, authenticationId: string) => Columns,
  ): Stop {
    const identity = stopIdentity(line.key, occurrence);
    const known = this.#stops.get(identity);
    if (known) return known;
    const id = this.#ids.shift();
    if (id === undefined) throw new Error('Lines must be loaded before they are entered.');
    // An import judges what it enters in the same transaction (TXN-18).
    const code = this.#freeCode(line, id);
    const header = { ...make(id, identity, code), amount_minor: 0, judged: 1 };
    const stop: Stop = { id, lines: 0, header };
    this.#stops.set(identity, stop);
    this.#newStops.push(stop);
    return stop;
  }

  addLine(
    stop: Stop,
    key: string,
    occurrence: number,
    importId: number,
    columns: Columns,
    amount: number,
  ): void {
    this.#newLines.push(columns);
    stop.lines += 1;
    if (stop.header) stop.header.amount_minor += amount;
    else this.#touched.add(stop.id);
    const occurrences = this.#lines.get(key) ?? new Map<number, number>();
    occurrences.set(occurrence, importId);
    this.#lines.set(key, occurrences);
  }

  /** Writes everything added since the last call. */
  async flush(): Promise<void> {
    const stops = this.#newStops.splice(0);
    await this.#store.insertMany(
      'transactions',
      stops.flatMap(({ header }) => (header ? [header] : [])),
    );
    for (const stop of stops) stop.header = undefined;
    await this.#store.insertMany('transaction_lines', this.#newLines.splice(0));
    const touched = [...this.#touched];
    this.#touched.clear();
    if (touched.length === 0) return;
    await this.#tx
      .updateTable('transactions')
      .set({
        amount_minor: sql`(select sum(amount_minor) from transaction_lines where transaction_id = transactions.id)`,
      })
      .where('id', 'in', touched)
      .execute();
  }

  async #loadLines(keys: readonly string[]): Promise<void> {
    const fresh = keys.filter((key) => !this.#lines.has(key));
    if (fresh.length === 0) return;
    const rows = await this.#tx
      .selectFrom('transaction_lines')
      .select(['line_key', 'occurrence', 'import_id'])
      .where('line_key', 'in', fresh)
      .execute();
    for (const { line_key, occurrence, import_id } of rows) {
      const key = line_key ?? '';
      const occurrences = this.#lines.get(key) ?? new Map<number, number>();
      occurrences.set(occurrence, import_id ?? 0);
      this.#lines.set(key, occurrences);
    }
  }

  async #loadStops(identities: readonly string[]): Promise<void> {
    const fresh = identities.filter((identity) => !this.#stops.has(identity));
    if (fresh.length === 0) return;
    const rows = await this.#tx
      .selectFrom('transactions')
      .leftJoin('transaction_lines', 'transaction_lines.transaction_id', 'transactions.id')
      .select(['transactions.id', 'transactions.identity'])
      .select((eb) => eb.fn.count<number>('transaction_lines.id').as('lines'))
      .where('identity', 'in', fresh)
      .groupBy(['transactions.id', 'transactions.identity'])
      .execute();
    for (const { id, identity, lines } of rows) {
      this.#stops.set(identity ?? '', { id, lines: Number(lines), header: undefined });
    }
  }

  async #loadCodes(codes: readonly string[]): Promise<void> {
    const fresh = [...new Set(codes)].filter((code) => code !== '' && !this.#codes.has(code));
    if (fresh.length === 0) return;
    const rows = await this.#tx
      .selectFrom('transactions')
      .select('authentication_id')
      // A repeated code gets a suffix, which isn't printed: '4711-2', '4711-3'.
      .where((eb) =>
        eb.or([eb('authentication_id', 'in', fresh), eb('printed_auth_code', 'in', fresh)]),
      )
      .execute();
    for (const { authentication_id } of rows) this.#codes.add(authentication_id);
  }

  async #loadStations(lines: readonly StagedLine[]): Promise<void> {
    const fresh = lines.filter((line) => !this.#stations.has(line.stationNumber));
    const [first] = fresh;
    if (!first) return;
    const rows = await this.#tx
      .selectFrom('stations')
      .select(['id', 'number'])
      .where('provider', '=', first.provider)
      .where('number', 'in', [...new Set(fresh.map((line) => line.stationNumber))])
      .execute();
    for (const { id, number } of rows) this.#stations.set(number, id);
  }

  /** Returns the printed code, with a suffix if another transaction has it: a route must find one record. */
  #freeCode(line: StagedLine, id: number): string {
    const printed = printedCode(line) || `N${id}`;
    let code = printed;
    for (let follower = 2; this.#codes.has(code); follower += 1) code = `${printed}-${follower}`;
    this.#codes.add(code);
    return code;
  }
}
