/**
 * Standard time of a province or state, in hours behind UTC. A province with two zones has the one of most of its
 * stations, so that a comparison across such a border may be an hour off.
 */
const HOURS_BEHIND = new Map(
  `3.5 NL;4 NB NS PE;5 ON QC NU CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV;
   6 MB SK AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI;7 AB NT YT AZ CO ID MT NM UT WY;
   8 BC CA NV OR WA;9 AK;10 HI`
    .split(';')
    .flatMap((line) => {
      const [hours, ...names] = line.trim().split(/\s+/);
      return names.map((name) => [name, Number(hours)] as const);
    }),
);

/** Without daylight saving time. */
const STEADY: ReadonlySet<string> = new Set(['SK', 'YT', 'AZ', 'HI']);

const DAY_MS = 86_400_000;

/** The first Sunday of a month on or after a day of it, as YYYY-MM-DD. */
function sundayFrom(year: number, month: number, day: number): string {
  const first = Date.UTC(year, month, day);
  const ahead = (7 - new Date(first).getUTCDay()) % 7;
  return new Date(first + ahead * DAY_MS).toISOString().slice(0, 10);
}

const summers = new Map<number, readonly [from: string, to: string]>();

/** Whether clocks are an hour ahead: from the second Sunday of March to the first of November. */
function isSummer(day: string): boolean {
  const year = Number(day.slice(0, 4));
  const known = summers.get(year) ?? [sundayFrom(year, 2, 8), sundayFrom(year, 10, 1)];
  summers.set(year, known);
  return day >= known[0] && day < known[1];
}

/**
 * Returns a station's local time as minutes of UTC, so that times of two provinces can be compared. An unknown province
 * counts as UTC. NaN if the text isn't a moment.
 */
export function minutesOf(moment: string, province: string): number {
  const hours = HOURS_BEHIND.get(province) ?? 0;
  const summer = hours > 0 && !STEADY.has(province) && isSummer(moment.slice(0, 10));
  return Date.parse(`${moment}Z`) / 60_000 + (summer ? hours - 1 : hours) * 60;
}
