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

/** Nobody reads more faults than that. */
const MAX_REJECTED = 500;
/** Rows to process before yielding to other calls. */
const ROWS_OF_A_TURN = 20;

const refuse = (column: string, message: string): { readonly issues: Issues } => ({
  issues: { [column]: [{ code: 'refused', message }] },
});

/** Changes the card with the row's number; empty cells change nothing. */
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

/** The value next to a message; of a card's number, only its last digits. */
const shown = (column: string, value: string): string =>
  column === 'card_number' && value !== '' ? `…${value.slice(-4)}` : value;

const notLookedAt = (rows: number): string =>
  `After 500 faults, ${rows.toLocaleString('en')} more ${rows === 1 ? 'row was' : 'rows were'} not looked at. Correct these first, then hand in the file again.`;

/**
 * Creates or changes a card for each row of a file (CARD-03). Rejects faulty rows with what is wrong in each. Stops
 * after 500 faults, and reports at the next row how many rows it didn't check.
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
