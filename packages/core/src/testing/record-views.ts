/** What a recorder needs from a workflow run. */
interface Viewed<V> {
  readonly view: V;
  subscribe(listener: (view: V) => void): () => void;
}

/** The recorded views of a run. */
export interface ViewRecord<V> {
  /** The initial view and each later one, in order. */
  readonly views: readonly V[];
  /** Stops recording. */
  stop(): void;
}

/**
 * Records every view of a run, so that a test can assert the whole sequence.
 *
 * @param run a run, just started
 * @returns the views so far
 * @example
 * const record = recordViews(run);
 * await run.until((view) => view.status === 'done');
 * record.views.map((view) => view.status); // ['pending', 'pending', 'done']
 */
export function recordViews<V>(run: Viewed<V>): ViewRecord<V> {
  const views: V[] = [run.view];
  return { views, stop: run.subscribe((view) => views.push(view)) };
}
