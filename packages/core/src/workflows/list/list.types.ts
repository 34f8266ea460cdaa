import type { Filter, ListQuery, Page, Sort } from '../../http/list-dialects.ts';
import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { AnyListed } from '../../resource/resource.types.ts';
import type { AnswerEvent, Failure, View } from '../view.ts';

export interface ListPorts<Row> {
  readonly definition: AnyListed;
  fetchPage(query: ListQuery, signal: AbortSignal): Promise<Page<Row>>;
  /**
   * Deletes a row under a key, of that version where its row told one; absent: nothing is deleted here.
   * Rejects with an ApiError, of the code 'conflict' where the row was changed meanwhile (WIRE-05).
   */
  remove?(id: string, key: string, signal: AbortSignal, etag?: string): Promise<void>;
  /** Random text for a key. */
  nonce?(): string;
  access(): MenuAccess | undefined;
}

export interface ListInput {
  /** What is missing takes the list's defaults: page 0, size 10, the definition's sort. */
  readonly query?: Partial<ListQuery>;
}

export type ListEvent =
  | { readonly type: 'page.changed'; readonly page: number }
  /** Back to the first page. An unknown size becomes 10 (LIST-02). */
  | { readonly type: 'size.changed'; readonly size: number }
  | { readonly type: 'sort.changed'; readonly sort: Sort | undefined }
  /** Replaces all filters; back to the first page. */
  | {
      readonly type: 'filters.changed';
      readonly filters: readonly Filter[];
      readonly from?: string;
      readonly to?: string;
    }
  /** The whole query at once: the address changed under the list (LIST-10). */
  | { readonly type: 'query.changed'; readonly query: Partial<ListQuery> }
  | { readonly type: 'row.toggled'; readonly id: string }
  /** All rows of this page, on or off. */
  | { readonly type: 'page.toggled' }
  | { readonly type: 'selection.cleared' }
  /** Asks whether to delete that row (LIST-04). */
  | { readonly type: 'remove.asked'; readonly id: string }
  | { readonly type: 'confirm' }
  /** Not deleted after all. */
  | { readonly type: 'stay' }
  /** 'confirm', true or false, where it is asked. */
  | AnswerEvent
  | { readonly type: 'reload' }
  | { readonly type: 'retry' };

/** How the last deletion ended, told for a while (FORM-02). */
export interface ListResult {
  readonly ok: boolean;
  readonly message: string;
  /** Why it failed. */
  readonly failure?: Failure;
}

export interface ListData<Row> {
  readonly query: ListQuery;
  /** The last page that came; kept while the next one loads. */
  readonly page: Page<Row> | undefined;
  /** 'Showing record 1 to 10 of 50000 records' (LIST-03). */
  readonly pagerText: string;
  /** Offered page sizes (LIST-02). */
  readonly sizes: readonly number[];
  /** Ids of picked rows, over all pages. */
  readonly selection: readonly string[];
  /** The same rows by what their files go by (INV-10); ids where the definition has none. */
  readonly selectedKeys: readonly string[];
  /** The row that is asked about or being deleted. */
  readonly removing: string | undefined;
  readonly result: ListResult | undefined;
  /** Which of the definition's actions this account may do: 'view', 'edit', 'delete', 'export', 'import' … */
  readonly actions: Readonly<Record<string, Decision>>;
  /** The text for a result without rows, once one came (LIST-05). */
  readonly emptyText: string | undefined;
  readonly error: Failure | undefined;
}

export type ListView<Row> = View<
  'loading' | 'ready' | 'confirmingRemove' | 'removing',
  'reload' | 'retry' | 'selection.cleared' | 'confirm' | 'stay',
  ListData<Row>,
  never
>;
