/**
 * The command palette. This folder finds screens, records and actions by typing. The actions
 * themselves belong in the lists and dialogs that offer them.
 */
import type { AnyListed } from '@forecourt/core';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import type { PaletteKeys } from '../../shell/PaletteButton.tsx';
import type { Command } from './palette-commands.ts';
import { type PaletteState, type PaletteTools, usePalette } from './use-palette.ts';
import './palette.css';

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly palette: PaletteState;
}

function Option({ id, command, palette }: OptionProps) {
  const { decision, detail, icon, label, state } = command;
  const active = palette.active?.id === command.id;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text field, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant
    <div
      id={id}
      ref={row}
      role="option"
      className="palette-option"
      aria-selected={active}
      aria-disabled={!decision.allowed}
      onPointerMove={() => palette.point(command)}
      onClick={() => palette.run(command)}
    >
      <Icon name={decision.allowed ? icon : 'lock'} />
      <span>
        {label}
        {detail && <small> {detail}</small>}
        {!decision.allowed && <small>{decision.reason.message}</small>}
      </span>
      {state && (
        <span className={`badge ${state.tone}`} title={state.means}>
          {state.note ?? state.text}
        </span>
      )}
    </div>
  );
}

const countText = (count: number): string => {
  if (count === 0) return 'No matches';
  return count === 1 ? '1 result' : `${count} results`;
};

interface PaletteProps extends PaletteTools {
  readonly lists: readonly AnyListed[];
  readonly text: string;
  /** Called with what drives these results by keys, whenever it changes. */
  readonly onKeys: (keys: PaletteKeys) => void;
}

/** The results for a text: records, and everything else that the user may do. */
export function Palette({ lists, onKeys, text, ...tools }: PaletteProps) {
  const palette = usePalette(lists, text, tools);
  const id = useId();
  const { active, commands, groups, missing, press, searching } = palette;
  const optionId = (command: Command) => `${id}-${commands.indexOf(command)}`;
  const latest = useRef(press);
  const activeId = active && optionId(active);
  useLayoutEffect(() => {
    latest.current = press;
  });
  useLayoutEffect(() => {
    onKeys({ press: (key) => latest.current(key), listId: `${id}-list`, activeId });
  }, [onKeys, id, activeId]);
  return (
    <>
      <p className="unseen" role="status">
        {searching ? 'Searching …' : countText(commands.length)}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        aria-busy={searching}
        className="palette-list"
        // Keeps the focus in the field on mouse clicks.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map(({ title, commands: members }, at) => (
          // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options
          <div key={title} role="group" aria-labelledby={`${id}-group-${at}`}>
            <div id={`${id}-group-${at}`} role="presentation" className="palette-group">
              {title}
            </div>
            {members.map((command) => (
              <Option key={command.id} id={optionId(command)} command={command} palette={palette} />
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && (
        <p className="palette-none">
          {searching
            ? 'Searching …'
            : 'No matches. Try a section, an action, or the beginning of a number.'}
        </p>
      )}
      {missing.length > 0 && (
        <p className="palette-missing">{`Could not be searched: ${missing.join(', ')}.`}</p>
      )}
      <p className="palette-foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
        {searching && <span className="searching">Searching …</span>}
      </p>
    </>
  );
}
