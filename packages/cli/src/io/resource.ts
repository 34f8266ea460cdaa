import {
  type AnyListed,
  type AnyResource,
  findResource,
  type ResourcePlace,
} from '@forecourt/core';
import type { Invocation } from '../commands/command.types.ts';

function placeOf({ resource, operation }: Invocation): ResourcePlace {
  const place = findResource(resource ?? '');
  if (place) return place;
  throw new TypeError(`${operation} is built for a resource that the registry lacks.`);
}

/** What a generic command on many rows works with. */
export const listedResource = (invocation: Invocation): Promise<AnyListed> =>
  placeOf(invocation).loadList();

/** What a generic command on one record works with. */
export const wholeResource = (invocation: Invocation): Promise<AnyResource> =>
  placeOf(invocation).loadWhole();
