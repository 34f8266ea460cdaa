import { type LeadsTo, recordLink } from '@forecourt/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../platform/portal-context.ts';
import { useHere } from '../platform/way-back.ts';

interface RecordLinkProps {
  readonly value: { readonly field: string; readonly leadsTo?: LeadsTo | undefined };
  readonly row: Readonly<Record<string, unknown>>;
  readonly children: ReactNode;
}

/** A value that leads to the record that it names, if the account may read it (LIST-16). */
export function RecordLink({ value, row, children }: RecordLinkProps) {
  const access = useSession()?.access;
  const here = useHere();
  const { pathname } = useLocation();
  const to = recordLink(value, row, access);
  // A record doesn't lead to itself.
  if (!to || to === pathname) return children;
  return (
    <Link className="record-link" to={to} state={here}>
      {children}
    </Link>
  );
}
