import { describe, expect, it } from 'vitest';
import { withEtag } from '../../http/bodies.ts';
import { ApiError } from '../../http/outcome.ts';
import { toMenuAccess } from '../../permissions/index.ts';
import type { ResourceDefinition } from '../../resource/resource.types.ts';
import { settled } from '../scripted.test-kit.ts';
import {
  type Depot,
  depots,
  depotsWith,
  lostAnswer,
  serviceError,
  startRecord,
  wizardSteps,
} from './record.test-kit.ts';
import type { RecordInput } from './record.types.ts';

type Started = ReturnType<typeof startRecord>;

const SOUTH = { id: '7', name: 'South', email: 'a@b.test' };
const reader = toMenuAccess([
  { code: 'FCM', read: true, create: false, update: false, delete: false },
]);
const wizard = depotsWith({ steps: wizardSteps ?? [] });
const asking = depotsWith({
  warn: {
    filters: () => [],
    question: () => 'Another one?',
    title: 'Entered before?',
    accept: 'Another one',
    reject: 'Go back',
  },
});
const { remove: _, ...lasting } = depots;

/** Returns the step and the allowed commands. */
const offered = ({ run: { view } }: Started): string =>
  [
    `${view.status === 'pending' ? view.step : view.status}:`,
    ...Object.entries(view.commands)
      .filter(([, { allowed }]) => allowed)
      .map(([name]) => name)
      .sort(),
  ].join(' ');

async function loaded(
  input: RecordInput,
  definition?: ResourceDefinition<Depot>,
  access?: Parameters<typeof startRecord>[2],
) {
  const started = startRecord({ id: '7', ...input }, definition, access);
  await started.fetchRecord.last().resolve(withEtag({ ...SOUTH }, '"1"'));
  return started;
}

const viewing = () => loaded({});
const editing = () => loaded({ mode: 'edit' });
const changed = async () => {
  const started = await editing();
  started.answer('name', 'North');
  return started;
};
const submitted = async () => {
  const started = await changed();
  started.notify('submit');
  return started;
};

/** Somebody else changed the e-mail address, and the name if `both`. */
const conflicted = async (both = true) => {
  const started = await submitted();
  const current = withEtag({ ...SOUTH, email: 'b@b.test', ...(both && { name: 'East' }) }, '"2"');
  const facts = { kind: 'http', operation: 'depots', code: 'conflict', message: '' } as const;
  await started.send.last().reject(new ApiError({ ...facts, status: 412, current }));
  return started;
};

const failed = async (error: unknown) => {
  const started = await submitted();
  await started.send.last().reject(error);
  return started;
};

/** Loses the answer of the call and of its four repeats. */
const lose = async (started: Started) => {
  await started.send.last().reject(lostAnswer());
  for (const pause of [1000, 2000, 4000, 8000]) {
    started.clock.increment(pause);
    await settled();
    await started.send.last().reject(lostAnswer());
  }
  return started;
};

const removing = async (error?: unknown) => {
  const started = await viewing();
  started.notify('remove');
  if (error === undefined) return started;
  started.notify('confirm');
  await started.send.last().reject(error);
  return started;
};

describe('the commands that a record offers', () => {
  it.each<[string, () => Promise<Started> | Started, string]>([
    ['loading', () => startRecord({ id: '7' }), 'loading: cancel leave reload'],
    [
      'not loaded',
      async () => {
        const started = startRecord({ id: '7' });
        await started.fetchRecord.last().reject(serviceError(503));
        return started;
      },
      'failed: cancel leave reload retry',
    ],
    ['shown', viewing, 'viewing: cancel edit leave reload remove'],
    ['shown to a reader', () => loaded({}, depots, reader), 'viewing: cancel leave reload'],
    ['shown, and never deleted', () => loaded({}, lasting), 'viewing: cancel edit leave reload'],
    [
      'shown, and never changed',
      () => loaded({}, { ...depots, form: undefined } as unknown as ResourceDefinition<Depot>),
      'viewing: cancel leave reload remove',
    ],
    ['open for a change', editing, 'editing: cancel leave reload remove submit'],
    ['changed', changed, 'editing: cancel leave reload remove reset submit'],
    ['new', () => startRecord({ mode: 'create' }), 'editing: cancel leave submit'],
    [
      'new, with something typed',
      () => {
        const started = startRecord({ mode: 'create' });
        started.answer('name', 'North');
        return started;
      },
      'editing: cancel leave reset submit',
    ],
    [
      'in the first step of a wizard',
      () => loaded({ mode: 'edit' }, wizard),
      'editing: cancel leave next reload remove',
    ],
    [
      'in the last step of a wizard',
      async () => {
        const started = await loaded({ mode: 'edit' }, wizard);
        started.notify('next');
        started.notify('next');
        return started;
      },
      'editing: back cancel leave reload remove submit',
    ],
    [
      'of a wizard for a command, which has no steps',
      () => loaded({ mode: 'edit', unattended: true }, wizard),
      'editing: cancel leave reload remove submit',
    ],
    [
      'about to be left',
      async () => {
        const started = await changed();
        started.notify('leave');
        return started;
      },
      'leaving: cancel leave stay',
    ],
    ['being saved', submitted, 'submitting:'],
    [
      'which may be a duplicate',
      async () => {
        const started = startRecord({ mode: 'create' }, asking);
        started.answer('name', 'North');
        started.notify('submit');
        await started.rows.last().resolve([{}]);
        return started;
      },
      'confirmingSave: cancel confirm leave stay',
    ],
    [
      'changed by somebody else too',
      conflicted,
      'conflict: cancel edit keepMine leave reload saveChoices takeTheirs',
    ],
    ['refused', () => failed(serviceError(422)), 'failed: cancel leave retry submit'],
    ['looked up after a lost answer', () => failed(lostAnswer()), 'resolving:'],
    [
      'perhaps created',
      async () => {
        const started = startRecord({ mode: 'create' });
        started.answer('name', 'North');
        started.notify('submit');
        return lose(started);
      },
      'failed: cancel leave retry',
    ],
    [
      'perhaps deleted',
      async () => {
        const started = await removing();
        started.notify('confirm');
        return lose(started);
      },
      'failed: cancel leave retry',
    ],
    ['about to be deleted', () => removing(), 'confirmingRemove: cancel confirm leave stay'],
    ['not deleted', () => removing(serviceError(500)), 'failed: cancel leave retry'],
  ])('FORM-01 FORM-06 LIST-04 WIRE-05 %s', async (_title, start, expected) => {
    expect(offered(await start())).toBe(expected);
  });
});

describe('the steps of a wizard', () => {
  it.each<[RecordInput, string | undefined, string[]]>([
    [{ mode: 'create' }, 'who', ['Who']],
    [{ mode: 'edit' }, 'who', ['Who']],
    [{ mode: 'edit', unattended: true }, undefined, ['Who', 'What', 'Where']],
    [{ mode: 'view' }, undefined, ['Who', 'What', 'Where']],
  ])('USER-03 %j begins at %j and shows %j', async (input, step, sections) => {
    const started =
      input.mode === 'create' ? startRecord(input, wizard) : await loaded(input, wizard);
    const { data } = started.run.view;
    expect([data.step, data.sections.map(({ title }) => title)]).toEqual([step, sections]);
    expect(data.steps?.map(({ title }) => title)).toEqual(
      step === undefined ? undefined : ['Who', 'Where', 'Review'],
    );
  });
});
