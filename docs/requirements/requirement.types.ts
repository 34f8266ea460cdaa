/** A rule of the product. Tests read its literals from here, never from the code that they test. */
export interface Requirement {
  /** What holds, in plain words. */
  readonly rule: string;
  /** Who keeps it: C core, W portal, L command line, S service. */
  readonly surfaces: string;
  /** Where to begin reading. */
  readonly source: readonly string[];
  /** Literal texts by their name in core's catalogue; `{type}` stands for what is filled in. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Other literals: times in milliseconds, limits, routes, file names, columns, labels. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

export type Requirements = Readonly<Record<string, Requirement>>;
