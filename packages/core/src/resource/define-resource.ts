import type { ResourceDefinition } from './resource.types.ts';

/** Declares a resource. Returns the definition unchanged, with its types checked and inferred. */
export const defineResource = <Row, Detail = Row, Name extends string = string>(
  definition: ResourceDefinition<Row, Detail, Name>,
): ResourceDefinition<Row, Detail, Name> => definition;
