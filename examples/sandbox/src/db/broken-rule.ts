/** SQLSTATEs and SQLite's extended codes of a CHECK or a foreign key that a row breaks. */
const POSTGRES = ['23514', '23503'];
const SQLITE = [275, 787, 1811];

/** The rule of the schema that a statement would have broken (WIRE-06): its name, '' where the engine gives none. */
export function brokenRule(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint, errcode } = error as {
    code?: unknown;
    constraint?: unknown;
    errcode?: unknown;
  };
  if (POSTGRES.includes(String(code))) return String(constraint ?? '');
  if (!SQLITE.includes(Number(errcode))) return undefined;
  return /constraint failed: (\w+)/.exec(error.message)?.[1] ?? '';
}
