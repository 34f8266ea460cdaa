import { downloadFile } from '../http/transfer.ts';
import { ALLOWED, refused } from '../permissions/index.ts';
import type { ActionDefinition } from '../resource/form.types.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import type { AccountSwitchPorts } from '../workflows/account-switch/account-switch.types.ts';
import type { ActionPorts } from '../workflows/action/action.types.ts';
import type { PlacesPorts } from '../workflows/places/places.types.ts';
import type { Client } from './client.ts';
import { getOptions } from './options.ts';
import { getPlace, getPlaces } from './places.ts';
import { type KeepFile, keepOrLetGo, randomText } from './ports.ts';
import { optionsFrom } from './ports-record.ts';
import { sendChange } from './send-change.ts';
import { switchAccount, switchBack } from './switch-account.ts';

/**
 * Returns the ports for an action of a resource, or an action without a resource (a report). An incomplete file is
 * never kept.
 *
 * @param client whose session and connection are used
 * @param resource the resource whose action it is; its name is in error reports
 * @param action the action's definition
 * @param keep saves the file that the action makes; needed for an action that makes one
 * @throws TypeError for an action that makes a file, without `keep`
 */
export function actionPorts<Name extends string = string>(
  client: Client,
  resource: Pick<AnyResource, 'name'>,
  action: ActionDefinition<Name>,
  keep?: KeepFile,
): ActionPorts<Name> {
  if (action.file !== undefined && keep === undefined) {
    throw new TypeError(`${resource.name}.${action.name} makes a file: pass what keeps it.`);
  }
  return {
    definition: action,
    run: async ({ draft, ids, key }, signal) => {
      const operation = `${resource.name}.${action.name}`;
      const call = { ...action.call(ids, draft), operation, idempotencyKey: key, signal };
      if (action.file === undefined || keep === undefined) {
        const answer = await sendChange(client, call);
        return action.texts.report && { message: action.texts.report(answer) };
      }
      // Producing a file changes nothing, so a lost response leaves no doubt about the outcome.
      const download = await downloadFile(client.http, { ...call, safe: true });
      const fileName = download.fileName ?? action.file(draft);
      const tools = { signal, onProgress: () => undefined };
      return keepOrLetGo({ ...download, fileName }, keep, tools);
    },
    options: optionsFrom(client),
    nonce: randomText,
    access: client.session.access,
  };
}

const NOT_ELIGIBLE = refused('not_eligible', 'Your account can not switch into another one.');
const NOT_SWITCHED = refused('not_switched', 'You are in your own account already.');

/**
 * Returns the ports for switching to a managed account and back.
 *
 * @param client whose session and connection are used
 */
export function accountSwitchPorts(client: Client): AccountSwitchPorts {
  const { session } = client;
  return {
    switchTo: async (id, signal) => {
      const accounts = await getOptions(client, 'switchAccounts', [], signal);
      const name = accounts.find(({ key }) => key === id)?.value ?? id;
      await switchAccount(client, { id, name }, signal);
    },
    switchBack: (signal) => switchBack(client, signal),
    options: optionsFrom(client),
    access: session.access,
    eligible: (direction) => {
      const { actingFor, switchEligible } = session.current ?? {};
      if (direction === 'back') return actingFor ? ALLOWED : NOT_SWITCHED;
      return switchEligible ? ALLOWED : NOT_ELIGIBLE;
    },
  };
}

/**
 * Returns the ports for the address autocomplete.
 *
 * @param client whose session and connection are used
 */
export const placesPorts = (client: Client): PlacesPorts => ({
  find: (text, signal) => getPlaces(client, text, signal),
  detail: (id, signal) => getPlace(client, id, signal),
});
