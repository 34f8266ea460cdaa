import type { AnyListed, ListQuery } from '@forecourt/core';
import { useEffect, useState } from 'react';
import { useToast } from '../../shell/Toasts.tsx';
import { cliCommand } from './cli-command.ts';

interface CliCommandProps {
  readonly definition: AnyListed;
  readonly query: ListQuery;
}

/** A list as a command, copied as soon as it is shown. */
export function CliCommand({ definition, query }: CliCommandProps) {
  const toast = useToast();
  const command = cliCommand(definition, query);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const { clipboard } = navigator;
    // Absent without HTTPS, and it may be forbidden; the text can still be selected.
    if (!clipboard) return setFailed(true);
    clipboard.writeText(command).then(
      () => toast('good', 'Command copied'),
      () => setFailed(true),
    );
  }, [command, toast]);
  return (
    <div className="cli">
      <p className="quiet">
        {failed
          ? "This page can't copy. Select the command and copy it by hand:"
          : 'The same list in a terminal:'}
      </p>
      <code>{command}</code>
    </div>
  );
}
