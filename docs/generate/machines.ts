import {
  accountSwitchPorts,
  accountSwitchWorkflow,
  attachmentPorts,
  bulkPorts,
  bulkWorkflow,
  cards,
  createClient,
  dailyRates,
  downloadWorkflow,
  importPorts,
  importWorkflow,
  listPorts,
  listWorkflow,
  loginPorts,
  loginWorkflow,
  memoryStore,
  placesPorts,
  placesWorkflow,
  recordPorts,
  recordWorkflow,
  uploadPorts,
  uploadWorkflow,
} from '@forecourt/core';
import type { AnyStateMachine } from 'xstate';
import { type DrawnEdge, type DrawnState, graphSvg } from './graph-svg.ts';

/** A machine of the SDK and its purpose. */
export interface MachinePage {
  readonly name: string;
  readonly about: string;
  readonly states: readonly DrawnState[];
  readonly edges: readonly DrawnEdge[];
  readonly svg: string;
}

// Never called: the machines are inspected, not run.
const client = createClient({ baseUrl: 'http://127.0.0.1/api/v1', store: memoryStore() });
const never = () => Promise.reject(new Error('not run'));

const MACHINES: readonly (readonly [name: string, about: string, machine: AnyStateMachine])[] = [
  [
    'login',
    'Signs in, then loads the rights of the account (AUTH-02, AUTH-04).',
    loginWorkflow(loginPorts(client)).machine,
  ],
  [
    'list',
    'Shows a page of rows: paging, sorting, filtering, selecting and deleting.',
    listWorkflow(listPorts(client, cards)).machine,
  ],
  [
    'record',
    'Shows, creates, updates or deletes one record: form, confirmation before leaving, resolution of lost answers. Actions use it too.',
    recordWorkflow(recordPorts(client, cards)).machine,
  ],
  [
    'import',
    'Checks a provider’s file, looks it up, sends it once, and resolves a lost answer (TXN-12, TXN-13).',
    importWorkflow(importPorts(client, { check: never, keep: never })).machine,
  ],
  [
    'upload',
    'Uploads a file whose rows the service checks: cards, daily rates.',
    uploadWorkflow(uploadPorts(client, dailyRates)).machine,
  ],
  [
    'download',
    'Downloads a file, completely or not at all (ERR-03).',
    downloadWorkflow(attachmentPorts(client, never)).machine,
  ],
  [
    'bulk',
    'Makes the same change of picked rows, one after another, and reports what was left (LIST-15).',
    bulkWorkflow(
      bulkPorts(client, cards, {
        name: 'hold',
        action: 'cards.update',
        label: 'Hold',
        texts: { done: '' },
      }),
    ).machine,
  ],
  [
    'places',
    'Completes an address while the user types (COMP-05).',
    placesWorkflow(placesPorts(client)).machine,
  ],
  [
    'account-switch',
    'Switches into a managed account, and back (AUTH-06, AUTH-07). This is the record machine with a form of one field.',
    accountSwitchWorkflow(accountSwitchPorts(client), { direction: 'to' } as never).machine,
  ],
];

/** States in which a run ends because it was abandoned. */
const LEFT: readonly string[] = ['cancelled', 'left'];

/** 'xstate.done.actor.fetchRecord' → 'fetchRecord ✓'. */
function eventName(event: string): string {
  const [, ended, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event) ?? [];
  if (actor) return `${actor.replace(/^\d+\./, '')} ${ended === 'done' ? '✓' : '✗'}`;
  const after = /^xstate\.after\.([^.]+)\./.exec(event);
  if (after) return `after ${after[1]}`;
  return event === '' ? 'at once' : event;
}

function edgesOf(machine: AnyStateMachine): DrawnEdge[] {
  const labels = new Map<string, Set<string>>();
  for (const [from, node] of Object.entries(machine.states)) {
    const { always = [] } = node;
    const all = [...[...node.transitions.values()].flat(), ...always];
    for (const { eventType, target } of all) {
      for (const { key: to } of target ?? []) {
        if (to === from) continue;
        const known = labels.get(`${from}>${to}`) ?? new Set();
        labels.set(`${from}>${to}`, known.add(eventName(eventType)));
      }
    }
  }
  return [...labels].map(([way, events]) => {
    const [from = '', to = ''] = way.split('>');
    return { from, to, labels: [...events] };
  });
}

/** Returns every machine of the SDK with its diagram. */
export const machinePages = (): readonly MachinePage[] =>
  MACHINES.map(([name, about, machine]) => {
    const states = Object.entries(machine.states).map(([state, { type }]) => ({
      name: state,
      final: type === 'final',
    }));
    const edges = edgesOf(machine);
    // Every state has an edge to these; drawing them would hide all others. The table lists them.
    const onward = edges.filter(({ to }) => !LEFT.includes(to));
    const drawn = states.filter(({ name: state }) => !LEFT.includes(state));
    return { name, about, states, edges, svg: graphSvg(`The states of ${name}`, drawn, onward) };
  });
