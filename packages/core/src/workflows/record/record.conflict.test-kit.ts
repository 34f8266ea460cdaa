import { withEtag } from '../../http/bodies.ts';
import { ApiError } from '../../http/outcome.ts';
import { type Depot, startRecord } from './record.test-kit.ts';
import type { RecordInput } from './record.types.ts';

/** The depot that is loaded before somebody else changes it. */
export const SOUTH: Depot = { id: '7', name: 'South', email: 'a@b.test', amount: '10.00' };

export const tagged = (depot: Depot, version: number): Depot =>
  withEtag({ ...depot }, `"${version}"`);

/** The refusal of a save for an outdated version, with the current record if the service sends it. */
export const conflict = (current: Depot | undefined, more: object = {}) =>
  new ApiError({
    kind: 'http',
    operation: 'depots',
    code: 'conflict',
    message: 'Changed meanwhile',
    status: 412,
    current,
    ...more,
  });

export async function startEdit(
  more: Partial<RecordInput> = {},
  definition?: Parameters<typeof startRecord>[1],
  loaded = tagged(SOUTH, 1),
) {
  const record = startRecord({ id: '7', mode: 'edit', ...more }, definition);
  await record.fetchRecord.last().resolve(loaded);
  return record;
}

export type Started = Awaited<ReturnType<typeof startEdit>>;

/** Returns a conflict's fields as the view shows them: loaded, mine, theirs, who changed it, and whose is taken. */
export const fieldsOf = ({ run }: Started) =>
  Object.fromEntries(
    (run.view.data.conflict?.fields ?? []).map(({ changed, loaded, mine, name, take, theirs }) => [
      name,
      [loaded.shown, mine.shown, theirs.shown, changed, take],
    ]),
  );
