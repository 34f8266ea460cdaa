/** How a user arranges a list, where it differs from the definition. */
export interface ListLayout {
  /** Field → visibility. */
  readonly shown: Readonly<Record<string, boolean>>;
  /** Fields from left to right; empty for the definition's order. */
  readonly order: readonly string[];
  /** Field → width in px. */
  readonly widths: Readonly<Record<string, number>>;
  readonly compact: boolean;
}

interface Column {
  readonly field: string;
  readonly hidden?: boolean;
}

/** Limits of a column's width, in px. */
export const WIDTHS = { least: 48, most: 800 } as const;

export const OWN_LAYOUT: ListLayout = { shown: {}, order: [], widths: {}, compact: false };

const entriesOf = (value: unknown, type: 'boolean' | 'number') =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
      ([, entry]) => typeof entry === type,
    ),
  );

/** Reads a stored layout; an unreadable one is the definition's. A former version stored the visibility alone. */
export function readLayout(text: string | null): ListLayout {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return OWN_LAYOUT;
  }
  if (typeof stored !== 'object' || stored === null) return OWN_LAYOUT;
  if (!('order' in stored)) return { ...OWN_LAYOUT, shown: entriesOf(stored, 'boolean') };
  const { shown, order, widths, compact } = stored as Partial<Record<keyof ListLayout, unknown>>;
  return {
    shown: entriesOf(shown, 'boolean'),
    order: Array.isArray(order) ? order.filter((field) => typeof field === 'string') : [],
    widths: entriesOf(widths, 'number'),
    compact: compact === true,
  };
}

/** The columns from left to right. One that the layout doesn't know follows the one before it in the definition. */
export function arranged<C extends Column>(
  columns: readonly C[],
  { order }: Pick<ListLayout, 'order'>,
): readonly C[] {
  const known = columns.filter(({ field }) => order.includes(field));
  const all = known.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  for (const [at, column] of columns.entries()) {
    if (order.includes(column.field)) continue;
    const before = columns[at - 1];
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, column);
  }
  return all;
}

/** The layout with a column before or after another one. */
export function placed(
  layout: ListLayout,
  columns: readonly Column[],
  { field, side, of }: { field: string; side: 'before' | 'after'; of: string },
): ListLayout {
  if (field === of) return layout;
  const order = arranged(columns, layout).map((column) => column.field);
  order.splice(order.indexOf(field), 1);
  order.splice(order.indexOf(of) + (side === 'after' ? 1 : 0), 0, field);
  return { ...layout, order };
}

/** The layout with that column's width within limits, or as wide as its content for undefined. */
export function sized(layout: ListLayout, field: string, width: number | undefined): ListLayout {
  const { [field]: _before, ...widths } = layout.widths;
  if (width === undefined || Number.isNaN(width)) return { ...layout, widths };
  const within = Math.min(Math.max(Math.round(width), WIDTHS.least), WIDTHS.most);
  return { ...layout, widths: { ...widths, [field]: within } };
}
