import { SimulatedClock } from 'xstate';
import { FULL_ACCESS } from '../testing/fixtures.ts';
import { recordViews } from '../testing/record-views.ts';
import { resume, type SavedRun } from './persist.ts';
import { depots } from './record/record.test-kit.ts';
import type { RecordCall } from './record/record.types.ts';
import { recordWorkflow } from './record/record.workflow.ts';
import { settled } from './scripted.test-kit.ts';
import { startWorkflow } from './workflow.ts';

/** Resumes and submits a saved record; reports what was shown and sent. Runs in a separate process. */
export async function takeUp(saved: SavedRun) {
  const sent: RecordCall[] = [];
  const workflow = recordWorkflow({
    definition: depots,
    fetchRecord: () => Promise.reject(new Error('Nothing is loaded here.')),
    send: async (call) => {
      sent.push(call);
      return {};
    },
    options: async () => [],
    nonce: () => 'another process',
    access: () => FULL_ACCESS,
  });
  const clock = new SimulatedClock();
  const run = startWorkflow(resume(workflow, saved), { input: {}, clock });
  const { views } = recordViews(run);
  run.send({ type: 'submit' });
  await settled();
  clock.increment(3000);
  const steps = views.map((view) => (view.status === 'pending' ? view.step : view.status));
  return { steps: steps.filter((step, index) => step !== steps[index - 1]), sent };
}
