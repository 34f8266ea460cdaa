/** A page of a list, in whichever shape the service sent it (LIST-09). */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  readonly totalRecords: number;
  readonly totalPages: number;
}

export interface Filter {
  /** Wire field. */
  readonly field: string;
  readonly match: 'exact' | 'contains';
  readonly value: string;
}

export interface Sort {
  /** Wire field, or 'date' for the list's own date. */
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** What a list is asked for. */
export interface ListQuery {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  readonly sort?: Sort | undefined;
  readonly filters: readonly Filter[];
  /** YYYY-MM-DD, inclusive, on the list's own date. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How a list call is written: in the address (LIST-07), or as a body (LIST-08). */
export type ListDialect = 'query' | 'body';
