import type { SnapshotFrom } from 'xstate';
import type { MenuAccess } from '../../permissions/index.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { actionsOf } from '../actions-of.ts';
import { when } from '../commands.ts';
import type { recordMachine } from './record.machine.ts';
import type { RecordView } from './record.types.ts';

/** What a surface may show and do with one record (LIST-11). */
export function recordView<Detail>(
  { context, value: state }: SnapshotFrom<typeof recordMachine>,
  definition: AnyResource,
  access: MenuAccess | undefined,
): RecordView<Detail> {
  const commands = { reload: when(true), retry: when(state === 'failed') };
  const data = {
    id: context.id,
    // It came from the port of the same definition; the machine does not look into it.
    record: context.record as Detail | undefined,
    actions: actionsOf(definition, access),
  };
  if (state === 'failed' && context.failure) {
    return { status: 'failed', error: context.failure, needs: [], commands, data };
  }
  const busy = state === 'loading';
  return { status: 'pending', step: busy ? 'loading' : 'ready', busy, needs: [], commands, data };
}
