/** How much demo data is made. */
export interface DemoScale {
  readonly customers: number;
  readonly cards: number;
  readonly transactions: number;
  readonly invoices: number;
}

const DEMO: DemoScale = { customers: 120, cards: 2_000, transactions: 50_000, invoices: 600 };

export const DEMO_SCALE = {
  demo: DEMO,
  large: { ...DEMO, transactions: 1_000_000, invoices: 2_000 },
} as const;
