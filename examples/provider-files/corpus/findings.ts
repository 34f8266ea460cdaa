/** The result of one file. `same`, `differs` and `uncompared` files were accepted. */
export type Outcome =
  | 'same'
  | 'differs'
  | 'uncompared'
  | 'refused'
  | 'unnamed'
  | 'crashed'
  | 'hung';

/** One file of a corpus, as listed in the summary and the JSON. */
export interface Finding {
  /** Relative to the corpus. */
  readonly path: string;
  readonly outcome: Outcome;
  /** Kind of file where it was accepted, code of the refusal where it was refused. */
  readonly what: string;
  /** The refusal's message, the error, or why there is nothing to compare with. */
  readonly message?: string;
  readonly cells?: number;
  readonly differing?: number;
  /** The first cells that differ: `Sheet1!B4: ours 1, SheetJS 2`. */
  readonly examples?: readonly string[];
}

/** What our readers made of a file. */
export interface Ours extends Pick<Finding, 'what' | 'message' | 'cells'> {
  readonly outcome: 'accepted' | 'refused' | 'unnamed' | 'crashed';
}

/** What a comparison with SheetJS found. */
export type Compared =
  | { readonly differing: number; readonly examples: readonly string[] }
  | { readonly uncompared: string };

/** What the process that reads one file after the other says, in this order. */
export type Said = { readonly ours: Ours } | { readonly compared: Compared };
