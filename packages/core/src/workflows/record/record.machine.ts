import { and, assign, not } from 'xstate';
import type { AnyResource } from '../../resource/resource.types.ts';
import { currentOf } from '../failure.ts';
import { startContext } from './record.context.ts';
import { isOpenerChanged } from './record.send.ts';
import { allowAll, type RecordKit, recordSetup, type Thrown } from './record.setup.ts';

type Setup = ReturnType<typeof recordSetup>;

/** Where the run continues if nothing is deleted. */
const goBack = [
  { guard: 'removingOnly', target: 'left' },
  { guard: 'viewing', target: 'viewing', actions: 'discardRemoveVersion' },
  { target: 'editing', actions: 'discardRemoveVersion' },
] as const;

/** Which values that were typed for an older version are kept, by how the conflict is resolved. */
const SETTLE = {
  edit: { type: 'settle', params: 'all' },
  mine: { type: 'settle', params: 'answers' },
  choices: { type: 'settle', params: 'none' },
} as const;

const opening = (setup: Setup) => ({
  loading: setup.createStateConfig({
    entry: assign({ failure: undefined, doing: 'load' }),
    on: { reload: { target: 'loading', reenter: true }, leave: 'left', cancel: 'left' },
    invoke: {
      id: 'fetchRecord',
      src: 'fetchRecord',
      input: ({ context }) => ({ id: context.input.id ?? '' }),
      onDone: [
        {
          guard: { type: 'collides', params: ({ event }) => ({ record: event.output }) },
          target: 'conflict',
          actions: { type: 'rebase', params: ({ event }) => ({ record: event.output }) },
        },
        {
          guard: 'resumed',
          target: 'editing',
          actions: [
            { type: 'rebase', params: ({ event }) => ({ record: event.output }) },
            SETTLE.choices,
          ],
        },
        {
          guard: 'loaded',
          target: 'editing',
          actions: [
            { type: 'keepLoaded', params: ({ event }) => ({ record: event.output }) },
            'begin',
          ],
        },
        {
          target: 'viewing',
          actions: [
            { type: 'keepLoaded', params: ({ event }) => ({ record: event.output }) },
            'begin',
          ],
        },
      ],
      onError: {
        target: 'failed',
        actions: { type: 'failLoading', params: ({ event }) => ({ error: event.error }) },
      },
    },
  }),
  viewing: setup.createStateConfig({
    on: {
      edit: { guard: 'editable', target: 'editing', actions: [assign({ mode: 'edit' }), 'begin'] },
      remove: { guard: 'removable', target: 'confirmingRemove', actions: 'discardRemoveVersion' },
      reload: 'loading',
      leave: 'left',
      cancel: 'left',
    },
    after: { resetFlags: { actions: assign({ result: undefined }) } },
  }),
});

const answering = (setup: Setup) =>
  setup.createStateConfig({
    on: {
      'field.changed': {
        guard: 'answerable',
        target: 'editing',
        reenter: true,
        actions: [
          {
            type: 'keepSecret',
            params: ({ event }) => ({ name: event.name, value: event.value }),
          },
          'answer',
        ],
      },
      leave: [{ guard: 'dirty', target: 'leaving' }, { target: 'left' }],
      cancel: 'left',
    },
  });

const editing = (setup: Setup) => ({
  editing: setup.createStateConfig({
    entry: [{ type: 'askLists', params: false }, 'requestLists', 'check'],
    on: {
      ...answering(setup).on,
      'place.chosen': {
        guard: 'answerable',
        target: 'editing',
        reenter: true,
        actions: 'applyPlace',
      },
      'field.left': { actions: { type: 'touch', params: ({ event }) => event.name } },
      submit: { guard: 'submittable', target: 'checking' },
      next: { guard: 'mayContinue', actions: assign({ step: ({ context }) => context.step + 1 }) },
      back: { guard: 'laterStep', actions: assign({ step: ({ context }) => context.step - 1 }) },
      reset: {
        guard: 'dirty',
        target: 'editing',
        reenter: true,
        actions: ['reset', 'forgetSecrets'],
      },
      retry: {
        guard: 'listsFailed',
        actions: [{ type: 'askLists', params: true }, 'requestLists'],
      },
      remove: { guard: 'removable', target: 'confirmingRemove', actions: 'discardRemoveVersion' },
      reload: { guard: not('creating'), target: 'loading', actions: 'forgetSecrets' },
    },
  }),
  checking: setup.createStateConfig({
    entry: ['check', 'showWrong'],
    always: [
      {
        guard: 'clean',
        target: 'submitting',
        actions: ['takeKey', assign({ doing: 'save' }), 'keepCall'],
      },
      { target: 'editing' },
    ],
  }),
  leaving: setup.createStateConfig({
    on: {
      leave: 'left',
      cancel: 'left',
      stay: [{ guard: 'conflicted', target: 'conflict' }, { target: 'editing' }],
      'field.changed': [
        { guard: ({ event }) => event.name === 'leave' && event.value === true, target: 'left' },
        {
          guard: and(['conflicted', ({ event }) => event.name === 'leave']),
          target: 'conflict',
        },
        { guard: ({ event }) => event.name === 'leave', target: 'editing' },
      ],
    },
  }),
});

/** Somebody else changed the record in the meantime (WIRE-05). */
const settling = (setup: Setup) => ({
  conflict: setup.createStateConfig({
    entry: [{ type: 'askLists', params: false }, 'requestLists', 'check'],
    always: { guard: 'mergesAlone', target: 'checking', actions: 'countMerge' },
    on: {
      'field.changed': {
        guard: 'pickable',
        target: 'conflict',
        reenter: true,
        actions: 'pick',
      },
      saveChoices: [
        { guard: 'savesChoices', target: 'checking', actions: SETTLE.choices },
        { guard: 'mayEdit', target: 'editing', actions: SETTLE.mine },
      ],
      keepMine: [
        {
          guard: and(['keepable', 'stale']),
          target: 'editing',
          actions: [{ type: 'pickAll', params: 'mine' as const }, SETTLE.mine],
        },
        {
          guard: 'keepable',
          target: 'checking',
          actions: [{ type: 'pickAll', params: 'mine' as const }, SETTLE.mine],
        },
      ],
      takeTheirs: { target: 'editing', actions: 'takeTheirs' },
      edit: { target: 'editing', actions: SETTLE.edit },
      reload: { target: 'loading', actions: [SETTLE.choices, 'forgetSecrets'] },
      leave: 'leaving',
      cancel: 'left',
    },
  }),
});

type Failed = { readonly event: { readonly error: unknown } };
const thrown = ({ event: { error } }: Failed): Thrown =>
  isOpenerChanged(error) ? { error: error.cause, provided: error.provided } : { error };

/** Saving failed because the version is outdated: shows both sides' changes. */
const VERSION_CONFLICT = {
  guard: { type: 'versionConflict', params: thrown },
  target: 'conflict',
  actions: {
    type: 'rebase',
    params: ({ event }: Failed) => ({ record: currentOf(event.error) }),
  },
} as const;

/** Deleting failed because the version is outdated: asks again, about the current record. */
const REMOVE_CONFLICT = {
  guard: { type: 'removeConflict', params: thrown },
  target: 'confirmingRemove',
  actions: { type: 'askAgain', params: thrown },
} as const;

/** The lookup before sending raised a question; nothing was sent. */
const ASKS = {
  guard: { type: 'asks', params: thrown },
  target: 'confirmingSave',
  actions: { type: 'keepQuestion', params: thrown },
} as const;

const IN_DOUBT = { guard: { type: 'inDoubt', params: thrown }, target: 'resolving' } as const;
const REFUSED = {
  target: 'failed',
  actions: { type: 'failSending', params: thrown },
} as const;

const sending = (setup: Setup) => {
  return {
    submitting: setup.createStateConfig({
      entry: assign({ failure: undefined, refused: {}, notice: undefined }),
      invoke: {
        id: 'submit',
        src: 'send',
        input: ({ context }) => context,
        onDone: {
          target: 'saved',
          actions: { type: 'keepResult', params: ({ event }) => ({ record: event.output }) },
        },
        onError: [ASKS, VERSION_CONFLICT, IN_DOUBT, REFUSED],
      },
    }),
    confirmingSave: setup.createStateConfig({
      on: {
        confirm: { target: 'submitting', actions: 'confirmSave' },
        stay: 'editing',
        leave: 'leaving',
        cancel: 'left',
        'field.changed': [
          {
            guard: ({ event }) => event.name === 'confirm' && event.value === true,
            target: 'submitting',
            actions: 'confirmSave',
          },
          { guard: ({ event }) => event.name === 'confirm', target: 'editing' },
        ],
      },
    }),
    removing: setup.createStateConfig({
      entry: assign({ failure: undefined, doing: 'remove' }),
      invoke: {
        id: 'remove',
        src: 'send',
        input: ({ context }) => context,
        onDone: {
          target: 'done',
          actions: { type: 'keepResult', params: ({ event }) => ({ record: event.output }) },
        },
        onError: [REMOVE_CONFLICT, IN_DOUBT, REFUSED],
      },
    }),
    resolving: setup.createStateConfig({
      entry: assign({ failure: undefined }),
      invoke: {
        id: 'resolve',
        src: 'resolve',
        input: ({ context }) => context,
        onDone: [
          {
            guard: 'saving',
            target: 'saved',
            actions: { type: 'keepResult', params: ({ event }) => ({ record: event.output }) },
          },
          {
            target: 'done',
            actions: { type: 'keepResult', params: ({ event }) => ({ record: event.output }) },
          },
        ],
        onError: [VERSION_CONFLICT, REMOVE_CONFLICT, REFUSED],
      },
    }),
  };
};

const ending = (setup: Setup) => ({
  saved: setup.createStateConfig({
    // The saved draft becomes the initial one, so leaving loses nothing (FORM-05).
    entry: [
      'forgetSecrets',
      assign({ initial: ({ context }) => context.draft, secretsProvided: [] }),
    ],
    always: [
      { guard: 'inPlace', target: 'loading', actions: assign({ mode: 'view' }) },
      { guard: 'atOnce', target: 'done' },
    ],
    on: { leave: 'done', cancel: 'done' },
    after: { redirect: 'done' },
  }),
  confirmingRemove: setup.createStateConfig({
    on: {
      confirm: { guard: 'mayRemove', target: 'removing', actions: 'takeKey' },
      stay: [...goBack],
      leave: [{ guard: 'dirty', target: 'leaving' }, { target: 'left' }],
      cancel: 'left',
      'field.changed': [
        {
          guard: and([
            'mayRemove',
            ({ event }) => event.name === 'confirm' && event.value === true,
          ]),
          target: 'removing',
          actions: 'takeKey',
        },
        ...goBack.map(({ target, ...more }) => ({ ...more, target })),
      ],
    },
  }),
  failed: setup.createStateConfig({
    on: {
      ...answering(setup).on,
      'field.changed': [
        // Typing doesn't bring the record back.
        {
          ...answering(setup).on['field.changed'],
          guard: and(['answerable', 'saving', 'gone']),
          target: 'failed',
        },
        {
          ...answering(setup).on['field.changed'],
          guard: and(['answerable', 'saving', not('outcomeUnknown')]),
        },
      ],
      submit: { guard: and(['saving', not('outcomeUnknown'), 'submittable']), target: 'checking' },
      retry: [
        { guard: 'askable', target: 'resolving' },
        { guard: 'outcomeUnknown' },
        { guard: 'loading', target: 'loading' },
        { guard: and(['saving', 'submittable']), target: 'checking' },
        { guard: and([not('saving'), 'mayRemove']), target: 'removing', actions: 'takeKey' },
      ],
      reload: { guard: 'loading', target: 'loading' },
    },
    after: {
      resetFlags: [
        { guard: 'outcomeUnknown' },
        { guard: 'loading' },
        { guard: 'gone' },
        { guard: 'over' },
        { guard: 'saving', target: 'editing', actions: 'keepAsNotice' },
        { guard: 'removingOnly' },
        { guard: 'viewing', target: 'viewing', actions: assign({ failure: undefined }) },
        { target: 'editing', actions: assign({ failure: undefined }) },
      ],
    },
  }),
});

/**
 * Loads, shows, creates, changes or deletes a record as its definition says (FORM-01 to FORM-07, LIST-04).
 * Sends nothing before the checks pass, performs nothing twice, and discards typed values only on request.
 */
export function recordMachine(definition: AnyResource, kit: RecordKit = allowAll(definition)) {
  const setup = recordSetup(kit);
  return setup.createMachine({
    id: 'record',
    context: ({ input }) => startContext(kit.mode ? { ...input, mode: kit.mode } : input),
    invoke: { id: 'lists', src: 'lists' },
    initial: 'starting',
    on: {
      'list.received': { actions: ['keepList', 'check'] },
      'list.failed': { actions: ['keepList', 'check'] },
    },
    states: {
      starting: {
        always: [
          { guard: 'removingOnly', target: 'confirmingRemove' },
          { guard: 'immediate', target: 'checking', actions: 'begin' },
          { guard: 'creating', target: 'editing', actions: 'begin' },
          { target: 'loading' },
        ],
      },
      ...opening(setup),
      ...editing(setup),
      ...settling(setup),
      ...sending(setup),
      ...ending(setup),
      done: { type: 'final' },
      left: { type: 'final', entry: 'forgetSecrets' },
    },
  });
}
