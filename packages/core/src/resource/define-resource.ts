import type { FieldOf, ListNames, ResourceDefinition } from './resource.types.ts';

/**
 * Declares a resource. Returns the definition unchanged, with its types checked and inferred.
 *
 * @param definition what the resource says: list, record, form, texts, calls
 * @example
 * const busy = defineResource({ ...cards, name: 'busy-cards', noun: ['busy card', 'busy cards'] });
 */
export const defineResource = <
  Row,
  Detail = Row,
  Name extends string = string,
  Names extends ListNames = ListNames<FieldOf<Row>>,
>(
  definition: ResourceDefinition<Row, Detail, Name, Names>,
): ResourceDefinition<Row, Detail, Name, Names> => definition;
