import * as z from 'zod/mini';
import type { Place } from '../resource/form.types.ts';
import { pathPart } from '../resource/path-part.ts';
import type { Client } from './client.ts';
import { lenientKey, lenientText as text } from './lenient.ts';

/** A search result; `id` is for `getPlace`. */
export interface FoundPlace {
  readonly id: string;
  /** On one line: '88 Regent Street, Sudbury, ON'. */
  readonly description: string;
}

const foundSchema = z.pipe(
  z.array(z.catch(z.object({ id: text, description: text }), { id: '', description: '' })),
  z.transform((places): readonly FoundPlace[] => places.filter(({ id }) => id !== '')),
);

const degrees = z.catch(z.optional(z.number()), undefined);

const placeSchema: z.core.$ZodType<Place> = z.object({
  id: text,
  address1: text,
  city: lenientKey,
  state: lenientKey,
  country: lenientKey,
  postal_code: text,
  lat: degrees,
  lng: degrees,
});

/**
 * Finds places whose address contains the input (WIRE-02); resolves to none for blank input, without
 * calling the service. Callers should wait 300 ms after the last key press (COMP-05). Rejects with an
 * `ApiError`.
 *
 * @param client whose session and connection are used
 * @param input what was typed
 * @param signal aborts the call
 * @returns the places, best first
 */
export async function getPlaces(
  client: Client,
  input: string,
  signal?: AbortSignal,
): Promise<readonly FoundPlace[]> {
  if (input.trim() === '') return [];
  const { data } = await client.http.json(
    {
      operation: 'places.find',
      method: 'GET',
      path: 'places',
      query: [['input', input.trim()]],
      ...(signal && { signal }),
    },
    foundSchema,
  );
  return data;
}

/**
 * Loads a place with its address by an id from `getPlaces`. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param id the place's id
 * @param signal aborts the call
 * @returns the place
 */
export async function getPlace(client: Client, id: string, signal?: AbortSignal): Promise<Place> {
  const { data } = await client.http.json(
    {
      operation: 'places.get',
      method: 'GET',
      path: `places/${pathPart(id)}`,
      ...(signal && { signal }),
    },
    placeSchema,
  );
  return data;
}
