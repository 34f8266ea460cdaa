import { setImmediate as turn } from 'node:timers/promises';
import { can, type Draft, type Issues } from '@forecourt/core';
import { type Actor, recordWithheld } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import type { CardFileRow } from './card-file.ts';
import {
  cardForm,
  cardNumbered,
  createCard,
  detailOf,
  type Entered,
  recordCard,
  takenBy,
  updateCard,
} from './card-store.ts';
import type { CardRow } from './card-wire.ts';

export interface RejectedCell {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly message: string;
}

/** A file with more is filled in wrongly all over: nobody reads them. */
const MAX_REJECTED = 500;
/** Rows that are entered before other calls have their turn. */
const ROWS_OF_A_TURN = 20;

const refuse = (column: string, message: string): { readonly issues: Issues } => ({
  issues: { [column]: [{ code: 'refused', message }] },
});

/** A row whose number is known changes that card; its empty cells leave the card as it is. */
function change(
  tx: Writer,
  actor: Actor,
  card: CardRow,
  provided: Draft,
): Promise<Entered> | Entered {
  const { access, companyId } = actor.account;
  if (companyId !== null && card.company_id !== companyId) {
    return { issues: takenBy(card, actor.account), known: card };
  }
  const allowed = can(access, 'cards.update');
  if (!allowed.allowed) {
    return refuse('card_number', `The card is there already. ${allowed.reason.message}`);
  }
  if (provided.company_name !== undefined && provided.company_name !== card.company_name) {
    return refuse('company_name', 'The card is another company’s. Assign it instead.');
  }
  return updateCard(tx, actor, card, { ...cardForm.draft(detailOf(card)), ...provided });
}

/** Shown beside a message; a card's number with its last digits alone. */
const shown = (column: string, value: string): string =>
  column === 'card_number' && value !== '' ? `…${value.slice(-4)}` : value;

const notLookedAt = (rows: number): string =>
  `After 500 faults, ${rows.toLocaleString('en')} more ${rows === 1 ? 'row was' : 'rows were'} not looked at. Correct these first, then hand in the file again.`;

/**
 * Makes cards of a file's rows, or changes those that are there (CARD-03). Wrong rows are left out, and it says what is
 * wrong with each. After 500 faults it stops, and says with the next row how many it didn't look at.
 */
export async function importCards(
  tx: Writer,
  actor: Actor,
  rows: readonly CardFileRow[],
): Promise<{ imported: number; rejected: RejectedCell[] }> {
  const rejected: RejectedCell[] = [];
  const seen = new Set<string>();
  let imported = 0;
  for (const [index, { cells, draft, faults, row }] of rows.entries()) {
    if (index % ROWS_OF_A_TURN === 0) await turn();
    if (rejected.length >= MAX_REJECTED) {
      const message = notLookedAt(rows.length - index);
      rejected.push({ row, column: '', value: '', message });
      break;
    }
    const reject = (column: string, message: string): void => {
      rejected.push({ row, column, value: shown(column, cells[column] ?? ''), message });
    };
    for (const { column, message } of faults) reject(column, message);
    if (faults.length > 0) continue;
    const number = String(draft.card_number ?? '');
    if (seen.has(number)) {
      reject('card_number', 'The file has this card twice; the first row counts.');
      continue;
    }
    if (number !== '') seen.add(number);
    const known = number === '' ? undefined : await cardNumbered(tx, number);
    const entered = await (known
      ? change(tx, actor, known, draft)
      : createCard(tx, actor, { ...cardForm.draft(undefined), ...draft }));
    if ('row' in entered) {
      imported += 1;
      await recordCard(tx, actor, known, entered.row);
    } else {
      if (entered.issues.card_number?.some(({ code }) => code === 'withheld') && entered.known) {
        const because = { resource: 'cards', recordId: entered.known.id };
        await recordWithheld(tx, actor, 'cards.import', because);
      }
      for (const [column, issues] of Object.entries(entered.issues)) {
        for (const { message } of issues) reject(column, message);
      }
    }
  }
  return { imported, rejected };
}
