import { type Client, loginPorts, loginWorkflow } from '@forecourt/core';
import { useEffect } from 'react';
import { Ask } from './Ask.tsx';
import { useRun } from './use-run.ts';

/** Sign-in: renders the needs of the workflow's view in this page's design. */
export function SignIn({
  client,
  onDone,
}: {
  readonly client: Client;
  readonly onDone: () => void;
}) {
  const [view, send] = useRun(() => loginWorkflow(loginPorts(client)), {});
  const done = view.status === 'done';
  useEffect(() => {
    if (done) onDone();
  }, [done, onDone]);
  return <Ask title="Till" view={view} send={send} label="Open the till" />;
}
