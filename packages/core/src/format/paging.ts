import type { Page } from '../http/list-dialects.ts';

/** Page sizes a list may have, smallest first (LIST-02). */
export const PAGE_SIZES = [1, 5, 10, 20, 50] as const;
export const DEFAULT_PAGE_SIZE = 10;
/** The most rows that the service gives on one page; the command line takes any size up to it (LIST-17). */
export const MAX_PAGE_SIZE = 50;

const isPageSize = (size: number): boolean => (PAGE_SIZES as readonly number[]).includes(size);

/** A size out of an address or a flag: an unknown one means 10 (LIST-02). */
export const knownPageSize = (size: number): number =>
  isPageSize(size) ? size : DEFAULT_PAGE_SIZE;

/**
 * The sizes to offer: those that do not exceed page size × page count, and always the current one
 * and 10 (LIST-02).
 */
export function pageSizes(page: Pick<Page<unknown>, 'size' | 'totalPages'>): number[] {
  const room = page.size * page.totalPages;
  return PAGE_SIZES.filter(
    (size) => size <= room || size === page.size || size === DEFAULT_PAGE_SIZE,
  );
}

/** 'Showing record 11 to 20 of 95 records'; 0 to 0 of 0 without rows (LIST-02, LIST-03). */
export function pagerText(page: Page<unknown>): string {
  const first = page.rows.length === 0 ? 0 : page.page * page.size + 1;
  const last = page.rows.length === 0 ? 0 : first + page.rows.length - 1;
  return `Showing record ${first} to ${last} of ${page.totalRecords} records`;
}
