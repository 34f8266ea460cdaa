import type { AnyListed, ListQuery } from '@forecourt/core';
import { lazy, Suspense } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Popover } from '../../parts/Popover.tsx';

const CliCommand = lazy(async () => ({ default: (await import('./CliCommand.tsx')).CliCommand }));

interface CopyAsCliProps {
  readonly definition: AnyListed;
  readonly query: ListQuery;
}

/** Copies the list as a terminal command. */
export const CopyAsCli = (props: CopyAsCliProps) => (
  <Popover
    label="The same list in a terminal"
    align="start"
    button={
      <>
        <Icon name="terminal" />
        <span className="label">Copy as CLI</span>
      </>
    }
  >
    <Suspense fallback={<div className="cli" />}>
      <CliCommand {...props} />
    </Suspense>
  </Popover>
);
