import type { AnyListed } from '@forecourt/core';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toggleColorScheme, useColorScheme } from '../../brand/color-scheme.ts';
import { askFor } from '../../platform/asked-action.ts';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { useAskFirst } from '../../shell/AskFirst.tsx';
import { logOut } from '../../shell/log-out.ts';
import { useSwitchBack } from '../../shell/switching/use-switch-back.ts';
import { type Command, paletteCommands } from './palette-commands.ts';
import { type CommandGroup, findRecords, searchPalette } from './palette-search.ts';

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
  const go = ({ asks, to }: Extract<Command['target'], { kind: 'go' }>) => {
    if (asks === undefined) return navigate(to);
    // A list that is already open keeps its filters.
    return navigate(pathname === to ? { search } : to, { state: askFor(asks) });
  };
  return ({ decision, target }) => {
    if (!decision.allowed) return;
    onClose();
    if (target.kind === 'go') go(target);
    else if (target.kind === 'colours') toggleColorScheme();
    else if (target.kind === 'switch') onSwitch();
    // Commands that empty the page wait until the palette is unmounted.
    else setTimeout(target.kind === 'logout' ? () => ask(() => void logOut(client)) : switchBack);
  };
}

export interface PaletteState {
  readonly text: string;
  readonly groups: readonly CommandGroup[];
  /** All commands of the groups, in order. */
  readonly commands: readonly Command[];
  readonly active: Command | undefined;
  readonly type: (text: string) => void;
  readonly point: (command: Command) => void;
  /** Moves the selection by that many commands; wraps around. */
  readonly move: (by: number) => void;
  readonly run: (command: Command) => void;
}

export function usePalette(lists: readonly AnyListed[], tools: PaletteTools): PaletteState {
  const session = useSession();
  const [, colours] = useColorScheme();
  const [text, setText] = useState('');
  const [pointed, setPointed] = useState<string>();
  const run = useRun(tools);
  const groups = useMemo(() => {
    if (!session) return [];
    const all = paletteCommands(session, lists, colours);
    return searchPalette(text, all, findRecords(text, session, lists));
  }, [session, lists, colours, text]);
  const commands = groups.flatMap((group) => group.commands);
  const at = commands.findIndex(({ id }) => id === pointed);
  const index = Math.max(0, at);
  return {
    text,
    groups,
    commands,
    active: commands[index],
    type: (next) => {
      setText(next);
      setPointed(undefined);
    },
    point: ({ id }) => setPointed(id),
    move: (by) => setPointed(commands.at((index + by) % commands.length)?.id),
    run,
  };
}
