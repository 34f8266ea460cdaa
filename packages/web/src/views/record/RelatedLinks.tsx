import { type AnyResource, opensRecords, recordRoute, relatedLists } from '@forecourt/core';
import { Link } from 'react-router-dom';
import { useSession } from '../../platform/portal-context.ts';
import { useHere } from '../../platform/way-back.ts';

interface RelatedLinksProps {
  readonly definition: AnyResource;
  /** Undefined while it loads: the links keep their room. */
  readonly record: Readonly<Record<string, unknown>> | undefined;
  /** Shown on the record's own page, to which the others lead too. */
  readonly onPage?: boolean;
}

/** Leads from a record to the lists of its own rows: a customer's cards, an invoice's payments (LIST-16). */
export function RelatedLinks({ definition, record, onPage = false }: RelatedLinksProps) {
  const access = useSession()?.access;
  const here = useHere();
  const paged = !onPage && definition.record?.page && opensRecords(definition, access);
  // The page has the other links, and the form's head has room for one.
  const links = paged
    ? [{ label: 'Summary', route: record && recordRoute(definition, definition.id(record)) }]
    : relatedLists(definition, record, access);
  return links.map(({ label, route }) =>
    route === undefined ? (
      <span key={label} className="button awaited" aria-hidden="true">
        {label}
      </span>
    ) : (
      <Link key={label} className="button" to={route} state={here}>
        {label}
      </Link>
    ),
  );
}
