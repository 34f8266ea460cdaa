import type { Account } from '../auth/account.ts';
import type { Store, Writer } from '../db/store.ts';
import { TouchedPurchases } from '../exceptions/judge-changes.ts';
import { MarkupBook, markUp } from '../markups/mark-up.ts';
import { CardDirectory } from './card-directory.ts';
import { type EnteredRows, positionOf } from './entered-before.ts';
import { ImportTotals } from './import-totals.ts';
import { headerColumns, lineColumns } from './line-columns.ts';
import type { StagedFile, StagedLine, StagedRow } from './staged-rows.ts';
import { StoredPurchases } from './stored-purchases.ts';

export interface EntryCounts {
  imported: number;
  duplicates: number;
  rejected: number;
}

type Status = 'imported' | 'duplicate' | 'rejected';
type Columns = Record<string, string | number | null>;

interface NewLine {
  readonly line: StagedLine;
  readonly occurrence: number;
}

interface EntryOptions {
  readonly store: Store;
  readonly account: Pick<Account, 'companyId'>;
  readonly importId: number;
  readonly at: string;
  /** Rows to enter even if they look like duplicates (TXN-13): '214' or 'Sheet1!214'. */
  readonly repeats: ReadonlySet<string>;
  /** Rows that another copy of the same original entered. */
  readonly enteredBefore: EnteredRows;
  readonly file: Pick<StagedFile, 'count'>;
}

/** Enters the rows of one import in one database transaction. */
export class RowEntry {
  readonly counts: EntryCounts = { imported: 0, duplicates: 0, rejected: 0 };
  /** Rows entered on purpose although they look like duplicates, or an earlier copy of the file entered them. */
  readonly repeated: { readonly sheet: string; readonly row: number }[] = [];
  /** What was entered, to be judged. */
  readonly touched = new TouchedPurchases();
  readonly totals = new ImportTotals();
  readonly #options: EntryOptions;
  readonly #cards: CardDirectory;
  readonly #markups: MarkupBook;
  readonly #stored: StoredPurchases;
  readonly #later: { readonly row: StagedRow; readonly position: number }[] = [];
  #position = 0;

  constructor(tx: Writer, options: EntryOptions) {
    this.#options = options;
    this.#cards = new CardDirectory(tx);
    this.#markups = new MarkupBook(tx);
    this.#stored = new StoredPurchases(tx, options.store);
  }

  /** Enters the next rows of the file; leaves possible duplicates for the end. */
  async add(rows: readonly StagedRow[]): Promise<void> {
    const lines = rows.flatMap((row) => row.lines);
    await this.#cards.load(lines.map((line) => line.cardNumber));
    await this.#stored.load(lines);
    // Waits for the end of the reading: only for lines that equal others.
    if (this.#stored.anyEqual(lines)) await this.#options.file.count(lines);
    if (lines[0]) await this.#markups.load(lines[0].provider);
    const results: Columns[] = [];
    for (const row of rows) {
      const position = this.#position;
      this.#position += 1;
      const fresh = row.lines
        .filter((line) => this.#stored.standing(line) === 'new')
        .map((line) => ({ line, occurrence: line.occurrence }));
      const waits = row.lines.some((line) => this.#stored.standing(line) === 'perhaps');
      if (fresh.length === 0 && row.lines.length > 0 && (waits || this.#mayRepeat(row))) {
        this.#later.push({ row, position });
      } else results.push(this.#enter(row, position, fresh));
    }
    await this.#flush(results);
  }

  /** Enters the remaining rows, whose occurrences follow all others of the file, and finishes. */
  async finish(): Promise<void> {
    const lines = this.#later.flatMap(({ row }) => row.lines);
    await this.#stored.load(lines);
    const results = this.#later.map(({ row, position }) => {
      const missing = row.lines.filter((line) => this.#stored.standing(line) !== 'stored');
      const repeats = missing.length === 0 && this.#mayRepeat(row);
      if (repeats) this.repeated.push({ sheet: row.sheet, row: row.row });
      const fresh = (repeats ? row.lines : missing).map((line) => ({
        line,
        occurrence: this.#stored.nextOccurrence(line.key),
      }));
      return this.#enter(row, position, fresh);
    });
    await this.#flush(results);
  }

  #mayRepeat({ sheet, row }: StagedRow): boolean {
    const { repeats } = this.#options;
    return repeats.has(String(row)) || repeats.has(positionOf(sheet, row));
  }

  #enter(row: StagedRow, position: number, fresh: readonly NewLine[]): Columns {
    const [first] = row.lines;
    if (!first) return this.#result(row, position, 'rejected', row.message);
    if (fresh.length === 0) {
      this.totals.leaveOut(row.lines);
      const before = this.#stored.importOf(first);
      const where = before === undefined || before === 0 ? '' : ` by import ${before}`;
      return this.#result(row, position, 'duplicate', `Already stored${where}.`);
    }
    const refusal = this.#enteredBefore(row) ?? this.#refusal(first);
    if (refusal !== undefined) {
      this.totals.leaveOut(row.lines);
      return this.#result(row, position, 'rejected', refusal);
    }
    this.#store(fresh);
    const entered = new Set(fresh.map(({ line }) => line));
    this.totals.leaveOut(row.lines.filter((line) => !entered.has(line)));
    return this.#result(row, position, 'imported', this.#remarks(row, fresh.length));
  }

  /** Refuses a row that another copy of the file entered, unless it is to be repeated. */
  #enteredBefore(row: StagedRow): string | undefined {
    const before = this.#options.enteredBefore.get(positionOf(row.sheet, row.row));
    if (before === undefined) return undefined;
    if (this.#mayRepeat(row)) {
      this.repeated.push({ sheet: row.sheet, row: row.row });
      return undefined;
    }
    return (
      `Import ${before} entered this row of the same file with other values. Change that purchase, or send the file ` +
      `with allow_repeat=${row.row} to enter both.`
    );
  }

  /** A company's user can only enter purchases of its own company's cards. */
  #refusal(line: StagedLine): string | undefined {
    const { companyId } = this.#options.account;
    if (companyId === null) return undefined;
    const card = this.#cards.match(line.cardNumber);
    const own = typeof card === 'object' && card.companyOn(line.businessDate)?.id === companyId;
    return own ? undefined : `Card ending ${line.cardNumber.slice(-4)} is not your company's.`;
  }

  #remarks(row: StagedRow, entered: number): string {
    const [first] = row.lines as readonly [StagedLine];
    const card = this.#cards.match(first.cardNumber);
    const ending = `Card ending ${first.cardNumber.slice(-4)}`;
    const remarks = [
      card === 'unknown' ? `${ending} is not known: kept without a company.` : '',
      card === 'ambiguous' ? `${ending} fits several cards: kept without a company.` : '',
      entered < row.lines.length
        ? `${row.lines.length - entered} of ${row.lines.length} lines were stored already.`
        : '',
      row.message,
    ];
    return remarks.filter(Boolean).join(' ');
  }

  #store(fresh: readonly NewLine[]): void {
    const { importId, at } = this.#options;
    const [head] = fresh as readonly [NewLine];
    const card = this.#cards.match(head.line.cardNumber);
    const first = this.#priced(head.line);
    const stop = this.#stored.stopOf(head.line, head.occurrence, (id, identity, authenticationId) =>
      headerColumns(head.line, {
        id,
        identity,
        authenticationId,
        importId,
        at,
        price: first.billed_price_e5,
        card,
        stationId: this.#stored.stationOf(head.line),
      }),
    );
    this.touched.add(
      stop.id,
      typeof card === 'object' ? card.id : undefined,
      head.line.businessDate,
    );
    for (const { line, occurrence } of fresh) {
      const columns = {
        ...this.#priced(line),
        transaction_id: stop.id,
        position: stop.lines,
        occurrence,
        import_id: importId,
      };
      const amount = columns.amount_minor;
      this.#stored.addLine(stop, line.key, occurrence, importId, columns, amount);
      this.totals.enter(line, stop.id, amount, typeof card === 'object');
    }
  }

  /** Adds the markup of the company whose card it was. */
  #priced(line: StagedLine) {
    const card = this.#cards.match(line.cardNumber);
    const company = typeof card === 'object' ? card.companyOn(line.businessDate)?.id : undefined;
    const perUnit = this.#markups.perUnit(company, line.product, line.businessDate);
    return markUp(lineColumns(line), perUnit);
  }

  #result(row: StagedRow, position: number, status: Status, message: string): Columns {
    this.counts[status === 'duplicate' ? 'duplicates' : status] += 1;
    return {
      import_id: this.#options.importId,
      position,
      sheet: row.sheet,
      row_number: row.row,
      cells: JSON.stringify(row.cells),
      status,
      message,
    };
  }

  async #flush(results: readonly Columns[]): Promise<void> {
    await this.#stored.flush();
    await this.#options.store.insertMany('import_rows', results);
  }
}
