// What the examples in doc comments take for granted: a client, a run, an account. Names of the SDK are imported for them.
import type * as sdk from '@forecourt/core';
import type { AnyStateMachine } from 'xstate';

declare global {
  const email: string;
  const password: string;
  const secret: string;
  const baseUrl: string;
  const text: string;
  const blob: Blob;
  const lines: unknown[];
  const store: sdk.SessionStore;
  const client: sdk.Client;
  const access: sdk.MenuAccess;
  const keep: sdk.KeepFile;
  const platform: sdk.ImportPlatform;
  const providers: readonly sdk.Option[];
  const texts: sdk.ImportInput['texts'];
  const vehicles: sdk.OwnResource;
  const ports: never;
  const run: sdk.WorkflowRun<sdk.LoginView, sdk.LoginEvent>;
  const workflow: sdk.Workflow<sdk.LoginView, sdk.LoginEvent, sdk.LoginInput>;
  const input: sdk.LoginInput;
  const saved: sdk.SavedRun;
  const machine: AnyStateMachine;
  type TanksView = { readonly status: 'done'; readonly output: number };
  type TanksEvent = { readonly type: 'dip' };
  type TanksInput = { readonly site: string };
  const expect: (value: unknown) => { toEqual(other: unknown): void };
  const process: { readonly env: Readonly<Record<string, string | undefined>> };
  const appendFileSync: (path: string, text: string) => void;
  const readFile: (path: string, encoding: 'utf8') => Promise<string>;
  const writeFile: (path: string, text: string) => Promise<void>;
}
