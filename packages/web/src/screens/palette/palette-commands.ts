import {
  type AnyListed,
  can,
  canOn,
  type Decision,
  type FoundRecord,
  menuEntries,
  RESOURCES,
  type SessionState,
  type ShownState,
} from '@forecourt/core';
import type { IconName } from '../../parts/Icon.tsx';
import type { RecentRecord } from '../../platform/recent-records.ts';

/** The effect of a command: navigate (and perhaps start an action there), or do something in the shell. */
type CommandTarget =
  | { readonly kind: 'go'; readonly to: string; readonly asks?: string }
  | { readonly kind: 'press'; readonly button: HTMLElement }
  | { readonly kind: 'switch' | 'back' | 'colours' | 'logout' };

export interface Command {
  readonly id: string;
  readonly group: string;
  readonly icon: IconName;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
  readonly state?: ShownState;
  /** Synonyms for the search. */
  readonly words?: string;
  readonly decision: Decision;
  readonly target: CommandTarget;
}

const ALLOWED: Decision = { allowed: true };

const NOT_ELIGIBLE: Decision = {
  allowed: false,
  reason: { code: 'not_eligible', message: 'Your account manages no other account.' },
};

const go = (to: string, asks?: string): CommandTarget => ({
  kind: 'go',
  to,
  ...(asks !== undefined && { asks }),
});

function destinations({ access }: SessionState): Command[] {
  const destination = (label: string, to: string, decision: Decision): Command => ({
    id: `go ${to}`,
    group: 'Go to',
    icon: 'chevron',
    label,
    decision,
    target: go(to),
  });
  const below = RESOURCES.filter(({ under }) => under !== undefined);
  return [
    ...menuEntries(access).map(({ decision, label, route }) => destination(label, route, decision)),
    ...below.map(({ menu, menuLabel, route }) =>
      destination(menuLabel, route, canOn(access, menu, 'read')),
    ),
    destination('Tracking Logs', '/tracking-logs', ALLOWED),
  ];
}

function additions({ access }: SessionState, lists: readonly AnyListed[]): Command[] {
  return lists.flatMap(({ list: { add }, noun }) =>
    add === undefined
      ? []
      : [
          {
            id: `add ${add.route}`,
            group: 'Add',
            icon: 'plus',
            label: add.label,
            words: `new create ${noun[0]}`,
            decision: can(access, add.action),
            target: go(add.route),
          } as const,
        ],
  );
}

/** Imports, uploads and list actions; they start on the list they belong to. */
function listActions({ access }: SessionState, lists: readonly AnyListed[]): Command[] {
  return lists.flatMap(({ actions = [], import: imported, name, route, upload }) => {
    const whole = actions.filter(({ on }) => on === 'list');
    const named = [
      ...(imported ? [{ ...imported, name: 'import' }] : []),
      ...(upload ? [{ ...upload, name: 'import' }] : []),
      ...whole,
    ];
    return named.map(
      (action): Command => ({
        id: `do ${name}.${action.name}`,
        group: 'Actions',
        icon: action.name === 'import' ? 'upload' : 'download',
        label: action.label,
        words: `${action.name} ${name}`,
        decision: can(access, action.action),
        // The list starts its own action after navigation.
        target: go(
          route,
          whole.some(({ name: own }) => own === action.name) ? undefined : action.name,
        ),
      }),
    );
  });
}

/** 'Hold card', 'Statement of customer'. */
function recordLabel(label: string, [one]: readonly [string, string], saves: boolean): string {
  if (label.toLowerCase().includes(one)) return label;
  return saves ? `${label} of ${one}` : `${label} ${one}`;
}

/** What is done to records of a list: it leads there, where they are chosen. */
function recordActions({ access }: SessionState, lists: readonly AnyListed[]): Command[] {
  return lists.flatMap(({ actions = [], bulk = [], menu, menuLabel, name, noun, route }) =>
    [...actions.filter(({ on }) => on !== 'list'), ...bulk].map((offered) => {
      const { action, label, name: verb } = offered;
      const readable = canOn(access, menu, 'read');
      return {
        id: `at ${name}.${verb}`,
        group: 'Actions',
        icon: 'chevron',
        label: recordLabel(label, noun, 'file' in offered),
        detail: `Choose it in ${menuLabel}`,
        words: `${verb} ${noun[1]}`,
        decision: readable.allowed ? can(access, action) : readable,
        target: go(route),
      } as const;
    }),
  );
}

function account({ access, actingFor, switchEligible }: SessionState, colours: string): Command[] {
  const own = { group: 'Account', icon: 'user' } as const;
  const back: Command = {
    ...own,
    id: 'back',
    label: 'Switch back',
    words: `own account ${actingFor?.name ?? ''}`,
    decision: ALLOWED,
    target: { kind: 'back' },
  };
  return [
    {
      ...own,
      id: 'profile',
      label: 'Profile',
      words: 'user me change password',
      decision: can(access, 'profile.get'),
      target: go('/profile'),
    },
    {
      ...own,
      id: 'switch',
      label: 'Switch Account',
      words: 'profile company act as',
      decision: switchEligible ? ALLOWED : NOT_ELIGIBLE,
      target: { kind: 'switch' },
    },
    ...(actingFor ? [back] : []),
    {
      ...own,
      id: 'colours',
      icon: colours.startsWith('Light') ? 'sun' : 'moon',
      label: colours,
      words: 'theme mode colors scheme',
      decision: ALLOWED,
      target: { kind: 'colours' },
    },
    {
      ...own,
      id: 'logout',
      icon: 'back',
      label: 'Logout',
      words: 'sign out leave log off',
      decision: ALLOWED,
      target: { kind: 'logout' },
    },
  ];
}

/** Records that were found, by their numbers and names. */
export const foundCommands = (found: readonly FoundRecord[]): Command[] =>
  found.map(({ about, exact, id, noun, resource, route, state, title }) => ({
    id: `record ${resource} ${id}`,
    group: exact ? 'Exact match' : 'Records',
    icon: 'file',
    label: title,
    detail: [noun, about].filter(Boolean).join(' · '),
    ...(state && { state }),
    decision: ALLOWED,
    target: go(route),
  }));

/** Records that were opened before, last one first; not the one on screen. */
export const recentCommands = (recent: readonly RecentRecord[], pathname: string): Command[] =>
  recent
    .filter(({ route }) => route !== pathname)
    .map(({ noun, route, title }) => ({
      id: `recent ${route}`,
      group: 'Recent',
      icon: 'file',
      label: title,
      detail: noun,
      decision: ALLOWED,
      target: go(route),
    }));

const BY_ICON: Readonly<Record<string, IconName>> = { Edit: 'pencil', Email: 'mail' };

/**
 * What the page offers for the record on screen: the buttons and links above it, as its definition and this
 * account's rights allow them.
 */
export function openRecordCommands(): Command[] {
  const shown = document.querySelector<HTMLElement>('[data-record]');
  const named = shown?.dataset.record ?? '';
  const offered = shown?.querySelectorAll<HTMLElement>('a, button:not(.more-tools)') ?? [];
  return [...offered].map((button): Command => {
    const label = button.title || (button.textContent ?? '').trim();
    return {
      id: `open ${label}`,
      group: `This ${named}`,
      icon: BY_ICON[label] ?? 'chevron',
      label,
      words: named,
      decision: ALLOWED,
      target: { kind: 'press', button },
    };
  });
}

/** Distinguishes a record's own list from the whole one, which has the same name: 'Exceptions', 'Of customer North Haul'. */
export const toldApart = (open: readonly Command[], others: readonly Command[]): Command[] =>
  open.map((command) =>
    others.some(({ label }) => label === command.label)
      ? { ...command, detail: `Of ${command.words}` }
      : command,
  );

/** The tools of the list on screen: its filter, columns, views and what else is above its rows. */
export function openListCommands(): Command[] {
  const tools = document.querySelectorAll<HTMLElement>('.list-bar button');
  return [...tools].flatMap((button): Command[] => {
    // The number of filters is no part of the name.
    const label = (button.textContent ?? '').replace(/\d+$/, '').trim();
    if (!button.checkVisibility() || button.matches(':disabled') || label === '') return [];
    return [
      {
        id: `tool ${label}`,
        group: 'This list',
        icon: 'chevron',
        label,
        decision: ALLOWED,
        target: { kind: 'press', button },
      },
    ];
  });
}

/** All commands with their permission decisions, in screen order. */
export const paletteCommands = (
  session: SessionState,
  lists: readonly AnyListed[],
  colours: string,
): Command[] => {
  const all = [
    ...destinations(session),
    ...additions(session, lists),
    ...listActions(session, lists),
    ...recordActions(session, lists),
    ...account(session, colours),
  ];
  // Two lists may offer the same button.
  return [...new Map(all.map((command) => [command.id, command])).values()];
};
