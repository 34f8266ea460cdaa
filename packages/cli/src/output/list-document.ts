interface PageCounts {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly totalRecords: number;
  readonly totalPages: number;
}

/** A list as `--json` gives it. Without page counts, all there is stands on one page. */
export const listDocument = (
  items: readonly unknown[],
  { page, size, totalRecords, totalPages }: PageCounts = {
    page: 1,
    size: items.length,
    totalRecords: items.length,
    totalPages: 1,
  },
) => ({ items, page, size, totalRecords, totalPages });
