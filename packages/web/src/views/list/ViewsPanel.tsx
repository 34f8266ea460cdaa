import {
  type ListQuery,
  type NamedView,
  openView,
  removeView,
  saveView,
  toFailure,
} from '@forecourt/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ownerOf } from '../../platform/owner.ts';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { openOne, ownViews } from './own-views.ts';
import { showColumns } from './use-columns.ts';
import { NameForm } from './ViewNameForm.tsx';
import type { ViewsProps } from './ViewsMenu.tsx';
import './views.css';

type Loaded = readonly NamedView[] | 'absent' | 'failed' | undefined;

/** The views of this list, loaded whenever the panel opens, so that changes name their latest versions. */
function useViews(list: string, onLoaded: () => void): [Loaded, () => Promise<void>] {
  const { client } = usePortal();
  const owner = ownerOf(useSession()) ?? '';
  const [views, setViews] = useState<Loaded>();
  const load = useCallback(async () => {
    try {
      const found = await ownViews(client, owner, true);
      setViews(found.filter((view) => view.list === list));
      onLoaded();
    } catch (error) {
      setViews(toFailure(error).status === 404 ? 'absent' : 'failed');
    }
  }, [client, list, owner, onLoaded]);
  useEffect(() => void load(), [load]);
  return [views, load];
}

/** What of a query a view keeps. */
const kept = ({ filters, from, sort, to }: ListQuery) => ({
  filters,
  ...(sort && { sort }),
  ...(from && { from }),
  ...(to && { to }),
});

interface DeleteQuestionProps {
  readonly view: NamedView;
  readonly remove: () => Promise<unknown>;
  readonly close: () => void;
}

/** Asks before a view is deleted (LIST-15). */
function DeleteQuestion({ view, remove, close }: DeleteQuestionProps) {
  const [busy, setBusy] = useState(false);
  return (
    <ConfirmDialog
      title={`Delete view ${view.name}`}
      message={`Delete the view '${view.name}'? It cannot be restored. The records of the list stay.`}
      accept="Delete"
      reject="Go back"
      busy={busy}
      onAccept={() => {
        setBusy(true);
        void remove().then(close);
      }}
      onReject={close}
    />
  );
}

/** Carries out one change of the views at a time, so that a double press is one. Resolves to whether it succeeded. */
function useChange(reload: () => Promise<void>) {
  const toast = useToast();
  const running = useRef(false);
  return async (work: () => Promise<void>, good: string): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    try {
      await work();
      toast('good', good);
      return true;
    } catch (error) {
      const { code, detail, message } = toFailure(error);
      if (code === 'conflict') {
        toast(
          'warn',
          'This view was saved elsewhere meanwhile. Nothing was changed.',
          'It is loaded again.',
        );
      } else toast('bad', 'The view was not changed.', detail ?? message);
      return false;
    } finally {
      await reload();
      running.current = false;
    }
  };
}

type Change = ReturnType<typeof useChange>;

interface ViewRowProps {
  readonly view: NamedView;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
  readonly onChoose: () => void;
}

/** A view to open, and the button that offers what can be done with it. */
function ViewRow({ view, isOpen, isChosen, onOpen, onChoose }: ViewRowProps) {
  return (
    <li className="view-row">
      <button
        type="button"
        className="menu-item"
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        {isOpen && <Icon name="check" />}
        {view.name}
        {view.isDefault && <span className="quiet">default</span>}
      </button>
      <button
        type="button"
        className="button square"
        aria-label={`Change view ${view.name}`}
        aria-expanded={isChosen}
        onClick={onChoose}
      >
        <Icon name="more" />
      </button>
    </li>
  );
}

interface ViewActionsProps {
  readonly view: NamedView;
  readonly others: readonly NamedView[];
  readonly change: Change;
  /** Saves the list as it is now in place of the view. */
  readonly onUpdate: () => void;
  readonly onDelete: () => void;
}

/** Makes a view the default, updates, renames or deletes it. */
function ViewActions({ view, others, change, onUpdate, onDelete }: ViewActionsProps) {
  const { client } = usePortal();
  const [renames, setRenames] = useState(false);
  const save = (changed: Partial<NamedView>, good: string) =>
    change(() => saveView(client, { ...view, ...changed, before: view }), good);
  return (
    <fieldset className="view-actions" aria-label={`View ${view.name}`}>
      <label className="menu-item">
        <input
          type="checkbox"
          checked={view.isDefault}
          onChange={() =>
            void save(
              { isDefault: !view.isDefault },
              view.isDefault ? 'View is no default now' : 'View is the default now',
            )
          }
        />
        Default
      </label>
      <button type="button" className="button" onClick={onUpdate}>
        Update
      </button>
      <button type="button" className="button" onClick={() => setRenames(!renames)}>
        Rename
      </button>
      <button type="button" className="button danger view-delete" onClick={onDelete}>
        Delete
      </button>
      {renames && (
        <NameForm
          label="New name"
          name={view.name}
          views={others}
          onSave={(name) => save({ name }, 'View renamed')}
        />
      )}
    </fieldset>
  );
}

interface PanelProps extends ViewsProps {
  readonly close: () => void;
  readonly ask: (question: ReactNode) => void;
  readonly onLoaded: () => void;
}

/** Opens, saves, updates, renames and deletes the user's views of a list (LIST-15). */
export function ViewsPanel({ close, ask, onLoaded, ...list }: PanelProps) {
  const [views, load] = useViews(list.definition.name, onLoaded);
  if (views === undefined) return <p className="menu-item quiet">Loading …</p>;
  if (views === 'absent') return <p className="menu-item quiet">This service keeps no views.</p>;
  if (views === 'failed') {
    return (
      <p className="menu-item fault">The views could not be loaded. Close and open this again.</p>
    );
  }
  return <Views {...list} views={views} load={load} close={close} ask={ask} />;
}

interface LoadedProps extends ViewsProps {
  readonly views: readonly NamedView[];
  readonly load: () => Promise<void>;
  readonly close: () => void;
  readonly ask: (question: ReactNode) => void;
}

function Views({ definition, query, columns, send, close, ask, views, load }: LoadedProps) {
  const { client } = usePortal();
  const toast = useToast();
  const change = useChange(load);
  const [chosen, setChosen] = useState<string>();
  const panel = useRef<HTMLDivElement>(null);
  // What had the focus may be gone with what was changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the views were loaded
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    panel.current?.querySelector<HTMLElement>('button, input')?.focus();
  }, [views]);

  const open = (view: NamedView) => {
    const opened = openView(definition, view);
    showColumns(columns, opened.columns);
    send({ type: 'query.changed', query: { size: query.size, ...opened.query } });
    if (opened.issues.length > 0) {
      toast('warn', `Left out of the view '${view.name}'.`, `${opened.issues.join('. ')}.`);
    }
    close();
  };
  /** The dialog gives the focus back to the panel's button, and closes the panel once it covers the rows below. */
  const askToDelete = (view: NamedView) => {
    panel.current?.closest('.popover')?.querySelector('button')?.focus();
    ask(
      <DeleteQuestion
        view={view}
        remove={() => change(() => removeView(client, view), 'View deleted')}
        close={() => ask(undefined)}
      />,
    );
  };
  /** Saves the list as it is now under that name. */
  const save = (name: string, before?: NamedView) =>
    saveView(client, {
      query: kept(query),
      columns: columns.shown.map(({ field }) => field as string),
      list: definition.name,
      name,
      isDefault: before?.isDefault ?? false,
      before,
    });

  const current = views.find(({ name }) => name === chosen);
  const opened = openOne(definition, views, query, columns);
  return (
    <div className="views" ref={panel}>
      <ul className="view-list">
        {views.length === 0 && <li className="quiet">No views yet</li>}
        {views.map((view) => (
          <ViewRow
            key={view.name}
            view={view}
            isOpen={view === opened}
            isChosen={view === current}
            onOpen={() => open(view)}
            onChoose={() => setChosen(view === current ? undefined : view.name)}
          />
        ))}
      </ul>
      {current && (
        <ViewActions
          key={current.name}
          view={current}
          others={views.filter((view) => view !== current)}
          change={change}
          onUpdate={() => void change(() => save(current.name, current), 'View updated')}
          onDelete={() => askToDelete(current)}
        />
      )}
      <NameForm
        label="Save the list as a view"
        views={views}
        onSave={(name) => change(() => save(name), 'View saved')}
        onReplace={(taken) => change(() => save(taken.name, taken), 'View replaced')}
      />
    </div>
  );
}
