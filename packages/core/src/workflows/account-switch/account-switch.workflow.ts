import { required } from '../../messages/login-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { ActionDefinition } from '../../resource/form.types.ts';
import { actionWorkflow } from '../action/action.workflow.ts';
import type { RecordEvent, RecordInput } from '../record/record.types.ts';
import type { Workflow } from '../workflow.ts';
import type { AccountSwitchPorts, AccountSwitchView } from './account-switch.types.ts';

const LABEL = 'Company Name';

const shared = {
  action: 'session.switch',
  on: 'list',
  texts: { success: MESSAGES.succeeded, failure: MESSAGES.operationError },
} as const;

const switchTo: ActionDefinition = {
  ...shared,
  name: 'switch-to',
  label: 'Switch Account',
  title: MESSAGES.switch.title,
  submitLabel: 'Switch',
  fields: [
    {
      name: 'account',
      label: LABEL,
      section: '',
      input: 'choice',
      required: true,
      requiredText: required(LABEL),
      options: { reference: 'switchAccounts' },
    },
  ],
  // Not sent as such: the port uses the session's own calls, whose responses carry the authorization.
  call: (_ids, draft) => ({ method: 'GET', path: `switch/${draft.account}` }),
};

const switchBack: ActionDefinition = {
  ...shared,
  name: 'switch-back',
  label: MESSAGES.switch.back,
  fields: [],
  call: () => ({ method: 'GET', path: 'switch/manager' }),
};

/**
 * Switches to a managed account ('to': asks for `account`) or back to the user's own ('back': starts at
 * once). When done, the session acts for the other account with its access. When failed, the session is
 * unchanged (AUTH-06, AUTH-07).
 *
 * @param ports how the run reaches the service and the platform
 * @param direction 'to' a managed account, 'back' to the user's own
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(accountSwitchWorkflow(accountSwitchPorts(client), 'to'), { input: {} });
 * run.send({ type: 'field.changed', name: 'account', value: '17' });
 * run.send({ type: 'submit' });
 */
export function accountSwitchWorkflow(
  ports: AccountSwitchPorts,
  direction: 'to' | 'back',
): Workflow<AccountSwitchView, RecordEvent, RecordInput> {
  return actionWorkflow({
    definition: direction === 'to' ? switchTo : switchBack,
    run: async ({ draft }, signal) => {
      if (direction === 'back') await ports.switchBack(signal);
      else await ports.switchTo(String(draft.account), signal);
      return undefined;
    },
    options: ports.options,
    nonce: () => '',
    access: ports.access,
    refuse: () => ports.eligible(direction),
  });
}
