import {
  type ProviderFile,
  startWorkflow,
  type UploadPorts,
  type UploadView,
  uploadPorts,
  uploadWorkflow,
} from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import { drive } from '../drive/drive.ts';
import { EXIT } from '../exit-codes.ts';
import { body, type Work } from '../io/body.ts';
import { changeOnce } from '../io/change-once.ts';
import { openSignedIn } from '../io/client.ts';
import { permitted } from '../io/permitted.ts';
import { digest, openProviderFile } from '../io/provider-file.ts';
import { listedResource } from '../io/resource.ts';
import { refusedRowIssues, refusedRowsText } from '../io/upload-rows.ts';

type Client = ReturnType<typeof openSignedIn>;

/** Hands in a file of records, whose rows the service checks (CARD-03, FORM-08). */
export const run = body(async (work) => {
  const { args, operation, output, settings } = work;
  const { upload } = await listedResource(work);
  if (upload === undefined) throw new TypeError(`${operation} has no definition.`);
  const path = String(args[0]);
  const file = await openProviderFile(path);
  const client = openSignedIn(work, settings, output);
  await permitted(client, upload.action, work.signal);
  const ports = await keepingKey(work, client, file, uploadPorts(client, upload));
  const view = await handIn(work, file, ports);
  if (view.status !== 'done') throw new TypeError('A file came to rest before it was handed in.');
  const { accepted, message, rejected } = view.output;
  const issues = refusedRowIssues(path, rejected);
  const rows = refusedRowsText(output, rejected);
  output.result({
    document: {
      ok: rejected.length === 0,
      operation,
      message,
      accepted,
      rejected: rejected.length,
      issues,
    },
    text: () =>
      [`${message} ${accepted} accepted, ${rejected.length} refused.`, ...rows].join('\n'),
  });
  return rejected.length === 0 ? EXIT.done : EXIT.partlyDone;
});

/** Where every row was refused the failure tells them all. */
async function handIn({ output, args, signal }: Work, file: ProviderFile, ports: UploadPorts) {
  const run = startWorkflow(uploadWorkflow(ports), { input: {} });
  try {
    return await drive<UploadView>(run, {
      answers: {
        file: {
          flag: '<file>',
          value: file,
          refuse: ({ code, message }) => new CommandError(EXIT.inputRefused, code, message),
        },
      },
      signal,
    });
  } catch (error) {
    const { rejected } = run.view.data;
    if (!(error instanceof CommandError) || error.code !== 'nothing_accepted') throw error;
    throw new CommandError(EXIT.inputRefused, error.code, error.message, {
      detail: refusedRowsText(output, rejected).join('\n'),
      issues: refusedRowIssues(String(args[0]), rejected),
    });
  }
}

async function keepingKey(
  work: Work,
  client: Client,
  file: ProviderFile,
  ports: UploadPorts,
): Promise<UploadPorts> {
  const once = changeOnce(work, client, await digest(file, work.signal));
  return {
    ...ports,
    send: (request, signal) =>
      once.send({ key: request.key }, (key) => ports.send({ ...request, key }, signal)),
  };
}
