import type { AnyListed, ListView } from '@forecourt/core';
import type { AnyRow } from './use-list.ts';

/** Props of the parts of a list that only read it. */
export interface ListProps {
  readonly definition: AnyListed;
  readonly view: ListView<AnyRow>;
}
