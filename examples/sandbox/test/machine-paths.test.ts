import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../provider-files/random.ts';
import { imports, uploads } from './machine-files.kit.ts';
import { pathsThrough, sampleOf, transitionsOf } from './machine-paths.kit.ts';
import { records } from './machine-records.kit.ts';
import { PLANS } from './machine-walks.kit.ts';
import { replay, withWorld } from './machine-world.kit.ts';

/** `npm run paths` walks every path; a test run takes every transition, and each way to one in twenty of the times. */
const EVERY_PATH = process.env.MACHINE_PATHS === 'every';
const SEED = Number(process.env.MACHINE_PATHS_SEED ?? 1);

/** What no service can bring about, and why. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  'record.failed retry #2 → stays':
    'only a run taken up from a saved one has lost the secret it sent: core proves it with its persisted runs',
  'record.loading xstate.done.actor.fetchRecord #1 → conflict':
    'only a run taken up from a saved one meets on loading what others changed: as above',
  'record.loading xstate.done.actor.fetchRecord #2 → editing': 'as above',
  'record.conflict keepMine #1 → editing':
    'only a payment that moves an amount due meanwhile makes a form ask again: core proves it with such an invoice',
  'record.failed xstate.after.resetFlags.record.failed #4 → stays':
    'only an action that somebody else did first ends so: core proves it with a reversal',
  'import.sending xstate.error.actor.send #1 → failed':
    'only a disk that cannot take the result file: the command line proves it with a full one',
  'import.asking xstate.error.actor.ask #1 → failed': 'as above',
  'import.reviewing field.changed #1 → stays':
    "only tax tables of one's own hold a file back for a person to accept: core and the portal prove it with such",
  'import.reviewing accept #1 → checking': 'as above',
};

/** Enumerating takes seconds in which no call gets on, so one plan follows another: none waits with a call in flight. */
const machines = await Array.fromAsync(
  Object.entries({ ...PLANS, upload: uploads, import: imports, record: records }),
  async ([name, plans]) => {
    const all = new Set<string>();
    const paths = await Array.fromAsync(plans, (plan) =>
      withWorld(async (world) => {
        const { workflow, ...walk } = await plan.scenario(world);
        for (const transition of transitionsOf(workflow.machine.root)) {
          if (!(transition in OUT_OF_REACH)) all.add(transition);
        }
        return pathsThrough({ machine: workflow.machine, ...walk }).map((path) => ({
          title: `${plan.name}: ${path.title}`,
          plan,
          path,
        }));
      }, plan),
    );
    const every = paths.flat();
    const chosen = EVERY_PATH ? every : sampleOf(every, { oneIn: 80, random: seededRandom(SEED) });
    return { name, all, paths: chosen, of: every.length };
  },
);

describe.each(machines)(
  'paths through $name, with the service at fault',
  ({ all, name, of, paths }) => {
    const taken = new Set<string>();

    it.each(paths)('$title', async ({ path, plan }) => {
      await withWorld(async (world) => {
        const { input, workflow } = await plan.scenario(world);
        for (const transition of await replay(world, workflow, input, path)) taken.add(transition);
      }, plan);
    });

    it('takes every transition of the definition', () => {
      const missed = [...all].filter((transition) => !taken.has(transition));
      const share = (100 * (all.size - missed.length)) / all.size;
      console.info(
        `${name}: ${all.size - missed.length} of ${all.size} transitions (${share.toFixed(1)} %), ${paths.length} of ${of} paths, seed ${SEED}`,
      );
      expect(missed).toEqual([]);
    });
  },
);
