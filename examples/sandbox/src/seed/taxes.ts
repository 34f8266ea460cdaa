/** Rates in 1/100,000: of a dollar a litre, or of the price. Demo data begin after 2025-04-01. */
interface Taxes {
  readonly fet: number;
  readonly pft: number;
  readonly gst: number;
  readonly hst: number;
  readonly qst: number;
  /** On what is not motor fuel. */
  readonly pst: number;
}

const PROVINCIAL_FUEL: Readonly<Record<string, number>> = {
  AB: 13_000,
  BC: 15_000,
  SK: 15_000,
  MB: 12_500,
  ON: 9_000,
  QC: 20_200,
  NB: 15_450,
  NS: 15_400,
  PE: 14_150,
  NL: 9_500,
};
const HST: Readonly<Record<string, number>> = {
  ON: 13_000,
  NB: 15_000,
  NL: 15_000,
  PE: 15_000,
  NS: 14_000,
};
const PST: Readonly<Record<string, number>> = { BC: 7_000, MB: 7_000, SK: 6_000 };

/** The federal excise tax was suspended for these days, both included. */
const SUSPENDED = { from: '2026-04-20', to: '2026-09-07' } as const;

/** What a litre of diesel carries on a day, by province. */
export function dieselTaxes(province: string, day: string): Taxes {
  const hst = HST[province] ?? 0;
  return {
    fet: day >= SUSPENDED.from && day <= SUSPENDED.to ? 0 : 4_000,
    pft: PROVINCIAL_FUEL[province] ?? 0,
    hst,
    gst: hst === 0 ? 5_000 : 0,
    qst: province === 'QC' ? 9_975 : 0,
    pst: PST[province] ?? 0,
  };
}
