import { type Card, readCard } from './cells/card.ts';
import type { Day } from './cells/date.ts';
import { changedOver, insteadOf, readDay, readTime } from './cells/date.ts';
import { type NumberNote, readScaled } from './cells/number.ts';
import { cellText, isBlank, plainText } from './cells/text.ts';
import type { Plan } from './plan.ts';
import { countryOf } from './provinces.ts';
import type { RowContext } from './row-context.ts';
import type { CellValue } from './types.ts';

/** Facts about a whole row, independent of its products. */
export interface RowFacts {
  readonly card: string;
  readonly day: Day;
  /** HH:mm, or ''. */
  readonly time: string;
  readonly province: string;
  readonly country: 'CA' | 'US' | undefined;
  readonly currency: 'CAD' | 'USD';
  readonly unit: 'L' | 'USG';
  readonly cancelled: boolean;
}

/** A date more than this many days ahead can't be intended. */
const YEAR = 365;

/** Cached results for repeated cells; cleared when full, so that memory stays flat. */
const KEPT = 4096;

/** Reads the facts about whole rows. Use one instance per sheet. */
export class FactReader {
  private readonly plan: Plan;
  private readonly today: number;
  private readonly days = new Map<CellValue, Day>();
  private readonly cards = new Map<CellValue, Card>();
  private readonly times = new Map<CellValue, string | undefined>();
  private readonly numberNote: NumberNote = { rule: null };
  private dateKind: 'string' | 'number' | null = null;
  private mixedReported = false;
  private otherOrder = false;
  private eitherOrder = false;

  /** @param today in days since 1970-01-01. */
  constructor(plan: Plan, today: number) {
    this.plan = plan;
    this.today = today;
  }

  /**
   * Some dates use the opposite order of day and month, so that those which are valid in both orders are
   * ambiguous.
   */
  get datesInTwoOrders(): boolean {
    return this.otherOrder && this.eitherOrder;
  }

  /** Reports empty cells that must be filled. */
  required(context: RowContext): void {
    for (const { column } of this.plan.required) {
      const cell = context.row.cells[column];
      if (cell === undefined || (typeof cell === 'string' && isBlank(cell))) {
        context.note('TXN-REQUIRED', column, null, '');
      }
    }
  }

  facts(context: RowContext): RowFacts {
    const { text, layout } = this.plan;
    const { cells } = context.row;
    const province = cellText(cells[text.province]).toUpperCase();
    const country = countryOf(province);
    if (!country && province !== '') context.note('TXN-PROVINCE', text.province);
    const day = this.day(context);
    const currency = this.currency(context, country);
    const cancel = text.cancelFlag < 0 ? '' : cellText(cells[text.cancelFlag]).toUpperCase();
    return {
      card: this.card(context),
      day,
      time: this.time(context) || day.time,
      province,
      country,
      currency,
      unit: this.unit(context, currency, layout.crossBorder),
      cancelled: cancel !== '' && this.plan.cancelValues.has(cancel),
    };
  }

  /** Returns the row's numbers by index; NaN if a cell is empty or unreadable. */
  numbers(context: RowContext): number[] {
    const { cells } = context.row;
    const note = this.numberNote;
    const values = this.plan.blankNumbers.slice();
    for (const { index, column, scale } of this.plan.numbers) {
      values[index] = readScaled(cells[column], scale, note);
      if (note.rule !== null) context.note(note.rule, column);
    }
    return values;
  }

  private card(context: RowContext): string {
    const column = this.plan.text.cardNumber;
    const cell = context.row.cells[column];
    if (isBlank(cell)) return '';
    const { layout } = this.plan;
    const card = remember(this.cards, cell, () => readCard(cell, layout.card));
    if (card.rule !== null) {
      const value = card.rule === 'TXN-CARD-SCIENTIFIC' ? '…E+…' : undefined;
      context.note(card.rule, column, `${layout.card.digits.join(' or ')} digits as text`, value);
    }
    return card.number;
  }

  private day(context: RowContext): Day {
    const column = this.plan.text.businessDate;
    const cell = context.row.cells[column];
    const { layout } = this.plan;
    const read = () => this.readDay(cell);
    // With a time, nearly every cell differs; only bare days are worth caching.
    const day =
      Number.isInteger(cell) || typeof cell === 'string' ? remember(this.days, cell, read) : read();
    if (day.rule !== null) {
      if (!isBlank(cell)) {
        const { formats = [] } = layout.columns.find(({ field }) => field === 'businessDate') ?? {};
        const instead = typeof cell === 'string' ? insteadOf(plainText(cell), formats) : undefined;
        context.note(day.rule, column, instead ?? formats[0] ?? null);
      }
      return day;
    }
    const ahead = day.epochDay - this.today;
    if (ahead > YEAR) context.note('TXN-DATE-FAR', column, null, day.iso);
    else if (ahead > 1) context.note('TXN-DATE-FUTURE', column, null, day.iso);
    if (day.epochDay < this.today - 90) context.note('TXN-DATE-OLD', column, null, day.iso);
    const kind = typeof cell as 'string' | 'number';
    this.dateKind ??= kind;
    if (kind !== this.dateKind && !this.mixedReported) {
      this.mixedReported = true;
      context.note('TXN-DATE-MIXED', column);
    }
    return day;
  }

  private readDay(cell: CellValue): Day {
    const { days, date1904 } = this.plan;
    const day = readDay(cell, days, date1904);
    const changed = typeof cell === 'string' ? changedOver(cell) : undefined;
    if (changed === undefined) return day;
    const other = readDay(changed, days, date1904);
    if (other.rule !== null) return day;
    if (day.rule === 'TXN-DATE') this.otherOrder = true;
    if (day.rule === null && day.iso !== other.iso) this.eitherOrder = true;
    return day;
  }

  private time(context: RowContext): string {
    const column = this.plan.text.time;
    const cell = column < 0 ? undefined : context.row.cells[column];
    if (isBlank(cell)) return '';
    const time = remember(this.times, cell, () => readTime(cell));
    if (time === undefined) context.note('TXN-TIME', column, 'HH:mm');
    return time ?? '';
  }

  private currency(context: RowContext, country: 'CA' | 'US' | undefined): 'CAD' | 'USD' {
    const { text, currencies, layout } = this.plan;
    const cell = text.currency < 0 ? undefined : context.row.cells[text.currency];
    const code = cellText(cell).toUpperCase();
    const currency = code === '' ? layout.currency : currencies.get(code);
    const local = country === 'US' ? 'USD' : 'CAD';
    const foreign = !layout.crossBorder && country !== undefined && currency !== local;
    if (!currency || foreign) {
      const column = cell === undefined ? text.province : text.currency;
      const value = `${code || layout.currency} in ${cellText(context.row.cells[text.province])}`;
      context.note('TXN-CURRENCY', column, country ? local : 'CAD or USD', value);
    }
    return currency ?? layout.currency;
  }

  private unit(context: RowContext, currency: 'CAD' | 'USD', crossBorder: boolean): 'L' | 'USG' {
    const { text, units, layout } = this.plan;
    const fitting = currency === 'USD' ? 'USG' : 'L';
    const cell = text.unit < 0 ? undefined : context.row.cells[text.unit];
    if (isBlank(cell)) return crossBorder ? layout.unit : fitting;
    const unit = units.get(cellText(cell).toUpperCase());
    if (!unit || (!crossBorder && unit !== fitting)) context.note('TXN-UNIT', text.unit, fitting);
    return unit ?? layout.unit;
  }
}

function remember<Value>(kept: Map<CellValue, Value>, cell: CellValue, make: () => Value): Value {
  const known = kept.get(cell);
  if (known !== undefined) return known;
  const made = make();
  if (kept.size >= KEPT) kept.clear();
  kept.set(cell, made);
  return made;
}
