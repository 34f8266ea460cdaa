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

/** Opens, saves, updates, renames and deletes the user's views of a list (LIST-15). */
export function ViewsPanel({
  definition,
  query,
  columns,
  send,
  close,
  ask,
  onLoaded,
}: ViewsProps & {
  close: () => void;
  ask: (question: ReactNode) => void;
  onLoaded: () => void;
}) {
  const { client } = usePortal();
  const toast = useToast();
  const list = definition.name;
  const [views, load] = useViews(list, onLoaded);
  const [chosen, setChosen] = useState<string>();
  const [renames, setRenames] = useState(false);

  const panel = useRef<HTMLDivElement>(null);
  const running = useRef(false);
  // What had the focus may be gone with what was changed.
  useEffect(() => {
    if (views === undefined || document.activeElement !== document.body) return;
    panel.current?.querySelector<HTMLElement>('button, input')?.focus();
  }, [views]);

  /** Carries out one change at a time, so that a double press is one. Returns whether it succeeded. */
  const change = async (work: () => Promise<void>, good: string): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    try {
      await work();
      toast('good', good);
      setRenames(false);
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
      await load();
      running.current = false;
    }
  };
  const open = (view: NamedView) => {
    const opened = openView(definition, view);
    showColumns(columns, opened.columns);
    send({ type: 'query.changed', query: { size: query.size, ...opened.query } });
    if (opened.issues.length > 0) {
      toast('warn', `Left out of the view '${view.name}'.`, `${opened.issues.join('. ')}.`);
    }
    close();
  };
  const shown = () => columns.shown.map(({ field }) => field as string);
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
  const save = (name: string, before?: NamedView, isDefault = before?.isDefault ?? false) => {
    const content = { query: kept(query), columns: shown() };
    return saveView(client, { ...content, list, name, isDefault, before });
  };

  if (views === undefined) return <p className="menu-item quiet">Loading …</p>;
  if (views === 'absent') return <p className="menu-item quiet">This service keeps no views.</p>;
  if (views === 'failed') {
    return (
      <p className="menu-item fault">The views could not be loaded. Close and open this again.</p>
    );
  }
  const current = views.find(({ name }) => name === chosen);
  const opened = openOne(definition, views, query, columns);
  return (
    <div className="views" ref={panel}>
      <ul className="view-list">
        {views.length === 0 && <li className="menu-item quiet">No views yet</li>}
        {views.map((view) => (
          <li key={view.name} className="view-row">
            <button
              type="button"
              className="menu-item"
              aria-current={view === opened || undefined}
              onClick={() => open(view)}
            >
              {view === opened && <Icon name="check" />}
              {view.name}
              {view.isDefault && <span className="quiet">default</span>}
            </button>
            <button
              type="button"
              className="button square"
              aria-label={`Change view ${view.name}`}
              aria-expanded={chosen === view.name}
              onClick={() => {
                setRenames(false);
                setChosen(chosen === view.name ? undefined : view.name);
              }}
            >
              <Icon name="more" />
            </button>
          </li>
        ))}
      </ul>
      {current && (
        <fieldset className="view-actions" aria-label={`View ${current.name}`}>
          <label className="menu-item">
            <input
              type="checkbox"
              checked={current.isDefault}
              onChange={() =>
                void change(
                  () =>
                    saveView(client, {
                      ...current,
                      before: current,
                      isDefault: !current.isDefault,
                    }),
                  current.isDefault ? 'View is no default now' : 'View is the default now',
                )
              }
            />
            Default
          </label>
          <button
            type="button"
            className="button"
            onClick={() => void change(() => save(current.name, current), 'View updated')}
          >
            Update
          </button>
          <button type="button" className="button" onClick={() => setRenames(!renames)}>
            Rename
          </button>
          <button
            type="button"
            className="button danger view-delete"
            onClick={() => askToDelete(current)}
          >
            Delete
          </button>
          {renames && (
            <NameForm
              label="New name"
              name={current.name}
              views={views.filter((view) => view !== current)}
              onSave={(name) =>
                change(
                  () => saveView(client, { ...current, name, before: current }),
                  'View renamed',
                )
              }
            />
          )}
        </fieldset>
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
