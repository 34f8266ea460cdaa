/**
 * Any record, read-only. This folder draws records and their nested rows from a definition; editing
 * belongs in `views/form/`, extras of a single resource in `screens/`.
 */

import {
  type AnyResource,
  canOn,
  type FieldDefinition,
  recordPorts,
  recordWorkflow,
  rowLabel,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { partOnDemand } from '../../parts/part-on-demand.tsx';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { useHere, useWayBack } from '../../platform/way-back.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { useKeptDialog } from '../form/use-draft.ts';
import { hasRowMenu } from '../list/RowActions.tsx';
import { PageTools } from '../PageTools.tsx';
import { SectionIndex, sectionId } from '../SectionIndex.tsx';
import { RECORD_EXTRAS } from '../slots.ts';
import { Caption } from './Caption.tsx';
import { NestedSection } from './NestedSection.tsx';
import { RecordSummary } from './RecordSummary.tsx';
import { RelatedLinks } from './RelatedLinks.tsx';
import { ValueList } from './ValueList.tsx';
import '../table.css';
import './record.css';

const RecordChanges = partOnDemand(() => import('./RecordChanges.tsx'), 'RecordChanges');

const ReopenedDialog = dialogOnDemand(
  () => import('../dialogs/ReopenedDialog.tsx'),
  'ReopenedDialog',
);

const RowMenu = partOnDemand(() => import('../list/RowMenu.tsx'), 'RowMenu');

type AnyDetail = Readonly<Record<string, unknown>>;
type AnyField = FieldDefinition<AnyDetail>;

interface SectionProps {
  readonly title: string;
  readonly fields: readonly AnyField[];
  readonly record: AnyDetail | undefined;
}

function Section({ title, fields, record }: SectionProps) {
  return (
    <section id={sectionId(title)} tabIndex={-1} className="panel record-section">
      <h2>{title}</h2>
      <ValueList fields={fields} record={record} />
    </section>
  );
}

interface RecordProps {
  readonly definition: AnyResource;
  readonly id: string;
}

function Record({ definition, id }: RecordProps) {
  const { client } = usePortal();
  const access = useSession()?.access;
  const here = useHere();
  const way = useWayBack(definition.route);
  const kept = useKeptDialog();
  const [view, send] = useWorkflow(
    () => recordWorkflow<AnyDetail>(recordPorts(client, definition, { routed: true })),
    { id },
  );
  const shape = definition.record;
  const { record } = view.data;
  const session = useSession();
  useEffect(() => {
    if (!record) return;
    void import('../../platform/recent-records.ts').then(({ rememberRecord }) =>
      rememberRecord(session, definition, record),
    );
  }, [session, definition, record]);
  if (!shape) return null;
  const name = `${definition.noun[0]} ${record ? rowLabel(definition, record) : id}`;
  const editAwaited =
    view.status === 'pending' && !record && canOn(access, definition.menu, 'update').allowed;
  const notice = record && shape.notice?.(record);
  const Extras = RECORD_EXTRAS[definition.name];
  const summary = (shape.summary ?? []) as readonly string[];
  const fields = (shape.fields as readonly AnyField[]).filter(
    ({ field }) => !summary.includes(field),
  );
  const sections = Object.entries(Object.groupBy(fields, ({ section }) => section));
  return (
    <div className="page" aria-busy={view.status === 'pending' && view.busy}>
      <div className="page-head">
        <h1>
          {shape.title} <Caption definition={definition} record={record} id={id} />
        </h1>
        <PageTools record={name}>
          {/* Before what is there already, so that nothing moves. */}
          {record && hasRowMenu(definition) && (
            <RowMenu
              definition={definition}
              row={record}
              name={name}
              spread
              onChanged={() => send({ type: 'reload' })}
            />
          )}
          {record && definition.bulk?.some(({ runs }) => runs === undefined) && (
            <RecordChanges
              definition={definition}
              record={record}
              onChanged={() => send({ type: 'reload' })}
            />
          )}
          <Link className="button kept" to={way.back} onClick={way.onClick}>
            <Icon name="back" />
            {way.toHome ? shape.back : 'Back'}
          </Link>
          {view.status !== 'failed' && <RelatedLinks definition={definition} record={record} />}
          {view.commands.edit.allowed ? (
            <Link
              className="button primary"
              to={`${definition.route}/${encodeURIComponent(id)}/edit`}
              state={here}
            >
              <Icon name="pencil" />
              Edit
            </Link>
          ) : (
            editAwaited && (
              <span className="button primary awaited" aria-hidden="true">
                <Icon name="pencil" />
                Edit
              </span>
            )
          )}
        </PageTools>
      </div>
      {view.status === 'failed' ? (
        <ErrorPanel
          id={id}
          noun={definition.noun[0]}
          detail={view.error.message}
          requestId={view.error.requestId}
          status={view.error.status}
          onRetry={() => send({ type: 'retry' })}
        />
      ) : (
        <>
          {notice && (
            <p className="notice warn record-notice" role="status">
              <Icon name="info" />
              <span>{notice}</span>
            </p>
          )}
          <RecordSummary definition={definition} record={record} />
          <SectionIndex sections={sections.map(([title]) => ({ title }))}>
            {sections.map(([title, own = []]) => (
              <Section key={title} title={title} fields={own} record={record} />
            ))}
          </SectionIndex>
          {shape.nested?.map(({ rows, definition: nested }) => (
            <NestedSection
              key={nested.title}
              definition={nested}
              rows={record && (rows(record) as readonly AnyDetail[])}
            />
          ))}
          {Extras && record && <Extras record={record} />}
        </>
      )}
      {(kept?.action || kept?.bulk) && (
        <ReopenedDialog
          definition={definition}
          kept={kept}
          onDone={() => send({ type: 'reload' })}
        />
      )}
    </div>
  );
}

/** Shows any record, read-only, from its definition alone. */
export function RecordView({ definition }: { readonly definition: AnyResource }) {
  const { id = '' } = useParams();
  return <Record key={id} definition={definition} id={id} />;
}
