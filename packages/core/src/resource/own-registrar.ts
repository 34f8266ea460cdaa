import type { AnyOwnResource } from './own-resource.types.ts';

/**
 * What `createClient` gives its resources to, so that a client alone doesn't bring the registry along. Whoever uses a resource
 * of your own loads the registry, which takes over; until then they wait.
 */
export const registrar: {
  register: (resources: readonly AnyOwnResource[]) => void;
  readonly waiting: AnyOwnResource[];
} = {
  register: (resources) => void registrar.waiting.push(...resources),
  waiting: [],
};
