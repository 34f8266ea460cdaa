import type { AnyListed, ListQuery } from '@forecourt/core';
import { Icon } from '../../parts/Icon.tsx';
import { Popover } from '../../parts/Popover.tsx';
import { useToast } from '../../shell/Toasts.tsx';
import { cliCommand } from './cli-command.ts';

interface CopyAsCliProps {
  readonly definition: AnyListed;
  readonly query: ListQuery;
}

/** The same list as a command for the terminal. */
export function CopyAsCli({ definition, query }: CopyAsCliProps) {
  const toast = useToast();
  const command = cliCommand(definition, query);
  const copy = async () => {
    // Absent where the page is not served securely; the text can still be marked and copied.
    await navigator.clipboard?.writeText(command);
    if (navigator.clipboard) toast('good', 'Command copied');
    else toast('warn', 'This page may not copy. Mark the command and copy it by hand.');
  };
  return (
    <Popover
      label="The same list in a terminal"
      button={
        <>
          <Icon name="terminal" />
          <span className="label">Copy as CLI</span>
        </>
      }
    >
      <div className="cli">
        <p className="quiet">The same list in a terminal:</p>
        <code>{command}</code>
        <button type="button" className="button primary" onClick={() => void copy()}>
          <Icon name="copy" />
          Copy
        </button>
      </div>
    </Popover>
  );
}
