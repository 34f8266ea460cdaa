import { type AnyListed, RESOURCES } from '@forecourt/core';

/** Loads every resource's list definition, for labels, rights and routes. */
export const loadLists = (): Promise<readonly AnyListed[]> =>
  Promise.all(RESOURCES.map(({ loadListDefinition }) => loadListDefinition()));
