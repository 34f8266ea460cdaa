import {
  type Client,
  type Draft,
  type ProviderFile,
  startWorkflow,
  type UploadOutput,
  type UploadPorts,
  uploadWorkflow,
} from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { digest } from '../files/provider-file.ts';
import { changeOnce } from '../journal/change-once.ts';
import { refusedRowIssues, refusedRowsText } from '../output/upload-rows.ts';
import { clockOf } from '../runtime.ts';
import type { Work } from '../work.ts';
import { drive } from './drive.ts';

/** A file to upload: its ports and the fields that go with it. */
export interface UploadedFile {
  readonly client: Client;
  readonly path: string;
  readonly file: ProviderFile;
  readonly ports: UploadPorts;
  readonly provided?: Draft;
}

/** Writes the key to disk before the file is sent; the same command run again asks under that key. */
async function keepingKey(work: Work, { client, file, ports }: UploadedFile): Promise<UploadPorts> {
  const once = changeOnce(work, client, await digest(file, work.signal));
  return {
    ...ports,
    send: (request, signal) =>
      once.send({ key: request.key }, (key) => ports.send({ ...request, key }, signal)),
  };
}

/** Uploads a file once (FORM-08). When every row was refused, the failure lists them all. */
export async function uploadFile(work: Work, handed: UploadedFile): Promise<UploadOutput> {
  const { file, provided, path } = handed;
  const ports = await keepingKey(work, handed);
  const run = startWorkflow(uploadWorkflow(ports), {
    ...clockOf(work.runtime),
    input: { ...(provided && { provided }) },
  });
  try {
    const view = await drive(run, {
      answers: {
        file: {
          flag: '<file>',
          value: file,
          refuse: ({ code, message }) => new CommandError(EXIT.inputRefused, code, message),
        },
      },
      signal: work.signal,
      recording: work.recording,
    });
    if (view.status === 'done') return view.output;
    throw new TypeError('The upload stopped before its end.');
  } catch (error) {
    const { rejected } = run.view.data;
    if (!(error instanceof CommandError) || error.code !== 'nothing_accepted') throw error;
    // Without refused rows the failure itself says why.
    if (rejected.length === 0) throw error;
    throw new CommandError(EXIT.inputRefused, error.code, error.message, {
      detail: refusedRowsText(work.output, rejected).join('\n'),
      issues: refusedRowIssues(path, rejected),
    });
  }
}
