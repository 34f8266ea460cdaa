import {
  type AnyListed,
  type AnyResource,
  audit,
  findResource,
  RESOURCES,
  type RegisteredResource,
} from '@forecourt/core';
import { usageError } from '../command-error.ts';
import type { Invocation } from '../invocation.ts';

function registeredOf({ resource, operation }: Invocation): RegisteredResource {
  const registered = findResource(resource ?? '');
  if (registered) return registered;
  throw new TypeError(`${operation} has no resource in the registry.`);
}

/** The definition for a command on many rows. The audit trail is a list but no resource of the registry. */
export const listedResource = async (invocation: Invocation): Promise<AnyListed> =>
  invocation.resource === audit.name ? audit : registeredOf(invocation).loadListDefinition();

/** The definition of the list that an argument names. */
export async function listNamed(name: string): Promise<AnyListed> {
  const registered = findResource(name);
  if (registered) return registered.loadListDefinition();
  const names = RESOURCES.map((one) => one.name).join(', ');
  throw usageError(`There is no list '${name}'.`, `Lists: ${names}.`);
}

/** The definition for a command on one record. */
export const wholeResource = (invocation: Invocation): Promise<AnyResource> =>
  registeredOf(invocation).loadDefinition();
