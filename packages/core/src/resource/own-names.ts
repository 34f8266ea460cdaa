import type { Option } from './resource.types.ts';

/** Options that are shown as they are sent: 'ESSO', 'DIESEL'. */
export const ownNames = (names: readonly string[]): readonly Option[] =>
  names.map((name) => ({ key: name, value: name }));

/** What a volume is measured in: litres, or US gallons. */
export const UNITS = ownNames(['L', 'USG']);
