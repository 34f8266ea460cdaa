import type { RateProvider } from '@forecourt/core/provider-files';
import type { FieldError, Problem } from '../http/problem.ts';
import type { StagingOptions } from '../imports/staged-rows.ts';
import type { Upload } from '../imports/upload.ts';
import type { Against, ReadRates } from '../rates/read-rates.ts';

type SentFile = Pick<Upload, 'path' | 'fileName' | 'fields'>;

/** An uploaded file to be read on a thread, which writes the rows to `to`, one as JSON a line. */
export type ReadingTask = { readonly file: SentFile; readonly to: string } & (
  | {
      readonly of: 'transactions';
      readonly options: Omit<StagingOptions, 'declared'>;
      /** Memory of its `StagingProgress`. */
      readonly progress: SharedArrayBuffer;
    }
  | { readonly of: 'cards' }
  | {
      readonly of: 'rates';
      readonly provider: RateProvider;
      readonly today: string;
      readonly against: Against;
    }
);

/** What is known about a file besides its rows. */
export interface ReadingResults {
  readonly transactions: undefined;
  readonly cards: undefined;
  readonly rates: Omit<ReadRates, 'lines' | 'rejected'>;
}

/** From the thread: keeps the fields of an error that a copied Error loses. */
export type ReadingOutcome =
  | { readonly result: ReadingResults[ReadingTask['of']] }
  | {
      readonly refused: {
        readonly status: Problem['status'];
        readonly detail: string;
        readonly errors: readonly FieldError[] | undefined;
      };
    }
  | { readonly failed: { readonly message: string; readonly code: string | undefined } };
