import type { ResourceDefinition } from './resource.types.ts';

/** Declares a resource. Returns the definition unchanged, with its types checked and inferred. */
export const defineResource = <Row, Detail = Row>(
  definition: ResourceDefinition<Row, Detail>,
): ResourceDefinition<Row, Detail> => definition;
