const UNTOLD = ['password', 'password_hash', 'pwd', 'updated_at'];

/** A card's number as the trail keeps it: its last four digits. */
const reported = (name: string, value: unknown): unknown =>
  name === 'card_number' ? `…${String(value).slice(-4)}` : value;

/** What is different in `after`, as [before, after] by field; never a password or a whole card number. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, readonly [before: unknown, after: unknown]> {
  const names = Object.keys(after).filter(
    (name) =>
      !UNTOLD.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(
    names.map((name) => [name, [reported(name, before[name] ?? ''), reported(name, after[name])]]),
  );
}
