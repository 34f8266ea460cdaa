import '../../platform/no-eval.ts';
import { digestFile } from '@forecourt/core';
import { checkProviderFile, type TransactionProvider } from '@forecourt/core/provider-files';
import type { CheckAnswer, CheckTask } from './check-in-worker.ts';

const answer = (message: CheckAnswer) => postMessage(message);

async function run(task: CheckTask): Promise<CheckAnswer> {
  if (task.kind === 'digest') return { kind: 'digested', digest: await digestFile(task.file.blob) };
  const report = await checkProviderFile(task.file, {
    provider: task.provider as TransactionProvider,
    onProgress: ({ rows }) => answer({ kind: 'progress', rows }),
  });
  return { kind: 'checked', report };
}

addEventListener('message', ({ data }: MessageEvent<CheckTask>) => {
  run(data).then(answer, (error: unknown) => {
    const { name, message, code } = error as Error & { code?: unknown };
    answer({ kind: 'failed', name, message, code: typeof code === 'string' ? code : undefined });
  });
});
