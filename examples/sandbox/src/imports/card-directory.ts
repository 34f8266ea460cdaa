import type { Writer } from '../db/store.ts';

/** The card of a printed number, and its company on a day. */
interface KnownCard {
  readonly id: number;
  readonly companyOn: (day: string) => { readonly id: number; readonly name: string } | undefined;
  /** Whether the card was ever assigned to that company, or never to any. */
  readonly mayBelongTo: (companyId: number) => boolean;
}

export type CardMatch = KnownCard | 'unknown' | 'ambiguous';

interface Assignment {
  readonly from: string;
  readonly id: number;
  readonly name: string;
}

const MASKED = /^(\d*)([X*]+)(\d+)$/i;

/** Finds cards by printed numbers; looks up each number once per import. */
export class CardDirectory {
  readonly #tx: Writer;
  readonly #found = new Map<string, CardMatch>();

  constructor(tx: Writer) {
    this.#tx = tx;
  }

  /** Looks up new numbers. */
  async load(numbers: Iterable<string>): Promise<void> {
    const fresh = [...new Set(numbers)].filter((number) => !this.#found.has(number));
    const whole = fresh.filter((number) => !MASKED.test(number));
    for (const number of fresh) this.#found.set(number, 'unknown');
    const matches = new Map<string, number>();
    if (whole.length > 0) {
      const cards = await this.#tx
        .selectFrom('cards')
        .select(['id', 'card_number'])
        .where('card_number', 'in', whole)
        .execute();
      for (const card of cards) matches.set(card.card_number, card.id);
    }
    for (const number of fresh) {
      const parts = MASKED.exec(number);
      if (!parts) continue;
      const found = await this.#masked(parts[1] ?? '', parts[2] ?? '', parts[3] ?? '');
      if (found === 'ambiguous') this.#found.set(number, 'ambiguous');
      else if (found !== undefined) matches.set(number, found);
    }
    await this.#addKnown(matches);
  }

  match(number: string): CardMatch {
    return this.#found.get(number) ?? 'unknown';
  }

  /** A masked number counts only if exactly one card matches it. */
  async #masked(
    start: string,
    mask: string,
    end: string,
  ): Promise<number | 'ambiguous' | undefined> {
    const cards = await this.#tx
      .selectFrom('cards')
      .select(['id', 'card_number'])
      .where('card_number', 'like', `${start}%${end}`)
      .execute();
    const length = start.length + mask.length + end.length;
    // A single star matches any number of digits; a mask as long as a number matches that many.
    const fitting = cards.filter(
      (card) => mask.length === 1 || start === '' || card.card_number.length === length,
    );
    return fitting.length > 1 ? 'ambiguous' : fitting[0]?.id;
  }

  async #addKnown(matches: ReadonlyMap<string, number>): Promise<void> {
    if (matches.size === 0) return;
    const assignments = await this.#tx
      .selectFrom('card_assignments')
      .innerJoin('companies', 'companies.id', 'card_assignments.company_id')
      .select(['card_id', 'from_date as from', 'companies.id', 'companies.name'])
      .where('card_id', 'in', [...new Set(matches.values())])
      .orderBy('from_date', 'desc')
      .execute();
    const byCard = Map.groupBy(assignments, (assignment) => assignment.card_id);
    for (const [number, id] of matches) {
      const own: readonly Assignment[] = byCard.get(id) ?? [];
      this.#found.set(number, {
        id,
        companyOn: (day) => own.find(({ from }) => from <= day) ?? own.at(-1),
        mayBelongTo: (companyId) => own.length === 0 || own.some(({ id }) => id === companyId),
      });
    }
  }
}
