import {
  type AnyResource,
  type CustomerPage,
  can,
  canOn,
  customerPagePorts,
  customerStatement,
  dashboardWorkflow,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { lastMonth } from '../../platform/last-month.ts';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { useHere, useWayBack } from '../../platform/way-back.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { Figures, FigureTools } from '../../views/figures/Figures.tsx';
import { type KeptDialog, useKeptDialog } from '../../views/form/use-draft.ts';
import { PageTools } from '../../views/PageTools.tsx';
import { Caption } from '../../views/record/Caption.tsx';
import { RelatedLinks } from '../../views/record/RelatedLinks.tsx';
import '../../views/record/record.css';

const ActionDialog = dialogOnDemand(
  () => import('../../views/dialogs/ActionDialog.tsx'),
  'ActionDialog',
);

interface CustomerProps {
  readonly definition: AnyResource;
  readonly id: string;
}

function Statement({ page }: { readonly page: CustomerPage }) {
  const access = useSession()?.access;
  const kept = useKeptDialog();
  const [open, setOpen] = useState<Partial<KeptDialog> | undefined>(kept);
  if (!can(access, customerStatement.action).allowed) return null;
  return (
    <>
      <button
        type="button"
        className="button primary"
        onClick={() => setOpen({})}
        {...ActionDialog.near}
      >
        <Icon name="download" />
        {customerStatement.label}
      </button>
      {open && (
        <ActionDialog
          definition={{ name: 'customers' }}
          action={customerStatement}
          ids={[page.id]}
          row={{ name: page.name }}
          provided={lastMonth(page.today)}
          saved={open.saved}
          onClose={() => setOpen(undefined)}
          onDone={() => undefined}
        />
      )}
    </>
  );
}

const Contact = ({ contact }: Pick<CustomerPage, 'contact'>) =>
  contact.length > 0 && (
    <section aria-label="Contact">
      <dl className="panel record-summary">
        {contact.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );

function Customer({ definition, id }: CustomerProps) {
  const { client } = usePortal();
  const session = useSession();
  const here = useHere();
  const way = useWayBack(definition.route);
  const [view, send] = useWorkflow(() => dashboardWorkflow(customerPagePorts(client, id)), {});
  const page = view.data.dashboard;
  const name = page?.name;
  return (
    <div className="page dashboard" aria-busy={view.status === 'pending' && view.busy}>
      <div className="page-head">
        <h1>
          {definition.record?.title} <Caption definition={definition} record={page} id={id} />
        </h1>
        <PageTools record={`customer ${name ?? id}`}>
          <Link className="button kept" to={way.back} onClick={way.onClick}>
            <Icon name="back" />
            Back
          </Link>
          {view.status !== 'failed' && (
            <RelatedLinks
              definition={definition}
              record={page && { id, name: page.name, company_name: page.company }}
              onPage
            />
          )}
          <FigureTools view={view} send={send} />
          {canOn(session?.access, definition.menu, 'update').allowed && (
            <Link
              className="button"
              to={`${definition.route}/${encodeURIComponent(id)}/edit`}
              state={here}
            >
              <Icon name="pencil" />
              Edit
            </Link>
          )}
          {page && <Statement page={page} />}
        </PageTools>
      </div>
      {page && <Contact contact={page.contact} />}
      <Figures name="customer" view={view} send={send} />
    </div>
  );
}

/** A customer at a glance: what it owes, spends and has, each figure leading to its list (CUST-03). */
export function CustomerScreen({ definition }: Pick<CustomerProps, 'definition'>) {
  const { id = '' } = useParams();
  return <Customer key={id} definition={definition} id={id} />;
}
