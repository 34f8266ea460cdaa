import type { Place } from '../../resource/form.types.ts';
import type { Failure, View } from '../view.ts';

/** A place that a search found. */
export interface PlaceChoice {
  readonly id: string;
  /** On one line. */
  readonly description: string;
}

export interface PlacesPorts {
  find(text: string, signal: AbortSignal): Promise<readonly PlaceChoice[]>;
  detail(id: string, signal: AbortSignal): Promise<Place>;
}

export type PlacesEvent =
  | { readonly type: 'typed'; readonly text: string }
  /** One of those that were found; its address is `data.place` once it came. */
  | { readonly type: 'chosen'; readonly id: string }
  | { readonly type: 'retry' };

export interface PlacesData {
  readonly text: string;
  /** For what was typed last; those of an earlier text are gone. */
  readonly found: readonly PlaceChoice[];
  readonly place: Place | undefined;
  readonly error: Failure | undefined;
}

export type PlacesView = View<
  'idle' | 'waiting' | 'searching' | 'offering' | 'fetching',
  'retry',
  PlacesData,
  never
>;
