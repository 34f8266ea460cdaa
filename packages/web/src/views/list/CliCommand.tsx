import type { AnyListed, ListQuery } from '@forecourt/core';
import { Icon } from '../../parts/Icon.tsx';
import { useToast } from '../../shell/Toasts.tsx';
import { cliCommand } from './cli-command.ts';

interface CliCommandProps {
  readonly definition: AnyListed;
  readonly query: ListQuery;
}

/** A list as a command, for copying. */
export function CliCommand({ definition, query }: CliCommandProps) {
  const toast = useToast();
  const command = cliCommand(definition, query);
  const copy = async () => {
    // Undefined without HTTPS; the text can still be selected and copied.
    await navigator.clipboard?.writeText(command);
    if (navigator.clipboard) toast('good', 'Command copied');
    else toast('warn', "This page can't copy. Select the command and copy it by hand.");
  };
  return (
    <div className="cli">
      <p className="quiet">The same list in a terminal:</p>
      <code>{command}</code>
      <button type="button" className="button primary" onClick={() => void copy()}>
        <Icon name="copy" />
        Copy
      </button>
    </div>
  );
}
