/** Part of the form that shows a line of a transaction (TXN-05 to TXN-07). */

export type Purchase = 'fuel' | 'other1' | 'other2' | 'nonHighway' | 'cash' | 'oil';

interface PurchaseSection {
  readonly purchase: Purchase;
  readonly section: string;
  /** Heading of its groups, if a section contains several kinds. */
  readonly groupTitle?: string;
  /** Product codes that assign a line to it: such a line stays where it was entered (TXN-07). */
  readonly codes: readonly string[];
}

const FUEL = 'D1';
const DEF = 'DEF';

const OTHER = 'Other Purchase';

/** In the form's order. */
export const PURCHASE_SECTIONS: readonly PurchaseSection[] = [
  { purchase: 'fuel', section: 'Fuel Purchase', codes: [FUEL] },
  { purchase: 'other1', section: 'Other 1 Purchase', codes: [FUEL, DEF] },
  { purchase: 'other2', section: 'Other 2 Purchase', codes: [FUEL] },
  { purchase: 'nonHighway', section: OTHER, groupTitle: 'Non-Highway Purchase', codes: [] },
  { purchase: 'cash', section: OTHER, groupTitle: 'Cash Purchase (Dash Cash)', codes: ['CASH'] },
  { purchase: 'oil', section: OTHER, groupTitle: 'Oil Purchase', codes: ['OIL'] },
];

/** A position for one line: a loaded one, or one that may be added to an empty section. */
export interface Slot {
  /** Index among the lines; added ones follow the loaded ones. */
  readonly index: number;
  readonly purchase: Purchase;
  readonly loaded: boolean;
}

/** Codes of Other Purchase; all but cash and oil are non-highway. */
const OTHER_PURCHASES: Readonly<Record<string, Purchase>> = {
  CASH: 'cash',
  CADV: 'cash',
  OIL: 'oil',
};

const normal = (code: string): string => code.trim().toUpperCase();

/** Returns each line's section, which depends on the product codes of all lines (TXN-07). */
function purchasesOf(codes: readonly string[]): Purchase[] {
  const known = codes.map(normal);
  const ofFuel: readonly Purchase[] = known.includes(DEF) ? [] : ['fuel', 'other1'];
  let fuelLines = 0;
  return known.map((code) => {
    if (code === DEF) return 'other1';
    if (code !== FUEL) return OTHER_PURCHASES[code] ?? 'nonHighway';
    fuelLines += 1;
    return ofFuel[fuelLines - 1] ?? 'other2';
  });
}

/**
 * Returns slots in the form's order: one for every line, and a free one for each section without a line.
 *
 * @param codes the lines' product codes as loaded
 */
export function toSlots(codes: readonly string[]): Slot[] {
  const purchases = purchasesOf(codes);
  let free = codes.length;
  return PURCHASE_SECTIONS.flatMap(({ purchase }) => {
    const loaded = purchases.flatMap((each, index) =>
      each === purchase ? [{ index, purchase, loaded: true }] : [],
    );
    if (loaded.length > 0) return loaded;
    free += 1;
    return [{ index: free - 1, purchase, loaded: false }];
  });
}

/** Returns slots in the order of the lines: the inverse of `toSlots`. */
export const inOrder = (slots: readonly Slot[]): Slot[] =>
  slots.toSorted((one, other) => one.index - other.index);

/** A line with its group's heading, if its section contains several kinds. */
type InSection<Line> = Line & { readonly groupTitle: string | undefined };

/** In a record, fuel is read under Fuel Purchase and DEF under Other 1, whatever else was bought. */
const READ_UNDER: Readonly<Record<string, Purchase>> = { [FUEL]: 'fuel', [DEF]: 'other1' };

/**
 * Returns the given lines by section heading, in order, for reading: every line is under what it is, headed by its
 * product where the section has several kinds (TXN-05). The form keeps its own places, which distinguish slots (TXN-07).
 */
export function purchasesBySection<
  Line extends {
    readonly dtl_prd_cd?: string | null | undefined;
    readonly dtl_prd_desc?: string | null | undefined;
  },
>(lines: readonly Line[]): Map<string, readonly InSection<Line>[]> {
  const read = lines.map((line) => {
    const code = normal(line.dtl_prd_cd ?? '');
    const purchase = READ_UNDER[code] ?? OTHER_PURCHASES[code] ?? 'nonHighway';
    return { line, purchase };
  });
  const sections = Map.groupBy(PURCHASE_SECTIONS, ({ section }) => section);
  return new Map(
    [...sections].map(([section, kinds]) => [
      section,
      kinds.flatMap(({ purchase, groupTitle }) =>
        read
          .filter((each) => each.purchase === purchase)
          .map(({ line }) => ({
            ...line,
            groupTitle: groupTitle === undefined ? undefined : line.dtl_prd_desc || groupTitle,
          })),
      ),
    ]),
  );
}
