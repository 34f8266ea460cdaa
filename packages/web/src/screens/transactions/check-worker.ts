import { digestFile } from '@forecourt/core';
import { checkProviderFile } from '@forecourt/core/provider-files';
import { serveTask } from '../../platform/in-worker.ts';
import type { CheckTask } from './check-in-worker.ts';

serveTask<CheckTask>(async (task, onProgress) => {
  if (task.kind === 'digest') return digestFile(task.file.blob);
  return checkProviderFile(task.file, {
    provider: task.provider,
    accept: task.accept,
    layouts: task.tables.layouts,
    taxTables: task.tables.taxTables,
    onProgress: ({ rows }) => onProgress(rows),
  });
});
