import { digestFile } from '@forecourt/core';
import { checkProviderFile, correctFile, detectProviders } from '@forecourt/core/provider-files';
import { serveTask } from '../../platform/in-worker.ts';
import type { CheckTask } from './check-in-worker.ts';

serveTask<CheckTask>(async (task, onProgress) => {
  switch (task.kind) {
    case 'digest':
      return digestFile(task.file.blob);
    case 'recognise': {
      const found = await detectProviders(task.file, { layouts: task.tables.layouts });
      return found.length === 1 ? found[0] : undefined;
    }
    case 'correct':
      return correctFile(task.file, task.corrections, { sheets: task.sheets });
    case 'check':
      return checkProviderFile(task.file, {
        provider: task.provider,
        accept: task.accept,
        layouts: task.tables.layouts,
        taxTables: task.tables.taxTables,
        today: task.today,
        onProgress: ({ rows }) => onProgress(rows),
      });
  }
});
