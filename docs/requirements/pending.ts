/** Rules that no test proves yet, each with the reason. Remove a rule from this list when it gets a test. */
export const PENDING: Readonly<Record<string, string>> = {};

/** Rules that are only partly built; tests prove the rest. */
export const PARTLY: Readonly<Record<string, string>> = {};
