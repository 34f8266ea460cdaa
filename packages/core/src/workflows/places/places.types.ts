import type { Place } from '../../resource/form.types.ts';
import type { Failure, View } from '../view.ts';

/** A search result. */
export interface PlaceChoice {
  readonly id: string;
  /** On one line. */
  readonly description: string;
}

/** Effects of the address autocomplete. */
export interface PlacesPorts {
  find(text: string, signal: AbortSignal): Promise<readonly PlaceChoice[]>;
  detail(id: string, signal: AbortSignal): Promise<Place>;
}

/** Input of the address autocomplete: the text to begin with. */
export interface PlacesInput {
  readonly text?: string;
}

/** Events of the address autocomplete. */
export type PlacesEvent =
  | { readonly type: 'typed'; readonly text: string }
  /** Selects a search result; its address is in `data.place` once loaded. */
  | { readonly type: 'chosen'; readonly id: string }
  | { readonly type: 'retry' };

/** What the address autocomplete shows. */
export interface PlacesData {
  readonly text: string;
  /** Results for the current text; those for an earlier text are dropped. */
  readonly found: readonly PlaceChoice[];
  readonly place: Place | undefined;
  readonly error: Failure | undefined;
}

/** View of the address autocomplete. */
export type PlacesView = View<
  'idle' | 'waiting' | 'searching' | 'offering' | 'fetching',
  'retry',
  PlacesData,
  never
>;
