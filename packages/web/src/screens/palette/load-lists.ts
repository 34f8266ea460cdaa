import { type AnyListed, RESOURCES } from '@forecourt/core';

/** What is listed of every resource: labels, rights and routes of its buttons. */
export const loadLists = (): Promise<readonly AnyListed[]> =>
  Promise.all(RESOURCES.map(({ loadListDefinition }) => loadListDefinition()));
