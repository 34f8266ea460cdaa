interface PageCounts {
  /** Counts from 1. */
  readonly page: number;
  readonly size: number;
  readonly totalRecords: number;
  readonly totalPages: number;
}

/** A list as shown with `--json`. Without page counts, everything is on one page. */
export const listDocument = (
  items: readonly unknown[],
  { page, size, totalRecords, totalPages }: PageCounts = {
    page: 1,
    size: items.length,
    totalRecords: items.length,
    totalPages: 1,
  },
) => ({ items, page, size, totalRecords, totalPages });
