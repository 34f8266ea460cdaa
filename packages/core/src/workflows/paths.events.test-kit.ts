import type { AnyStateMachine } from 'xstate';
import { withEtag } from '../http/bodies.ts';
import { ApiError, networkError } from '../http/outcome.ts';
import type { View } from './view.ts';

export type Seen = View<string, string, unknown, unknown>;

export interface Walk {
  readonly machine: AnyStateMachine;
  readonly input: object;
  readonly events: readonly { readonly type: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: each machine has its own snapshot type
  readonly view: (snapshot: any) => Seen;
  readonly commands: readonly string[];
  /** State in which a saved run resumes, and states in which none may. */
  // biome-ignore lint/suspicious/noExplicitAny: each machine has its own context type
  readonly resume?: (at: any) => { readonly state: string; readonly context: any };
  readonly sending?: readonly string[];
  /** States that this input can't reach. */
  readonly never?: readonly string[];
}

export const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
export const failed = (id: string, error: unknown) => ({ type: `xstate.error.actor.${id}`, error });
export const lost = networkError({ operation: 'call', outcome: 'unknown' }, 'cut off');
export const refused = networkError({ operation: 'call', outcome: 'none' }, 'refused');
export const unprocessable = new ApiError({
  kind: 'http',
  operation: 'call',
  code: 'http_422',
  message: 'Wrong',
  status: 422,
  fieldErrors: [{ pointer: '/email', detail: 'Known already' }],
});
/** Somebody else renamed the record in the meantime. */
export const conflict = new ApiError({
  kind: 'http',
  operation: 'call',
  code: 'conflict',
  message: 'Changed',
  status: 412,
  current: withEtag({ id: '1', name: 'West' }, '"2"'),
});
/** Somebody else deleted the record in the meantime. */
export const gone = new ApiError({
  kind: 'http',
  operation: 'call',
  code: 'http_404',
  message: 'Not found',
  status: 404,
});
export const answer = (name: string, value: unknown) => ({ type: 'field.changed', name, value });
export const commands = (...types: string[]) => types.map((type) => ({ type }));
