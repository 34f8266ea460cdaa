import type { SnapshotFrom } from 'xstate';
import { when } from '../commands.ts';
import type { downloadMachine } from './download.machine.ts';
import type { DownloadView } from './download.types.ts';

/** Derives the view of a download. */
export function downloadView({
  context,
  value: state,
}: SnapshotFrom<typeof downloadMachine>): DownloadView {
  const commands = {
    cancel: when(state === 'transferring' || state === 'failed'),
    retry: when(state === 'failed'),
  };
  const data = { progress: context.progress };
  if (state === 'done' && context.output) {
    return { status: 'done', output: context.output, commands, data };
  }
  if (state === 'failed' && context.failure) {
    return { status: 'failed', error: context.failure, needs: [], commands, data };
  }
  if (state === 'cancelled') return { status: 'cancelled', commands, data };
  return { status: 'pending', step: 'transferring', busy: true, needs: [], commands, data };
}
