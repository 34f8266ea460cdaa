import type { Filter, ListQuery, ListRemark, Page, Sort } from '../../http/list-dialects.ts';
import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { AnyListed, FieldOf, ListNames, QueryBy } from '../../resource/resource.types.ts';
import type { PickedRow } from '../bulk/bulk.types.ts';
import type { AnswerEvent, Failure, View } from '../view.ts';

/** Effects of a list. */
export interface ListPorts<Row, Names extends ListNames = ListNames<FieldOf<Row>>> {
  readonly definition: AnyListed;
  /** The names of the list; only types read it. */
  readonly names?: Names;
  fetchPage(query: ListQuery, signal: AbortSignal): Promise<Page<Row>>;
  /**
   * Deletes a row under a key, and only the given version if the row had one; absent if the list can't
   * delete. Rejects with an ApiError, with the code 'conflict' if the row was changed in the meantime
   * (WIRE-05).
   */
  remove?(id: string, key: string, signal: AbortSignal, etag?: string): Promise<void>;
  /** Returns random text for a key. */
  nonce?(): string;
  access(): MenuAccess | undefined;
}

/** Input of a list. */
export interface ListInput<Row = unknown, Names extends ListNames = ListNames<FieldOf<Row>>> {
  /** Missing parts default to page 0, size 10 and the definition's sort. */
  readonly query?: Partial<QueryBy<Names>>;
  /** Rows selected from the start, as the list was left before (LIST-16): key of its file by row id. */
  readonly selected?: Readonly<Record<string, string>>;
  /** Their numbers by id, as far as they were shown: a row that is gone can still be named. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Events of a list. */
export type ListEvent<Row = unknown, Names extends ListNames = ListNames<FieldOf<Row>>> =
  | { readonly type: 'page.changed'; readonly page: number }
  /** Returns to the first page. An unknown size becomes 10 (LIST-02). */
  | { readonly type: 'size.changed'; readonly size: number }
  | { readonly type: 'sort.changed'; readonly sort: Sort<Names['sort']> | undefined }
  /** Replaces all filters and returns to the first page. */
  | {
      readonly type: 'filters.changed';
      readonly filters: readonly Filter<Names['filter']>[];
      readonly from?: string;
      readonly to?: string;
    }
  /** Replaces the whole query, because the URL changed (LIST-10). */
  | { readonly type: 'query.changed'; readonly query: Partial<QueryBy<Names>> }
  | { readonly type: 'row.toggled'; readonly id: string }
  /** Selects or deselects all rows of this page. */
  | { readonly type: 'page.toggled' }
  | { readonly type: 'selection.cleared' }
  /** Keeps only these rows selected: those that a run over picked rows left (LIST-15). */
  | { readonly type: 'selection.kept'; readonly ids: readonly string[] }
  /** Asks whether to delete the row (LIST-04). */
  | { readonly type: 'remove.asked'; readonly id: string }
  | { readonly type: 'confirm' }
  /** Doesn't delete the row. */
  | { readonly type: 'stay' }
  /** Answers 'confirm' with true or false. */
  | AnswerEvent<'confirm'>
  | { readonly type: 'reload' }
  | { readonly type: 'retry' };

/** Result of the last deletion, shown for a while (FORM-02). */
export interface ListResult {
  readonly ok: boolean;
  readonly message: string;
  /** Why it failed. */
  readonly failure?: Failure;
}

/** What a list shows. */
export interface ListData<Row, Names extends ListNames = ListNames<FieldOf<Row>>> {
  readonly query: QueryBy<Names>;
  /** The page loaded last; kept while the next one loads. */
  readonly page: Page<Row> | undefined;
  /** 'Showing record 1 to 10 of 50000 records' (LIST-03). */
  readonly pagerText: string;
  /** Page sizes to offer (LIST-02). */
  readonly sizes: readonly number[];
  /** Ids of the selected rows on all pages. */
  readonly selection: readonly string[];
  /** Keys of the selected rows' files (INV-10); their ids if the definition has none. */
  readonly selectedKeys: readonly string[];
  /** The selected rows with number and version, as far as they were shown. */
  readonly picked: readonly PickedRow[];
  /** The row whose deletion is being confirmed or carried out. */
  readonly removing: string | undefined;
  readonly result: ListResult | undefined;
  /**
   * Which of the definition's actions this account may perform: 'view', 'edit', 'delete', 'export',
   * 'import' …
   */
  readonly actions: Readonly<Record<string, Decision>>;
  /** What the service says of the list besides its rows, with only what this account may do about it (TXN-18). */
  readonly remark: Omit<ListRemark, 'offersText'> | undefined;
  /** Text for an empty result, once it is loaded (LIST-05). */
  readonly emptyText: string | undefined;
  readonly error: Failure | undefined;
}

/** View of a list. */
export type ListView<Row, Names extends ListNames = ListNames<FieldOf<Row>>> = View<
  'loading' | 'ready' | 'confirmingRemove' | 'removing',
  'reload' | 'retry' | 'selection.cleared' | 'confirm' | 'stay',
  ListData<Row, Names>,
  never
>;
