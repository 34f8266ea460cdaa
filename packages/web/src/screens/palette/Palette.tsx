/**
 * The command palette. This folder finds screens, records and actions by typing. The actions
 * themselves belong in the lists and dialogs that offer them.
 */
import type { AnyListed } from '@forecourt/core';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useModal } from '../../parts/use-modal.ts';
import type { Command } from './palette-commands.ts';
import { type PaletteState, type PaletteTools, usePalette } from './use-palette.ts';
import './palette.css';

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly palette: PaletteState;
}

function Option({ id, command, palette }: OptionProps) {
  const { decision, icon, label } = command;
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
        {!decision.allowed && <small>{decision.reason.message}</small>}
      </span>
    </div>
  );
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const countText = (count: number): string => {
  if (count === 0) return 'No matches';
  return count === 1 ? '1 result' : `${count} results`;
};

interface PaletteProps extends PaletteTools {
  readonly lists: readonly AnyListed[];
}

/** Finds everything the user may do: a search field with a list of results. */
export function Palette({ lists, ...tools }: PaletteProps) {
  const dialog = useModal();
  const palette = usePalette(lists, tools);
  const id = useId();
  const optionId = (command: Command) => `${id}-${palette.commands.indexOf(command)}`;
  const { active, commands, groups } = palette;
  const press = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (by !== undefined && commands.length > 0) palette.move(by);
    else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) palette.run(active);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="palette panel"
      aria-label="Go to or do anything"
      closedby="any"
      onCancel={(event) => {
        event.preventDefault();
        tools.onClose();
      }}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search for a place, an action or a record"
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && optionId(active)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Section, action, name or number …"
          value={palette.text}
          onChange={({ target }) => palette.type(target.value)}
          onKeyDown={press}
        />
      </div>
      <p className="unseen" role="status">
        {countText(commands.length)}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
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
        <p className="palette-none">No matches. Try a section, an action, or part of a number.</p>
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
      </p>
    </dialog>
  );
}
