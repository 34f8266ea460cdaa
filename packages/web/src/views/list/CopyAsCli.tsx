import type { AnyListed, ListQuery } from '@forecourt/core';
import { Icon } from '../../parts/Icon.tsx';
import { Popover } from '../../parts/Popover.tsx';
import { partOnDemand } from '../../parts/part-on-demand.tsx';

const CliCommand = partOnDemand(() => import('./CliCommand.tsx'), 'CliCommand', {
  waiting: () => <div className="cli" />,
});

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
    <CliCommand {...props} />
  </Popover>
);
