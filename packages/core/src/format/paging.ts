import type { Page } from '../http/list-dialects.ts';

/** Page sizes that a list offers, smallest first (LIST-02). */
export const PAGE_SIZES = [1, 5, 10, 20, 50] as const;
/** Page size of a list unless another one is requested (LIST-02). */
export const DEFAULT_PAGE_SIZE = 10;
/** Largest page that the service returns. The command line accepts any size up to it (LIST-17). */
export const MAX_PAGE_SIZE = 50;

/** Number of the last page that a service can be asked for. */
export const MAX_PAGES = 1_000_000_000;

const isPageSize = (size: number): boolean => (PAGE_SIZES as readonly number[]).includes(size);

/**
 * Returns a page size taken from a URL or a flag, or 10 if it isn't one of `PAGE_SIZES` (LIST-02).
 *
 * @param size rows a page, as found
 */
export const knownPageSize = (size: number): number =>
  isPageSize(size) ? size : DEFAULT_PAGE_SIZE;

/**
 * Returns the page sizes to offer: those that don't exceed page size × page count, plus the current one and
 * 10 (LIST-02).
 *
 * @param page its size in rows, and the number of pages
 */
export function pageSizes(page: Pick<Page<unknown>, 'size' | 'totalPages'>): number[] {
  const room = page.size * page.totalPages;
  return PAGE_SIZES.filter(
    (size) => size <= room || size === page.size || size === DEFAULT_PAGE_SIZE,
  );
}

/**
 * Returns 'Showing record 11 to 20 of 95 records', or 0 to 0 of 0 for an empty list (LIST-02, LIST-03).
 *
 * @param page the page that is shown
 */
export function pagerText(page: Page<unknown>): string {
  const first = page.rows.length === 0 ? 0 : page.page * page.size + 1;
  const last = page.rows.length === 0 ? 0 : first + page.rows.length - 1;
  return `Showing record ${first} to ${last} of ${page.totalRecords} records`;
}
