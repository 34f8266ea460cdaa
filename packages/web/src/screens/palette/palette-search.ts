import { type AnyListed, can, filterText, type SessionState } from '@forecourt/core';
import type { Command } from './palette-commands.ts';

const REFUSED_GROUP = 'Not allowed for your account';
const FIND = 'Find';

/** Whether records have a number or code, which a query with a digit searches. */
const isCoded = ({ list }: AnyListed) =>
  list.columns[0]?.kind === 'card' || list.columns[0]?.kind === 'code';

/** Ranks numbers and codes first, and lists without a menu entry last. */
const rankOf = (list: AnyListed) => (isCoded(list) ? 0 : 1) + (list.under ? 2 : 0);

/** Returns lists filtered by the first column, for a part of a number or name that is in one of its rows. */
export function findFilters(
  text: string,
  session: SessionState,
  lists: readonly AnyListed[],
  fitting: readonly string[],
): Command[] {
  const wanted = text.trim();
  return lists
    .filter(({ name }) => can(session.access, `${name}.list` as 'cards.list').allowed)
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
  /** Filters of lists by the text. */
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
