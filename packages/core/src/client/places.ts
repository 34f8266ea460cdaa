import * as z from 'zod';
import type { Place } from '../resource/form.types.ts';
import type { Client } from './client.ts';
import { lenientKey, lenientText as text } from './lenient.ts';

/** A place that a search found, by the id to ask for it with. */
export interface FoundPlace {
  readonly id: string;
  /** On one line: '88 Regent Street, Sudbury, ON'. */
  readonly description: string;
}

const foundSchema = z
  .array(z.object({ id: text, description: text }).catch({ id: '', description: '' }))
  .transform((places): readonly FoundPlace[] => places.filter(({ id }) => id !== ''));

const degrees = z.number().optional().catch(undefined);

const placeSchema: z.ZodType<Place> = z.object({
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
 * Places whose address has what was typed in it (WIRE-02); none for blanks, without asking. Wait 300 ms
 * after the last key (COMP-05). Rejects with an `ApiError`.
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

/** A place with its address, by the id of `getPlaces`. Rejects with an `ApiError`. */
export async function getPlace(client: Client, id: string, signal?: AbortSignal): Promise<Place> {
  const { data } = await client.http.json(
    {
      operation: 'places.get',
      method: 'GET',
      path: `places/${encodeURIComponent(id)}`,
      ...(signal && { signal }),
    },
    placeSchema,
  );
  return data;
}
