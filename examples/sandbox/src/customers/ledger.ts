/** What moves a balance. `ahead` holds back what was paid before it was due, until it is. */
export type MovementKind =
  | 'invoice'
  | 'payment'
  | 'reversal'
  | 'credit'
  | 'charge'
  | 'void'
  | 'withdrawn'
  | 'ahead';

/** A line of a statement. Amounts in minor units; negative if less is owed after it. */
export interface Movement {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly kind: MovementKind;
  readonly invoice: string;
  readonly currency: string;
  readonly amount: number;
  readonly payment?: LedgerPayment;
}

/** An invoice's values from a day on, until its next state. */
interface LedgerState {
  /** The day on which it was changed to this; '' for the first state. */
  readonly since: string;
  readonly status: string;
  readonly issued: string;
  /** The total less credits, without payments. */
  readonly owed: number;
}

export interface LedgerPayment {
  readonly id: number;
  readonly day: string;
  /** Negative of a reversal. */
  readonly amount: number;
  readonly mode: string;
  readonly reference: string;
}

/** An invoice with everything that happened to it, oldest first. */
export interface LedgerInvoice {
  readonly number: string;
  readonly currency: string;
  readonly states: readonly LedgerState[];
  readonly payments: readonly LedgerPayment[];
}

interface Moment {
  readonly day: string;
  readonly state?: LedgerState;
  readonly payment?: LedgerPayment;
}

/**
 * When something may have changed, in order. A state begins on the day of its change, and again on its day of issue if
 * that comes later. Payments come last on a day: only what is due at its end counts.
 */
function momentsOf({ payments, states }: LedgerInvoice): readonly Moment[] {
  const moments = states.flatMap((state, at): Moment[] => {
    const { issued, since } = state;
    const next = states[at + 1]?.since ?? '~';
    const later = issued > since && issued <= next;
    return [
      ...(since === '' ? [] : [{ day: since, state }]),
      ...(later ? [{ day: issued, state }] : []),
    ];
  });
  const paid = payments.map((payment): Moment => ({ day: payment.day, payment }));
  // Sorting is stable: states stay in their order.
  return [...moments, ...paid].sort((one, other) =>
    one.day < other.day ? -1 : Number(one.day > other.day),
  );
}

/** Follows one invoice: what its customer sees of it, and what it owes at the end of each day. */
class Followed {
  readonly movements: Movement[] = [];
  readonly #invoice: LedgerInvoice;
  #state: LedgerState | undefined;
  #visible = false;
  #paid = 0;
  /** Sum of the movements. */
  #shown = 0;
  /** Payments while it wasn't visible. */
  #unseen: LedgerPayment[] = [];

  constructor(invoice: LedgerInvoice) {
    this.#invoice = invoice;
  }

  /** A day's moments; at its end, the movements are what is due. */
  day(day: string, moments: readonly Moment[]): void {
    for (const { payment, state } of moments) {
      if (payment) this.#pay(day, payment);
      if (state) this.#enter(day, state);
    }
    const owed = this.#visible ? Math.max(0, (this.#state?.owed ?? 0) - this.#paid) : 0;
    this.#add(day, 'ahead', owed - this.#shown);
  }

  #add(day: string, kind: MovementKind, amount: number, payment?: LedgerPayment): void {
    if (amount === 0) return;
    const { currency, number } = this.#invoice;
    this.#shown += amount;
    this.movements.push({
      ...{ day, kind, invoice: number, currency, amount },
      ...(payment && { payment }),
    });
  }

  #pay(day: string, payment: LedgerPayment): void {
    this.#paid += payment.amount;
    if (!this.#visible) {
      this.#unseen.push(payment);
      return;
    }
    this.#add(day, payment.amount < 0 ? 'reversal' : 'payment', -payment.amount, payment);
  }

  #enter(day: string, state: LedgerState): void {
    const before = this.#state;
    const visible = state.status !== 'Draft' && state.issued <= day;
    this.#state = state;
    if (!visible) {
      if (this.#visible) this.#add(day, 'withdrawn', -this.#shown);
      this.#visible = false;
    } else if (!this.#visible) {
      this.#issue(day, state);
    } else if (before) {
      const more = state.owed - before.owed;
      const less = state.status === 'Void' ? 'void' : 'credit';
      this.#add(day, more < 0 ? less : 'charge', more);
    }
  }

  /** It counts from now on, and with it what was paid before. */
  #issue(day: string, { owed }: LedgerState): void {
    this.#visible = true;
    const unseen = this.#unseen.splice(0);
    const since = unseen.reduce((sum, { amount }) => sum + amount, 0);
    this.#add(day, 'invoice', owed - (this.#paid - since));
    for (const payment of unseen) {
      this.#add(day, payment.amount < 0 ? 'reversal' : 'payment', -payment.amount, payment);
    }
  }
}

/**
 * Returns what moved the balance of these invoices, by day (CUST-04): at the end of each day the movements so far are
 * what the aging report says is due on it (REP-01).
 */
export function movementsOf(invoices: readonly LedgerInvoice[]): readonly Movement[] {
  const all = invoices.flatMap((invoice) => {
    const followed = new Followed(invoice);
    for (const [day, moments] of Map.groupBy(momentsOf(invoice), (one) => one.day)) {
      followed.day(day, moments);
    }
    return followed.movements;
  });
  return all.sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}
