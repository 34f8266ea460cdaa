import { type ActionDefinition, type AnyListed, can, type ListView } from '@forecourt/core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { useSession } from '../../platform/portal-context.ts';
import { useHere } from '../../platform/way-back.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { ActionButton } from '../dialogs/ActionButton.tsx';
import { ActionMenu, onlyQuestion } from '../dialogs/ActionMenu.tsx';
import { BundleButton } from '../dialogs/BundleButton.tsx';
import { UploadButton } from '../dialogs/UploadButton.tsx';
import { LIST_TOOLS } from '../slots.ts';
import { ExportButton } from './ExportButton.tsx';
import { ListLinks } from './ListNeighbours.tsx';
import type { AnyRow, SendToList } from './use-list.ts';

const ListForm = dialogOnDemand(() => import('./ListForm.tsx'), 'ListForm');

interface ListToolsProps {
  readonly definition: AnyListed;
  readonly view: ListView<AnyRow>;
  readonly send: SendToList;
}

const iconOf = ({ file, on }: ActionDefinition): IconName => {
  if (file) return 'download';
  return on === 'selection' ? 'user' : 'check';
};

const ignore = () => undefined;

type ActionProps = Omit<Parameters<typeof ActionButton>[0], 'icon'>;

/** An action as a button, or as a menu if it asks for a short choice. */
function Action(props: ActionProps) {
  const question = onlyQuestion(props.action);
  if (question) return <ActionMenu question={question} {...props} />;
  return <ActionButton icon={iconOf(props.action)} {...props} />;
}

/** Links to the form for a new record, or opens it here as a dialog. */
function AddButton({
  definition,
  primary,
  onSaved,
}: Pick<ListToolsProps, 'definition'> & { primary: boolean; onSaved: () => void }) {
  const here = useHere();
  const access = useSession()?.access;
  const [open, setOpen] = useState(false);
  const { add } = definition.list;
  if (!add || !can(access, add.action).allowed) return null;
  const className = primary ? 'button primary' : 'button';
  const face = (
    <>
      <Icon name="plus" />
      {add.label}
    </>
  );
  if (definition.form?.shown !== 'dialog') {
    return (
      <Link className={className} to={add.route} state={here}>
        {face}
      </Link>
    );
  }
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)} {...ListForm.near}>
        {face}
      </button>
      {open && (
        <ListForm resource={definition.name} onClose={() => setOpen(false)} onSaved={onSaved} />
      )}
    </>
  );
}

/** The buttons above a list that the definition offers and the account may use (LIST-11). */
export function ListTools({ definition, view, send }: ListToolsProps) {
  const { actions, query, selection, selectedKeys } = view.data;
  const Own = LIST_TOOLS[definition.name];
  const reload = () => send({ type: 'reload' });
  const may = (verb: string) => actions[verb]?.allowed === true;
  const offered = (definition.actions ?? []).filter(({ name, on }) => on !== 'row' && may(name));
  const { bundle, upload } = definition;
  const access = useSession()?.access;
  return (
    <>
      <ListLinks definition={definition} />
      {upload && can(access, upload.action).allowed && (
        <UploadButton definition={definition} upload={upload} onDone={reload} />
      )}
      {actions.export?.allowed && definition.export && (
        <ExportButton definition={definition} ids={selection} query={query} />
      )}
      {bundle && can(access, bundle.selectionAction).allowed && (
        <BundleButton
          definition={definition}
          keys={selectedKeys}
          // What is done is no longer picked, as after a change of picked rows.
          onSaved={(left) => {
            const ids = selection.filter((_id, at) => left.includes(selectedKeys[at] ?? ''));
            send({ type: 'selection.kept', ids });
          }}
        />
      )}
      {offered.map((action) => (
        <Action
          key={action.name}
          definition={definition}
          action={action}
          ids={action.on === 'selection' ? selection : []}
          onDone={action.file ? ignore : reload}
        />
      ))}
      {Own && (
        <Suspense>
          <Own definition={definition} actions={actions} onChanged={reload} />
        </Suspense>
      )}
      {/* One primary button: where rows come from files, it is the import. */}
      <AddButton
        definition={definition}
        primary={!definition.import || !may('import')}
        onSaved={reload}
      />
    </>
  );
}
