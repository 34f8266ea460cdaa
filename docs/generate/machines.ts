import {
  accountSwitchPorts,
  accountSwitchWorkflow,
  attachmentPorts,
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

/** A machine of the SDK, and what it is for. */
export interface MachinePage {
  readonly name: string;
  readonly about: string;
  readonly states: readonly DrawnState[];
  readonly edges: readonly DrawnEdge[];
  readonly svg: string;
}

// Nothing is asked of it: machines are looked at, not run.
const client = createClient({ baseUrl: 'http://127.0.0.1/api/v1', store: memoryStore() });
const never = () => Promise.reject(new Error('not run'));

const MACHINES: readonly (readonly [name: string, about: string, machine: AnyStateMachine])[] = [
  [
    'login',
    'Signs in, then loads what the account may do (AUTH-02, AUTH-04).',
    loginWorkflow(loginPorts(client)).machine,
  ],
  [
    'list',
    'A page of rows: paged, sorted, filtered, picked, and deleted from.',
    listWorkflow(listPorts(client, cards)).machine,
  ],
  [
    'record',
    'One record: shown, made, changed, deleted; its form, its guard, its resolving. Actions run on it too.',
    recordWorkflow(recordPorts(client, cards)).machine,
  ],
  [
    'import',
    'A provider’s file: checked, looked up, sent once, and resolved where its answer was lost (TXN-12, TXN-13).',
    importWorkflow(importPorts(client, { check: never, keep: never })).machine,
  ],
  [
    'upload',
    'A file whose rows the service checks: cards, daily rates.',
    uploadWorkflow(uploadPorts(client, dailyRates)).machine,
  ],
  [
    'download',
    'A file to keep: whole, or not at all (ERR-03).',
    downloadWorkflow(attachmentPorts(client, never)).machine,
  ],
  [
    'places',
    'An address while it is typed (COMP-05).',
    placesWorkflow(placesPorts(client)).machine,
  ],
  [
    'account-switch',
    'Into a managed account, and back (AUTH-06, AUTH-07). The record machine with a form of one field.',
    accountSwitchWorkflow(accountSwitchPorts(client), { direction: 'to' } as never).machine,
  ],
];

/** States in which a run ends because it was given up. */
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

/** Every machine of the SDK, drawn from itself. */
export const machinePages = (): readonly MachinePage[] =>
  MACHINES.map(([name, about, machine]) => {
    const states = Object.entries(machine.states).map(([state, { type }]) => ({
      name: state,
      final: type === 'final',
    }));
    const edges = edgesOf(machine);
    // Every state can be left; drawn, these ways would hide all others. The table has them.
    const onward = edges.filter(({ to }) => !LEFT.includes(to));
    const drawn = states.filter(({ name: state }) => !LEFT.includes(state));
    return { name, about, states, edges, svg: graphSvg(`The states of ${name}`, drawn, onward) };
  });
