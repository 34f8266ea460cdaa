import { type Client, loginPorts, loginWorkflow } from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useEffect } from 'react';
import { Ask } from './Ask.tsx';

/** Sign-in: renders the needs of the workflow's view in this page's design. */
export function SignIn({
  client,
  onDone,
}: {
  readonly client: Client;
  readonly onDone: () => void;
}) {
  const [view, send] = useWorkflow(() => loginWorkflow(loginPorts(client)), {});
  const done = view.status === 'done';
  useEffect(() => {
    if (done) onDone();
  }, [done, onDone]);
  return <Ask title="Till" view={view} send={send} label="Open the till" />;
}
