import { type AnyResource, findResource } from '@forecourt/core';
import type { Invocation } from '../commands/command.types.ts';

/** The definition that a generic command works with. */
export function resourceOf({ resource, operation }: Invocation): AnyResource {
  const definition = findResource(resource ?? '');
  if (definition) return definition;
  throw new TypeError(`${operation} is built for a resource that the registry lacks.`);
}
