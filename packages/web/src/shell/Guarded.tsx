import { canOn, type Decision, MESSAGES, type Menu, type Right } from '@forecourt/core';
import type { ReactNode } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { useSession } from '../platform/portal-context.ts';

function Denied({ decision }: { readonly decision: Decision }) {
  return (
    <div className="page">
      <div className="panel empty">
        <Icon name="lock" />
        <h1>{MESSAGES.permissionDenied}</h1>
        {!decision.allowed && <p>{decision.reason.message}</p>}
      </div>
    </div>
  );
}

interface GuardedProps {
  readonly menu: Menu | 'session';
  readonly right: Right;
  readonly children: ReactNode;
}

/** Shows a screen only to users with its right (SHELL-05). */
export function Guarded({ menu, right, children }: GuardedProps) {
  const decision = canOn(useSession()?.access, menu, right);
  return decision.allowed ? children : <Denied decision={decision} />;
}
