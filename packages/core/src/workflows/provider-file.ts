import type { ProviderFile } from '../provider-files/types.ts';
import { FILE_GONE } from './failure.ts';
import { perRun } from './per-run.ts';

export const isProviderFile = (value: unknown): value is ProviderFile =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'blob' in value &&
  value.blob instanceof Blob;

/** Keeps the chosen file of each run, which a snapshot can't hold. `fileOf` throws if another process chose it. */
export function chosenFile() {
  const files = perRun<{ file: ProviderFile | undefined }>(() => ({ file: undefined }));
  return {
    fileOf: (system: object): ProviderFile => {
      const { file } = files(system);
      if (file === undefined) throw FILE_GONE;
      return file;
    },
    /** The machine's actions: after an answer, and when the file is no longer wanted. */
    actions: {
      keepFile: (
        { system }: { readonly system: object },
        { name, value }: { readonly name: string; readonly value: unknown },
      ) => {
        if (name === 'file') files(system).file = isProviderFile(value) ? value : undefined;
      },
      forgetFile: ({ system }: { readonly system: object }) => {
        files(system).file = undefined;
      },
    },
  };
}
