import {
  type AnyListed,
  can,
  filterText,
  parseFilterText,
  parseRelativeDays,
  RELATIVE_DAYS,
  relativeDaysText,
  type SessionState,
} from '@forecourt/core';
import type { Command } from './palette-commands.ts';

const REFUSED_GROUP = 'Not allowed for your account';
const FIND = 'Find';

/** Whether records have a number or code, which a query with a digit searches. */
const isCoded = ({ list }: AnyListed) =>
  list.columns[0]?.kind === 'card' || list.columns[0]?.kind === 'code';

/** Ranks numbers and codes first, and lists without a menu entry last. */
const rankOf = (list: AnyListed) => (isCoded(list) ? 0 : 1) + (list.under ? 2 : 0);

const mayRead = (session: SessionState, { name }: AnyListed): boolean =>
  can(session.access, `${name}.list` as 'cards.list').allowed;

/** Fewer letters begin too many other words. */
const LEAST_OF_DAYS = 4;

/** The relative days that a text names or begins to name, such as 'last m', as they are written in a filter. */
function daysMeant(text: string): readonly string[] {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const exact = parseRelativeDays(typed);
  if (exact) return [exact];
  if (typed.length < LEAST_OF_DAYS) return [];
  return RELATIVE_DAYS.map(({ key }) => key).filter((key) =>
    key.replaceAll('-', ' ').startsWith(typed),
  );
}

/** The screen that the palette was opened over. */
export interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** The address's query with these days instead of any others of that field, from the first page. */
function withDays(search: string, field: string, value: string): string {
  const query = new URLSearchParams(search);
  const others = query.getAll('filter').filter((one) => parseFilterText(one)?.field !== field);
  for (const name of ['filter', 'from', 'page', 'to']) query.delete(name);
  for (const other of others) query.append('filter', other);
  query.append('filter', filterText({ field, match: 'exact', value }));
  return query.toString();
}

/**
 * Returns lists by relative days (LIST-15): the list on screen with its other filters, else each list with a date of
 * its own.
 */
export function dayFilters(
  text: string,
  session: SessionState,
  lists: readonly AnyListed[],
  { pathname, search }: Place,
): Command[] {
  const days = daysMeant(text);
  const dated = lists.filter((list) => list.list.dateField && mayRead(session, list));
  const open = dated.filter(({ route }) => route === pathname);
  return days.flatMap((key) =>
    (open.length > 0 ? open : dated).map(({ list, menuLabel, name, route }): Command => {
      const field = list.dateField ?? '';
      const own = list.columns.find((column) => column.field === field);
      const query = withDays(route === pathname ? search : '', field, key);
      return {
        id: `days ${name} ${key}`,
        group: FIND,
        icon: 'filter',
        label: `${menuLabel}: ${own?.label}, ${relativeDaysText(key).toLowerCase()}`,
        decision: { allowed: true },
        target: { kind: 'go', to: `${route}?${query}` },
      };
    }),
  );
}

/** Returns lists filtered by the first column, for a part of a number or name that is in one of its rows. */
export function findFilters(
  text: string,
  session: SessionState,
  lists: readonly AnyListed[],
  fitting: readonly string[],
): Command[] {
  const wanted = text.trim();
  return lists
    .filter((list) => mayRead(session, list))
    .filter(({ name }) => fitting.includes(name))
    .sort((left, right) => rankOf(left) - rankOf(right))
    .flatMap(({ list, menuLabel, name, route }): Command[] => {
      const [column] = list.columns;
      if (!column || column.filterable === false) return [];
      // Card numbers are displayed in groups, and people type them that way.
      const value = column.kind === 'card' ? wanted.replaceAll(/\s/g, '') : wanted;
      const filter = filterText({ field: column.field, match: 'contains', value });
      return [
        {
          id: `find ${name}`,
          group: FIND,
          icon: 'search',
          label: `${menuLabel}: ${column.label} contains “${value}”`,
          decision: { allowed: true },
          target: { kind: 'go', to: `${route}?${new URLSearchParams({ filter })}` },
        },
      ];
    });
}

/** Scores how well a command fits; 0 means not at all, and a label that starts with the text is best. */
function fitOf({ label, words = '' }: Command, tokens: readonly string[]): number {
  const title = label.toLowerCase();
  const all = ` ${title} ${words.toLowerCase()}`;
  const fits = tokens.map((token, index) => {
    if (index === 0 && title.startsWith(token)) return 4;
    if (` ${title}`.includes(` ${token}`)) return 3;
    if (all.includes(` ${token}`)) return 2;
    return title.includes(token) ? 1 : 0;
  });
  return fits.includes(0) ? 0 : fits.reduce<number>((sum, fit) => sum + fit, 0);
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** What a text is searched in. */
interface Searched {
  /** Records whose number or name begins with the text. */
  readonly records: readonly Command[];
  /** What fits by its words: screens, additions, actions. */
  readonly commands: readonly Command[];
  /** Filters of lists by the text, or by the days that it names. */
  readonly filters: readonly Command[];
}

/** Returns the results for a text in groups: records, then commands, best first, then filters; refused ones last. */
export function searchPalette(text: string, searched: Searched): CommandGroup[] {
  const { commands, filters, records } = searched;
  const tokens = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = commands
    .map((command) => ({ command, fit: tokens.length === 0 ? 1 : fitOf(command, tokens) }))
    .filter(({ fit }) => fit > 0)
    .sort((left, right) => right.fit - left.fit)
    .map(({ command }) => command);
  const allowed = fitting.filter(({ decision }) => decision.allowed);
  const refused = fitting.filter(({ decision }) => !decision.allowed);
  const offered = [...records, ...allowed, ...filters];
  return [
    ...Map.groupBy(offered, ({ group }) => group),
    ...(refused.length > 0 ? [[REFUSED_GROUP, refused] as const] : []),
  ].map(([title, members]) => ({ title, commands: members }));
}
