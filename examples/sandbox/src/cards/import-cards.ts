/**
 * Imports of cards. `checkCards` holds the rows of a file against the rules and the stored cards, beside other calls;
 * `enterCards` then stores all good rows in one transaction, which the other writes wait for.
 */

import { setImmediate as turn } from 'node:timers/promises';
import { can, type Draft, formatValue, type Issues } from '@forecourt/core';
import type { Insertable, Updateable } from 'kysely';
import { type Actor, recordWithheld } from '../audit/audit.ts';
import type { CardsTable } from '../db/schema-fleet.ts';
import type { Reader, Writer } from '../db/store.ts';
import type { CardFileRow } from './card-file.ts';
import {
  type CardLookUps,
  type Checked,
  cardForm,
  checkChangedCard,
  checkNewCard,
  detailOf,
  insertCards,
  lookUps,
  recordCards,
  type SavedCard,
  storeCard,
  takenBy,
} from './card-store.ts';
import type { CardRow } from './card-wire.ts';

interface RejectedCell {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly message: string;
}

/** A good row, and what it becomes: a new card, or a change of the card as it was read. */
type GoodRow = { readonly file: CardFileRow } & (
  | { readonly before?: undefined; readonly columns: Insertable<CardsTable> }
  | { readonly before: CardRow; readonly columns: Updateable<CardsTable> }
);

interface BadRow {
  readonly rejected: readonly RejectedCell[];
  /** The card of another company that has the number, for the trail alone. */
  readonly withheld?: CardRow;
}

/** The rows of a file after their check. */
export interface CheckedFile {
  readonly good: readonly GoodRow[];
  readonly bad: readonly BadRow[];
}

/** What became of a file. */
export interface CardImport {
  readonly imported: number;
  readonly created: number;
  readonly changed: number;
  /** Numbers of the first imported cards, in the file's order. */
  readonly records: readonly string[];
  readonly rejected: readonly RejectedCell[];
}

/** Nobody reads more faults than that. */
const MAX_REJECTED = 500;
/** Rows to check before yielding to other calls. */
const ROWS_OF_A_TURN = 20;
/** Rows of one statement: SQLite takes 32,766 values, and a card has some fifty columns. */
const ROWS_OF_A_STATEMENT = 200;
/** As many as a list takes filters. */
const MAX_RECORDS = 50;

const batches = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / ROWS_OF_A_STATEMENT) }, (_, index) =>
    all.slice(index * ROWS_OF_A_STATEMENT, (index + 1) * ROWS_OF_A_STATEMENT),
  );

const numberIn = ({ draft }: CardFileRow): string => String(draft.card_number ?? '');

const cardsNumbered = (read: Reader, numbers: readonly string[]): Promise<CardRow[]> =>
  read.selectFrom('cards').selectAll().where('card_number', 'in', numbers).execute();

const refuse = (column: string, message: string): { readonly issues: Issues } => ({
  issues: { [column]: [{ code: 'refused', message }] },
});

/** Checks a change of the card with the row's number; empty cells change nothing. */
async function checkChange(
  by: CardLookUps,
  actor: Actor,
  card: CardRow,
  provided: Draft,
): Promise<Checked<Updateable<CardsTable>>> {
  const { access, companyId } = actor.account;
  if (companyId !== null && card.company_id !== companyId) {
    return { issues: takenBy(card, actor.account), known: card };
  }
  const allowed = can(access, 'cards.update');
  if (!allowed.allowed) {
    return refuse('card_number', `The card is there already. ${allowed.reason.message}`);
  }
  if (provided.company_name !== undefined && provided.company_name !== card.company_name) {
    const company = await by.companyNamed(String(provided.company_name));
    return refuse(
      'company_name',
      company
        ? 'The card is another company’s. Assign it instead.'
        : 'There is no company of that name.',
    );
  }
  return checkChangedCard(by, actor, card, { ...cardForm.draft(detailOf(card)), ...provided });
}

/** The value next to a message; of a card's number, only its last digits. */
const shown = (column: string, value: string): string =>
  column === 'card_number' && value !== '' ? `…${value.slice(-4)}` : value;

const rejectedCell = (
  { cells, row }: CardFileRow,
  column: string,
  message: string,
): RejectedCell => ({ row, column, value: shown(column, cells[column] ?? ''), message });

const notLookedAt = (rows: number): string =>
  `After 500 faults, ${formatValue('integer', rows)} more ${rows === 1 ? 'row was' : 'rows were'} not looked at. Correct these first, then hand in the file again.`;

/** Holds one row against the rules and the stored cards. */
async function checkRow(
  by: CardLookUps,
  actor: Actor,
  file: CardFileRow,
): Promise<GoodRow | BadRow> {
  const { draft, faults } = file;
  if (faults.length > 0) {
    return { rejected: faults.map(({ column, message }) => rejectedCell(file, column, message)) };
  }
  const number = numberIn(file);
  const before = number === '' ? undefined : await by.cardNumbered(number);
  const checked = before
    ? await checkChange(by, actor, before, draft)
    : await checkNewCard(by, actor, { ...cardForm.draft(undefined), ...draft });
  if ('columns' in checked) return { file, before, columns: checked.columns } as GoodRow;
  const { issues, known } = checked;
  const rejected = Object.entries(issues).flatMap(([column, found]) =>
    found.map(({ message }) => rejectedCell(file, column, message)),
  );
  const withheld = issues.card_number?.some(({ code }) => code === 'withheld') ? known : undefined;
  return { rejected, ...(withheld && { withheld }) };
}

/** Look-ups that ask once for each company, and for the known cards of many rows at once. */
async function sharedLookUps(read: Reader, actor: Actor): Promise<CardLookUps & Ahead> {
  const own = await lookUps(read, actor);
  const companies = new Map<string, ReturnType<CardLookUps['companyNamed']>>();
  const known = new Map<string, CardRow | undefined>();
  return {
    ...own,
    companyNamed: (name) => {
      const found = companies.get(name) ?? own.companyNamed(name);
      companies.set(name, found);
      return found;
    },
    cardNumbered: (number) =>
      known.has(number) ? Promise.resolve(known.get(number)) : own.cardNumbered(number),
    lookAhead: async (numbers) => {
      known.clear();
      for (const number of numbers) known.set(number, undefined);
      for (const card of await cardsNumbered(read, numbers)) known.set(card.card_number, card);
    },
  };
}

interface Ahead {
  readonly lookAhead: (numbers: readonly string[]) => Promise<void>;
}

/**
 * Checks the rows of a file beside other calls (CARD-03): each becomes a card, a change of one, or is rejected with what
 * is wrong in it. Stops after 500 faults, and reports at the next row how many rows it didn't check.
 */
export async function checkCards(
  read: Reader,
  actor: Actor,
  rows: readonly CardFileRow[],
): Promise<CheckedFile> {
  const by = await sharedLookUps(read, actor);
  const good: GoodRow[] = [];
  const bad: BadRow[] = [];
  const seen = new Set<string>();
  let faults = 0;
  const isTwice = (number: string): boolean => number !== '' && seen.has(number);
  for (const [index, file] of rows.entries()) {
    if (index % ROWS_OF_A_TURN === 0) await turn();
    if (index % ROWS_OF_A_STATEMENT === 0) {
      await by.lookAhead(rows.slice(index, index + ROWS_OF_A_STATEMENT).map(numberIn));
    }
    if (faults >= MAX_REJECTED) {
      const message = notLookedAt(rows.length - index);
      bad.push({ rejected: [{ row: file.row, column: '', value: '', message }] });
      break;
    }
    const twice: BadRow = {
      rejected: [
        rejectedCell(file, 'card_number', 'The file has this card twice; the first row counts.'),
      ],
    };
    const isKnown = file.faults.length === 0 && isTwice(numberIn(file));
    const found = isKnown ? twice : await checkRow(by, actor, file);
    if ('columns' in found) {
      // Grouped digits mean the same card as plain ones.
      const stored = found.before?.card_number ?? String(found.columns.card_number);
      if (isTwice(stored)) bad.push(twice);
      else good.push(found);
      seen.add(stored);
    } else {
      bad.push(found);
    }
    if (file.faults.length === 0) seen.add(numberIn(file));
    faults = bad.reduce((sum, { rejected }) => sum + rejected.length, 0);
  }
  return { good, bad };
}

/** Checks again the rows that other changes met since: their card or company is no longer what it was. */
async function recheck(
  tx: Writer,
  actor: Actor,
  rows: readonly GoodRow[],
): Promise<readonly (GoodRow | BadRow)[]> {
  const numbers = rows.map(({ before, columns }) =>
    String(before?.card_number ?? columns.card_number),
  );
  const cards = new Map(
    (await cardsNumbered(tx, numbers)).map((card) => [card.card_number, card.version]),
  );
  const ids = rows.flatMap(({ columns }) => columns.company_id ?? []);
  const companies =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('companies')
          .select(['id', 'name', 'code'])
          .where('id', 'in', [...new Set(ids)])
          .execute();
  const by = await lookUps(tx, actor);
  const again = rows.map((row, index) => {
    const { before, columns, file } = row;
    const company = companies.find(({ id }) => id === columns.company_id);
    const isSame =
      cards.get(numbers[index] ?? '') === before?.version &&
      (before !== undefined ||
        (company?.name === columns.company_name && company?.code === columns.company_number));
    return isSame ? row : checkRow(by, actor, file);
  });
  return Promise.all(again);
}

/** Only what the row changes: a statement of fifty columns takes long to write. */
const differing = (before: CardRow, columns: Updateable<CardsTable>): Updateable<CardsTable> =>
  Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => before[name as keyof CardRow] !== value),
  );

/** Stores good rows of one statement; returns the cards in the rows' order. */
async function store(
  tx: Writer,
  actor: Actor,
  rows: readonly GoodRow[],
  fileName: string,
): Promise<SavedCard[]> {
  const created = rows.flatMap((row) => (row.before ? [] : [row.columns]));
  const made = created.length > 0 ? await insertCards(tx, actor, created) : [];
  const byNumber = new Map(made.map((row) => [row.card_number, row]));
  const saved: SavedCard[] = [];
  for (const { before, columns } of rows) {
    const row = before
      ? await storeCard(tx, before, differing(before, columns))
      : byNumber.get(String(columns.card_number));
    if (row) saved.push({ before, row });
  }
  await recordCards(tx, actor, saved, fileName);
  return saved;
}

/** Stores the good rows of a file, all or none, and returns what became of every row (CARD-03). */
export async function enterCards(
  tx: Writer,
  actor: Actor,
  { bad: known, good }: CheckedFile,
  fileName: string,
): Promise<CardImport> {
  const bad = [...known];
  const saved: SavedCard[] = [];
  for (const batch of batches(good)) {
    await turn();
    const checked = await recheck(tx, actor, batch);
    bad.push(...checked.filter((row) => 'rejected' in row));
    saved.push(
      ...(await store(
        tx,
        actor,
        checked.filter((row) => 'columns' in row),
        fileName,
      )),
    );
  }
  for (const { withheld } of bad) {
    if (!withheld) continue;
    const because = { resource: 'cards', recordId: withheld.id };
    await recordWithheld(tx, actor, 'cards.import', because);
  }
  const changed = saved.filter(({ before }) => before).length;
  return {
    imported: saved.length,
    created: saved.length - changed,
    changed,
    records: saved.slice(0, MAX_RECORDS).map(({ row }) => row.card_number),
    rejected: bad.flatMap(({ rejected }) => rejected).sort((one, other) => one.row - other.row),
  };
}
