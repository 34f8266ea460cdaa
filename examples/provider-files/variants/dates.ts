import { type Cell, serialOf } from '../workbook.ts';
import { FIELDS, type GoodFile, isoDay, type Provider } from './good-file.ts';
import { all, cellsOf, columnOf, everyRow, type Kind, type Made, setField } from './variant.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'].concat([
  'September',
  'October',
  'November',
  'December',
]);

interface Moment {
  readonly day: string;
  /** HH:mm:ss */
  readonly clock: string;
}

/** Pipeline prints the time next to the day, the others in a separate column. */
function momentOf(good: GoodFile, cell: Cell, cells: readonly Cell[]): Moment {
  if (good.provider === 'Pipeline' && typeof cell === 'object') {
    const seconds = Math.round((Number(cell.v) % 1) * 86_400);
    return {
      day: isoDay(cell),
      clock: new Date(seconds * 1000).toISOString().slice(11, 19),
    };
  }
  const time = String(cells[good.headers.indexOf(FIELDS[good.provider].time)] ?? '');
  const clock = time.includes(':') ? time : `${time.slice(0, 2)}:${time.slice(2)}`;
  return { day: isoDay(cell), clock: `${clock}:00` };
}

const two = (text: string) => text.slice(2);
const dayFirst = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
const monthFirst = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const month = (day: string) => Number(day.slice(5, 7)) - 1;
const named = (day: string) => `${day.slice(8)}-${MONTHS[month(day)]}-${day.slice(0, 4)}`;

/** The layout's own way of writing a day as text. */
const OWN: Readonly<Record<Provider, (day: string) => string>> = {
  ESSO: (day) => day.replaceAll('-', ''),
  Suncore: (day) => `${day.slice(8)}-${MONTHS[month(day)]}-${two(day.slice(0, 4))}`,
  Comdata: monthFirst,
  Pipeline: (day) => day,
  TAPetro: (day) => day,
};

/** All dates written in some way; without `bare`, the time of files that print it beside the day stays there. */
function written(good: GoodFile, write: (day: string, clock: string) => Cell) {
  return setField(good, 'date', (cell, cells) => {
    const { day, clock } = momentOf(good, cell, cells);
    return write(day, clock);
  });
}

/** A day, and behind it the time where the provider prints it there. */
const beside =
  (good: GoodFile, write: (day: string) => string) =>
  (day: string, clock: string): string =>
    good.provider === 'Pipeline' ? `${write(day)} ${clock}` : write(day);

type Write = (good: GoodFile) => (day: string, clock: string) => Cell;

/** Unambiguous dates: the file is entered as it is. */
const clear = (name: string, write: Write, butFor?: readonly string[]): Kind => ({
  name,
  make: (good) => ({ sheets: written(good, write(good)), ...(butFor && { butFor }) }),
});

/** Dates that the layout does not have and that can be misread: no row goes in. */
const unclear = (name: string, write: Write, more: Partial<Kind> = {}): Kind => ({
  name,
  ...more,
  make: (good) => ({
    sheets: written(good, write(good)),
    out: everyRow(good),
    errors: all(good, 'date', 'TXN-DATE'),
  }),
});

const serial = (good: GoodFile) => (day: string, clock: string) =>
  good.provider === 'Pipeline' ? serialOf(day, clock) : serialOf(day);

const MONTH_FIRST: readonly Provider[] = ['Comdata', 'TAPetro'];
const NO_SLASHES: readonly Provider[] = ['ESSO', 'Suncore', 'Pipeline'];

/** One row's date spoiled: that row stays out and the others go in. */
const oneDate = (name: string, cell: Cell, rule: string): Kind => ({
  name,
  make: (good) => ({
    sheets: setField(good, 'date', () => cell, [4]),
    out: [4],
    errors: cellsOf(good, 'date', [4]).map((at) => `${at} ${rule}`),
  }),
});

/** The good file of another day. */
const shifted = (name: string, day: string, make: (good: GoodFile) => Made): Kind => ({
  name,
  day,
  make,
});

/** The header record of ESSO says the day the file was made, a day after its last. */
const madeLater = (good: GoodFile) =>
  good.provider === 'ESSO' ? ['Transactions!D1 FILE-DATE'] : [];

export const DATES: readonly Kind[] = [
  clear('dates real', (good) => (day, clock) => ({
    t: 'n',
    v: serial(good)(day, clock),
    z: good.provider === 'Pipeline' ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd',
  })),
  clear('dates real, shown day first', (good) => (day, clock) => ({
    t: 'n',
    v: serial(good)(day, clock),
    z: 'dd/mm/yyyy',
  })),
  clear('dates as bare serials', serial),
  clear('dates real with times', () => (day, clock) => ({
    t: 'n',
    v: serialOf(day, clock),
    z: 'yyyy-mm-dd hh:mm',
  })),
  clear('dates as ISO text', (good) => beside(good, (day) => day)),
  clear('dates as ISO text with times', () => (day, clock) => `${day} ${clock}`),
  clear('dates as ISO text with T', () => (day, clock) => `${day}T${clock}`),
  clear(
    'dates as ISO text at midnight',
    (good) => (day, clock) =>
      good.provider === 'Pipeline' ? `${day} ${clock}.000` : `${day} 00:00:00`,
  ),
  clear("dates as the layout's text", (good) => beside(good, OWN[good.provider])),
  clear("dates as the layout's text with times", ({ provider }) => (day, clock) => {
    return `${OWN[provider](day)} ${clock}`;
  }),
  clear("dates as the layout's text with AM and PM", ({ provider }) => (day, clock) => {
    const hour = Number(clock.slice(0, 2));
    const half = hour < 12 ? 'AM' : 'PM';
    return `${OWN[provider](day)} ${hour % 12 || 12}:${clock.slice(3, 5)} ${half}`;
  }),
  clear("dates as the layout's text between blanks", ({ provider }) => (day, clock) => {
    const text = provider === 'Pipeline' ? `${day} ${clock}` : OWN[provider](day);
    return `\u00A0${text}  `;
  }),
  clear("dates as the layout's text behind an apostrophe", (good) => (day, clock) => {
    return `'${beside(good, OWN[good.provider])(day, clock)}`;
  }),
  clear('dates with month names', (good) => beside(good, named)),
  clear('dates with month names and blanks', (good) =>
    beside(good, (day) => `${Number(day.slice(8))} ${MONTHS[month(day)]} ${day.slice(0, 4)}`),
  ),
  clear('dates with long month names', (good) =>
    beside(good, (day) => `${LONG[month(day)]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`),
  ),
  {
    ...clear('dates month first', () => monthFirst),
    of: MONTH_FIRST,
  },
  unclear('dates month first, unknown to the layout', (good) => beside(good, monthFirst), {
    of: NO_SLASHES,
  }),
  unclear('dates day first', (good) => beside(good, dayFirst)),
  unclear('dates that could be either', (good) => beside(good, dayFirst), {
    of: NO_SLASHES,
    day: '2026-11-05',
  }),
  unclear('dates with two digits of the year', (good) =>
    beside(good, (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(2, 4)}`),
  ),
  unclear('dates as ISO text of another zone', () => (day, clock) => `${day}T${clock}Z`),
  {
    // Some rows can only be day first, so that the others, which could be either, are no longer month first.
    name: 'dates day first, some of which could be month first',
    of: MONTH_FIRST,
    make: (good) => {
      const sheets = setField(good, 'date', () => '18/11/2026', [0, 3, 7]).map((sheet) => sheet);
      const either = setField({ ...good, sheets }, 'date', () => '05/11/2026', [5]);
      const [sheet] = good.sheets;
      return {
        sheets: either,
        unlike: true,
        purchases: good.purchases
          .filter((_, index) => ![0, 3, 7].includes(index))
          .flatMap((lines) =>
            lines === good.purchases[5]
              ? lines.map((line) => line.replace(/2026-11-\d\d/, '2026-05-11'))
              : lines,
          ),
        errors: [
          ...cellsOf(good, 'date', [0, 3, 7]).map((at) => `${at} TXN-DATE`),
          `${sheet?.name}!- FILE-DATE-ORDER`,
        ],
        warnings: cellsOf(good, 'date', [5]).map((at) => `${at} TXN-DATE-OLD`),
      };
    },
  },
  {
    // The layout says month first, so that the fifth of November is the eleventh of May: old, and named.
    name: 'dates day first that are old month first',
    of: MONTH_FIRST,
    day: '2026-11-05',
    make: (good) => ({
      sheets: written(good, dayFirst),
      unlike: true,
      purchases: good.purchases.flat().map((line) => line.replace(/2026-11-(\d\d)/, '2026-$1-11')),
      warnings: all(good, 'date', 'TXN-DATE-OLD'),
    }),
  },
  {
    name: 'dates half real, half text',
    make: (good) => {
      const real = setField(
        good,
        'date',
        (cell, cells) => {
          const { day, clock } = momentOf(good, cell, cells);
          return { t: 'n', v: serial(good)(day, clock), z: 'yyyy-mm-dd' };
        },
        [0, 1, 2, 6, 7, 8],
      );
      const sheets = setField(
        { ...good, sheets: real },
        'date',
        (cell, cells) => {
          const { day, clock } = momentOf(good, cell, cells);
          return beside(good, (one) => one)(day, clock);
        },
        [3, 4, 5, 9, 10, 11],
      );
      const first = good.sheets.length > 1 ? [3, 9] : [3];
      return {
        sheets,
        warnings: cellsOf(good, 'date', first).map((at) => `${at} TXN-DATE-MIXED`),
      };
    },
  },
  oneDate('a date that does not exist', '2026-02-30', 'TXN-DATE'),
  oneDate('a date of zeros', '00/00/0000', 'TXN-DATE-EMPTY'),
  oneDate('a date in words', 'yesterday', 'TXN-DATE'),
  oneDate('a date in hashes', '########', 'TXN-DATE'),
  oneDate('a date left out', '', 'TXN-REQUIRED'),
  oneDate('a date of a bad month', '2026-18-11', 'TXN-DATE'),
  shifted('yesterday', '2026-11-19', () => ({})),
  shifted('today', '2026-11-20', (good) => ({ warnings: madeLater(good) })),
  shifted('tomorrow', '2026-11-21', (good) => ({ warnings: madeLater(good) })),
  shifted('after tomorrow', '2026-11-24', (good) => ({
    warnings: [...madeLater(good), ...all(good, 'date', 'TXN-DATE-FUTURE')],
  })),
  shifted('next year', '2027-12-01', (good) => ({
    out: everyRow(good),
    warnings: madeLater(good),
    errors: all(good, 'date', 'TXN-DATE-FAR'),
  })),
  shifted('last year', '2025-11-18', (good) => ({ warnings: all(good, 'date', 'TXN-DATE-OLD') })),
  {
    name: 'the year 2062 in one row',
    make: (good) => ({
      sheets: setField(
        good,
        'date',
        () => ({ t: 'n', v: serialOf('2062-11-18'), z: 'yyyy-mm-dd' }),
        [2],
      ),
      out: [2],
      errors: cellsOf(good, 'date', [2]).map((at) => `${at} TXN-DATE-FAR`),
      warnings:
        columnOf(good, 'date') >= 0 && ['ESSO', 'Comdata', 'TAPetro'].includes(good.provider)
          ? cellsOf(good, 'date', [2]).map((at) => `${at} TXN-DATE-MIXED`)
          : [],
    }),
  },
];
