/** A rule of the product. Tests read its literals from here, never from the code under test. */
export interface Requirement {
  /** The rule, in plain words. */
  readonly rule: string;
  /** Where it is implemented: C core, W portal, L command line, S service. */
  readonly surfaces: string;
  /** Files to start reading from. */
  readonly source: readonly string[];
  /** Literal texts by their name in core's catalogue; `{type}` is a placeholder. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Other literals: times in milliseconds, limits, routes, file names, columns, labels. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

export type Requirements = Readonly<Record<string, Requirement>>;
