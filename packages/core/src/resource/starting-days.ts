import { localToday } from '../format/dates.ts';
import type { Draft } from './form.types.ts';
import type { AnyResource } from './resource.types.ts';

/**
 * Returns the initial values of a form opened from a row: each required day is today, such as a payment's
 * (PAY-05).
 *
 * @param definition the definition of the form's resource
 * @param today the service's day, YYYY-MM-DD
 */
export const startingDays = ({ form }: AnyResource, today = localToday()): Draft =>
  Object.fromEntries(
    (form?.fields({ mode: 'create', draft: {}, detail: undefined }) ?? [])
      .filter(({ input, required }) => input === 'day' && required)
      .map(({ name }) => [name, today]),
  );
