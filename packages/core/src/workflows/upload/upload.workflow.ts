/**
 * Uploads a file that the service checks (cards, daily rates). Start reading here: machine, context and
 * view are in the files named after them. Files that are checked row by row before they are sent belong to
 * `import`.
 */

import { fromPromise } from 'xstate';
import { can } from '../../permissions/index.ts';
import type { UploadDefinition } from '../../resource/form.types.ts';
import { chosenFile } from '../provider-file.ts';
import { sendAgain } from '../sending.ts';
import { defineWorkflow, type StateAndContext, type Workflow } from '../workflow.ts';
import { FILE_IN_DOUBT, NO_FILE, type UploadContext } from './upload.context.ts';
import { uploadMachine } from './upload.machine.ts';
import type { UploadEvent, UploadInput, UploadPorts, UploadView } from './upload.types.ts';
import { uploadView } from './upload.view.ts';

type At = StateAndContext<ReturnType<typeof uploadMachine>>;

/**
 * Another process doesn't have the file: asks for it again, under the same key if it may have been sent.
 */
export function resumeUpload({ state, context }: At): At {
  if (state === 'done' || state === 'cancelled') return { state, context };
  const unknown = context.failure?.outcome === 'unknown';
  if (state !== 'sending' && state !== 'resolving' && !unknown) {
    return { state: 'collecting', context: { ...context, ...NO_FILE } };
  }
  const { key } = context;
  return { state: 'failed', context: { ...context, ...NO_FILE, key, failure: FILE_IN_DOUBT } };
}

/**
 * Uploads a file whose rows the service checks: cards, daily rates. Answer the definition's fields and `file` (a
 * `ProviderFile`), then `submit`. Sent under one key, so that retrying after a lost response never enters it twice.
 * The output lists refused rows along with the number of accepted ones (FORM-08). Fails if the service refuses the
 * whole file, or with 'nothing_accepted' and nothing sent if the ports' check holds it back; `data.rejected` says why.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * if (cards.upload) {
 *   const run = startWorkflow(uploadWorkflow(uploadPorts(client, cards.upload)), { input: {} });
 *   run.send({ type: 'field.changed', name: 'file', value: { name: 'cards.csv', blob } });
 *   run.send({ type: 'submit' });
 * }
 */
export function uploadWorkflow<Name extends string = string>(
  ports: UploadPorts<Name>,
): Workflow<UploadView<Name>, UploadEvent<Name>, UploadInput<Name>> {
  const definition: UploadDefinition = ports.definition;
  const { actions, fileOf } = chosenFile();
  const permission = () => can(ports.access(), definition.action);
  const send = async ({ draft, key = '' }: UploadContext, system: object, signal: AbortSignal) => {
    return ports.send({ file: fileOf(system), draft, key }, signal);
  };
  const machine = uploadMachine(definition, ports.nonce).provide({
    actors: {
      check: fromPromise(
        async ({ input, system, signal }) =>
          ports.check?.(fileOf(system), input.draft, signal) ?? [],
      ),
      send: fromPromise(async ({ input, system, signal }) => send(input, system, signal)),
      resolve: fromPromise(async ({ input, system, signal }) =>
        sendAgain(() => send(input, system, signal), {
          clock: system._clock,
          signal,
          message: definition.texts.failure,
        }),
      ),
    },
    actions,
    guards: { permitted: () => permission().allowed, checks: () => ports.check !== undefined },
  });
  // The machine knows the fields' names as text; the definition has them in its type.
  return defineWorkflow<typeof machine, UploadView, UploadEvent, UploadInput>({
    id: `upload.${definition.action}`,
    version: 1,
    machine,
    resume: resumeUpload,
    view: (snapshot) => uploadView(snapshot, definition, permission()),
  }) as unknown as Workflow<UploadView<Name>, UploadEvent<Name>, UploadInput<Name>>;
}
