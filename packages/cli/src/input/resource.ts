import {
  type AnyListed,
  type AnyResource,
  audit,
  findResource,
  type RegisteredResource,
} from '@forecourt/core';
import type { Invocation } from '../invocation.ts';

function placeOf({ resource, operation }: Invocation): RegisteredResource {
  const place = findResource(resource ?? '');
  if (place) return place;
  throw new TypeError(`${operation} is built for a resource that the registry lacks.`);
}

/** What a generic command on many rows works with. The trail is a list, and no resource of the registry. */
export const listedResource = async (invocation: Invocation): Promise<AnyListed> =>
  invocation.resource === audit.name ? audit : placeOf(invocation).loadListDefinition();

/** What a generic command on one record works with. */
export const wholeResource = (invocation: Invocation): Promise<AnyResource> =>
  placeOf(invocation).loadDefinition();
