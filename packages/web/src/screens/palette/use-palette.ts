import type { AnyListed } from '@forecourt/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toggleColorScheme, useColorScheme } from '../../brand/color-scheme.ts';
import { askFor } from '../../platform/asked-action.ts';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { recentRecords } from '../../platform/recent-records.ts';
import { useHere } from '../../platform/way-back.ts';
import { useAskFirst } from '../../shell/AskFirst.tsx';
import { logOut } from '../../shell/log-out.ts';
import { useSwitchBack } from '../../shell/switching/use-switch-back.ts';
import {
  type Command,
  foundCommands,
  openListCommands,
  openRecordCommands,
  paletteCommands,
  recentCommands,
  toldApart,
} from './palette-commands.ts';
import { type CommandGroup, dayFilters, findFilters, searchPalette } from './palette-search.ts';
import { useFound } from './use-found.ts';

export interface PaletteTools {
  readonly onClose: () => void;
  readonly onSwitch: () => void;
}

/** Runs a command once the palette is closed and the focus is restored. */
function useRun({ onClose, onSwitch }: PaletteTools): (command: Command) => void {
  const { client } = usePortal();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const ask = useAskFirst();
  const [, switchBack] = useSwitchBack();
  const here = useHere();
  const go = ({ asks, to }: Extract<Command['target'], { kind: 'go' }>) => {
    if (asks === undefined) return navigate(to, { state: here });
    // A list that is already open keeps its filters.
    return navigate(pathname === to ? { search } : to, { state: askFor(asks) });
  };
  return ({ decision, target }) => {
    if (!decision.allowed) return;
    onClose();
    if (target.kind === 'go') go(target);
    else if (target.kind === 'colours') toggleColorScheme();
    else if (target.kind === 'switch') onSwitch();
    else if (target.kind === 'press') setTimeout(() => target.button.click());
    // Commands that empty the page wait until the palette is unmounted.
    else setTimeout(target.kind === 'logout' ? () => ask(() => void logOut(client)) : switchBack);
  };
}

export interface PaletteState {
  readonly groups: readonly CommandGroup[];
  /** All commands of the groups, in order. */
  readonly commands: readonly Command[];
  readonly active: Command | undefined;
  /** The service has not answered everything yet. */
  readonly searching: boolean;
  /** Labels of lists that could not be searched. */
  readonly missing: readonly string[];
  readonly point: (command: Command) => void;
  /** Takes a key of the field: arrows move the selection and wrap around, Enter runs it. */
  readonly press: (key: string) => void;
  readonly run: (command: Command) => void;
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The groups of results for a text. */
function useGroups(lists: readonly AnyListed[], text: string) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [, colours] = useColorScheme();
  const { filtering, found, missing, searching } = useFound(text);
  // The same answers, the same list.
  const fitting = filtering.join();
  const [open] = useState(openRecordCommands);
  const [tools] = useState(openListCommands);
  const groups = useMemo(() => {
    if (!session) return [];
    const all = paletteCommands(session, lists, colours);
    const isBlank = text.trim() === '';
    const before = isBlank ? recentCommands(recentRecords(session), pathname) : tools;
    return searchPalette(text, {
      records: foundCommands(found),
      commands: [...toldApart(open, all), ...before, ...all],
      filters: [
        ...dayFilters(text, session, lists, { pathname, search }),
        ...findFilters(text, session, lists, fitting.split(',')),
      ],
    });
  }, [session, lists, colours, text, found, fitting, open, tools, pathname, search]);
  return { groups, missing, searching };
}

export function usePalette(
  lists: readonly AnyListed[],
  text: string,
  tools: PaletteTools,
): PaletteState {
  const [pointed, setPointed] = useState<{
    readonly id: string | undefined;
    readonly text: string;
  }>();
  const run = useRun(tools);
  const { groups, missing, searching } = useGroups(lists, text);
  const commands = groups.flatMap((group) => group.commands);
  const own = pointed?.text === text ? pointed.id : undefined;
  const index = Math.max(
    0,
    commands.findIndex(({ id }) => id === own),
  );
  const active = commands[index];
  // Enter before the service has answered: what begins with the text may be a record.
  const entered = useRef<string>(undefined);
  useEffect(() => {
    if (searching || entered.current === undefined) return;
    const meant = entered.current === text;
    entered.current = undefined;
    if (meant && active) run(active);
  });
  const press = (key: string) => {
    const by = MOVES[key];
    if (by !== undefined) {
      const next = commands.at((index + by) % commands.length);
      if (next) setPointed({ id: next.id, text });
    } else if (searching && own === undefined && active?.target.kind === 'go' && waits(active)) {
      entered.current = text;
    } else if (active) run(active);
    else if (searching) entered.current = text;
  };
  return {
    groups,
    commands,
    active,
    searching,
    missing,
    point: ({ id }) => setPointed({ id, text }),
    press,
    run,
  };
}

/** Whether a record may still take the place of this result: a filter is offered only for lack of one. */
const waits = ({ id }: Command): boolean => id.startsWith('find ');
