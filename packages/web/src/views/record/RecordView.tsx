import {
  type AnyResource,
  type FieldDefinition,
  formatValue,
  recordPorts,
  recordWorkflow,
} from '@forecourt/core';
import { Link, useLocation, useParams } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { RECORD_EXTRAS } from '../../screens/slots.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { useWorkflow } from '../../workflow/use-workflow.ts';
import { NestedTable } from '../NestedTable.tsx';
import { alignmentOf, Value } from '../Value.tsx';
import '../table.css';
import './record.css';

type AnyDetail = Readonly<Record<string, unknown>>;
type AnyField = FieldDefinition<AnyDetail>;

interface SectionProps {
  readonly title: string;
  readonly fields: readonly AnyField[];
  readonly record: AnyDetail | undefined;
}

function Unit({ field, record }: { readonly field: AnyField; readonly record: AnyDetail }) {
  const unit = field.unitField && record[field.unitField];
  return unit ? <span className="quiet"> {formatValue('text', unit)}</span> : null;
}

function Section({ title, fields, record }: SectionProps) {
  return (
    <section className="panel record-section">
      <h2>{title}</h2>
      <dl>
        {fields.map((field) => (
          <div key={field.field}>
            <dt>{field.label}</dt>
            <dd
              className={record ? alignmentOf(field.kind).replace('figure', 'fixed') : 'skeleton'}
            >
              {record ? <Value definition={field} row={record} /> : <span />}
              {record && <Unit field={field} record={record} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface RecordProps {
  readonly definition: AnyResource;
  readonly id: string;
}

function Record({ definition, id }: RecordProps) {
  const { client } = usePortal();
  const { state } = useLocation() as { state: { back?: string } | null };
  const [view, send] = useWorkflow(() => ({
    workflow: recordWorkflow<AnyDetail>(recordPorts(client, definition)),
    input: { id },
  }));
  const shape = definition.record;
  if (!shape) return null;
  const { record } = view.data;
  const back = state?.back ?? definition.route;
  const Extras = RECORD_EXTRAS[definition.name];
  const sections = Object.entries(
    Object.groupBy(shape.fields as readonly AnyField[], ({ section }) => section),
  );
  return (
    <div className="page" aria-busy={view.status === 'pending' && view.busy}>
      <div className="page-head">
        <h1>
          {shape.title} <span className="quiet fixed">{id}</span>
        </h1>
        <Link className="button" to={back}>
          <Icon name="back" />
          {shape.back}
        </Link>
        {view.commands.edit.allowed && (
          <Link
            className="button primary"
            to={`${definition.route}/${encodeURIComponent(id)}/edit`}
            state={{ back }}
          >
            <Icon name="pencil" />
            Edit
          </Link>
        )}
      </div>
      {view.status === 'failed' ? (
        <ErrorPanel
          detail={view.error.message}
          requestId={view.error.requestId}
          onRetry={() => send({ type: 'retry' })}
        />
      ) : (
        <>
          {sections.map(([title, fields = []]) => (
            <Section key={title} title={title} fields={fields} record={record} />
          ))}
          {shape.nested?.map(({ rows, definition: nested }) => (
            <section key={nested.title} className="panel record-section">
              <h2>{nested.title}</h2>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
              <section className="record-table" aria-label={nested.title} tabIndex={0}>
                <NestedTable definition={nested} rows={record ? rows(record) : []} />
              </section>
            </section>
          ))}
          {Extras && record && <Extras record={record} />}
        </>
      )}
    </div>
  );
}

/** Any record, read only, from its definition alone. */
export function RecordView({ definition }: { readonly definition: AnyResource }) {
  const { id = '' } = useParams();
  return <Record key={id} definition={definition} id={id} />;
}
