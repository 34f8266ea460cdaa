import type { Decimal, OwnResource } from '@forecourt/core';

/** A row of the list, and a record. */
export interface Vehicle {
  readonly id?: string;
  readonly plate?: string;
  readonly make?: string;
  readonly fuel?: string;
  readonly tank_litres?: Decimal;
  /** YYYY-MM-DD. */
  readonly inspected_on?: string;
  readonly status?: string;
}

declare const vehicles: OwnResource<Vehicle>;
export default vehicles;
