import { ALLOWED } from '../permissions/index.ts';
import { ProviderFileError } from '../provider-files/provider-file-error.ts';
import type { ActionDefinition, BulkDefinition } from '../resource/form.types.ts';
import type { AnyResource } from '../resource/resource.types.ts';
import { dailyRates } from '../resources/rates/rates.rules.ts';
import { generateReport } from '../resources/reports/reports.rules.ts';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import { FULL_ACCESS, signedInState } from '../testing/fixtures.ts';
import { actionWorkflow } from './action/action.workflow.ts';
import { bulkMachine } from './bulk/bulk.machine.ts';
import { bulkView } from './bulk/bulk.view.ts';
import { downloadMachine } from './download/download.machine.ts';
import { downloadView } from './download/download.view.ts';
import { importMachine } from './import/import.machine.ts';
import { resumeImport } from './import/import.resume.ts';
import { fileNamed, recordOf, reportOf, SHA, sentOf } from './import/import.test-kit.ts';
import { importView } from './import/import.view.ts';
import { listMachine } from './list/list.machine.ts';
import { listView } from './list/list.view.ts';
import { loginMachine } from './login/login.machine.ts';
import { loginView } from './login/login.view.ts';
import {
  answer,
  commands,
  conflict,
  done,
  failed,
  gone,
  lost,
  refused,
  unprocessable,
  type Walk,
} from './paths.events.test-kit.ts';
import { placesMachine } from './places/places.machine.ts';
import { placesView } from './places/places.workflow.ts';
import { recordMachine } from './record/record.machine.ts';
import { QuestionFirst } from './record/record.send.ts';
import { depots, depotsWith, wizardSteps } from './record/record.test-kit.ts';
import type { RecordInput } from './record/record.types.ts';
import { recordView } from './record/record.view.ts';
import { resumeRecord } from './record/record.workflow.ts';
import { uploadMachine } from './upload/upload.machine.ts';
import { uploadView } from './upload/upload.view.ts';
import { resumeUpload } from './upload/upload.workflow.ts';

const { authorization: _, ...session } = signedInState();
const page = { rows: [{}], page: 0, size: 10, totalRecords: 1, totalPages: 1 };
const file = { name: 'a.csv', location: '/out/a.csv', bytes: 3 };

const importEvents = [
  answer('provider', 'ESSO'),
  answer('file', fileNamed('esso.xlsx')),
  ...commands('submit', 'accept', 'cancel', 'restart', 'retry'),
  ...commands('xstate.after.askAgain.import.waiting'),
  done('recognise', 'ESSO'),
  done('recognise', undefined),
  failed('recognise', new Error('The worker stopped.')),
  { type: 'correct', corrections: [{ cell: 'Z4', to: '1' }] },
  done('correct', {
    requested: [{ cell: 'Z4', to: '1' }],
    copy: { name: 'esso.corrected.xlsx', kind: 'xlsx', original: SHA, corrections: [] },
  }),
  failed('correct', new ProviderFileError('bad_correction', 'No row 4.', { file: 'esso.xlsx' })),
  done('check', reportOf()),
  done('check', reportOf({ ok: false, errors: 1 })),
  failed('check', new ProviderFileError('no_rows', 'It has no rows.', { file: 'esso.xlsx' })),
  failed('check', new Error('The worker stopped.')),
  done('look', { key: 'key', sha256: SHA, found: undefined }),
  done('look', { key: 'key', sha256: SHA, found: recordOf('key') }),
  done('look', { key: 'key', sha256: SHA, found: recordOf('key', { state: 'running' }) }),
  failed('look', refused),
  done('plan'),
  failed('plan', new Error('No space left on the disk')),
  done('send', sentOf('key')),
  failed('send', lost),
  failed('send', refused),
  done('ask', undefined),
  done('ask', recordOf('key')),
  done('ask', recordOf('key', { state: 'failed' })),
  failed('ask', refused),
];

const importInput = {
  providers: [{ key: 'ESSO', value: 'ESSO' }],
  texts: { success: 'Imported', failure: 'Not imported' },
};

const importWalk = (more: object): Walk => ({
  machine: importMachine.provide({ guards: { recognises: () => true, corrects: () => true } }),
  input: { ...importInput, ...more },
  events: importEvents,
  view: (snapshot) => importView(snapshot, ALLOWED, true),
  commands: ['submit', 'accept', 'correct', 'cancel', 'restart', 'retry'],
  resume: resumeImport,
  sending: ['sending', 'planning'],
});

const recordCommands = [
  ...['submit', 'next', 'back', 'leave', 'cancel', 'stay', 'remove', 'confirm', 'reset', 'edit'],
  ...['retry', 'reload', 'keepMine', 'saveChoices', 'takeTheirs'],
];

const { form: _form, remove: _remove, ...readOnlyDepots } = depots;

const NOT_EDITING = ['editing', 'conflict', 'leaving', 'submitting', 'saved'];
const NOT_REMOVING = ['confirmingRemove', 'removing'];

const recordWalk = (
  definition: AnyResource,
  input: RecordInput,
  never: readonly string[],
): Walk => ({
  machine: recordMachine(definition),
  input,
  events: [
    ...commands(...recordCommands, 'xstate.after.redirect.record.saved'),
    ...commands('xstate.after.resetFlags.record.failed'),
    answer('name', 'North'),
    answer('name', ''),
    answer('email', 'north'),
    answer('leave', true),
    answer('leave', false),
    answer('confirm', true),
    answer('confirm', false),
    answer('country', 'CA'),
    { type: 'list.received', key: 'countries', options: [{ key: 'CA', value: 'Canada' }] } as never,
    { type: 'list.failed', key: 'countries' } as never,
    done('fetchRecord', { id: '1', name: 'South' }),
    failed('fetchRecord', refused),
    ...['submit', 'remove', 'resolve'].flatMap((id) => [
      done(id, { id: '1' }),
      failed(id, lost),
      failed(id, refused),
    ]),
    failed('submit', unprocessable),
    ...(definition.form?.warn ? [failed('submit', new QuestionFirst('Again?'))] : []),
  ],
  view: (snapshot) => recordView(snapshot, { definition, actions: {}, may: () => ALLOWED }),
  commands: recordCommands,
  resume: resumeRecord,
  sending: ['submitting', 'removing'],
  never: definition.form?.warn ? never : ['confirmingSave', ...never],
});

/** Like `recordWalk`, with somebody else editing the same record; a few typed values are enough. */
const metWalk = (input: RecordInput, never: readonly string[]): Walk => {
  const walk = recordWalk(depots, input, never);
  const few = walk.events.filter(
    (event) =>
      !event.type.startsWith('list.') &&
      !('name' in event && ['email', 'country'].includes(String(event.name))) &&
      !('value' in event && event.value === '') &&
      !('error' in event && event.error === unprocessable),
  );
  const met = ['submit', 'remove', 'resolve'].map((id) => failed(id, conflict));
  return { ...walk, events: [...few, ...met, answer('keep.name', 'theirs')] };
};

const HELD = { row: 2, column: 'Price', value: 'x', message: 'Not a number' };

const uploadEvents = [
  done('check', []),
  done('check', [HELD]),
  failed('check', lost),
  answer('provider', 'Esso'),
  answer('file', fileNamed('rates.xlsx')),
  answer('file', fileNamed('rates.csv')),
  ...commands('submit', 'cancel', 'retry', 'restart'),
  ...['send', 'resolve'].flatMap((id) => [
    done(id, { accepted: 1, rejected: [] }),
    done(id, { accepted: 0, rejected: [] }),
    failed(id, lost),
    failed(id, refused),
  ]),
];

const NOTHING_CHOSEN: ActionDefinition = {
  ...generateReport,
  ...{ on: 'selection', texts: { ...generateReport.texts, none: 'Choose a row' } },
};

/** An action as its workflow builds it. Nothing is run: the paths supply the responses. */
const actionWalk = (
  definition: ActionDefinition,
  input: object,
  never: readonly string[],
): Walk => {
  const { machine, resume, view } = actionWorkflow({
    definition,
    run: async () => undefined,
    options: async () => [],
    nonce: () => 'key',
    access: () => FULL_ACCESS,
  });
  return {
    machine,
    input,
    events: [
      answer('report_type', 'aging'),
      answer('report_type', 'else'),
      answer('format', 'pdf'),
      ...commands('submit', 'cancel', 'retry', 'xstate.after.resetFlags.record.failed'),
      ...['submit', 'resolve'].flatMap((id) => [
        done(id, undefined),
        failed(id, lost),
        failed(id, refused),
      ]),
    ],
    view,
    commands: ['submit', 'cancel', 'retry'],
    ...(resume && { resume }),
    sending: ['submitting'],
    never: [
      'loading',
      'viewing',
      'leaving',
      'confirmingSave',
      'confirmingRemove',
      'removing',
      'saved',
      ...never,
    ],
  };
};

const HOLD: BulkDefinition = {
  name: 'hold',
  action: 'cards.update',
  label: 'Hold',
  texts: { done: 'put on hold' },
};

/** Every machine with the events that can happen to it and the checks on its view. */
export const walks: Readonly<Record<string, Walk>> = {
  login: {
    machine: loginMachine,
    input: {},
    events: [
      answer('email', 'ada@forecourt.test'),
      answer('email', 'ada'),
      answer('password', 'x'),
      ...commands('submit', 'cancel'),
      done('signIn'),
      failed('signIn', refused),
      done('loadAccess', session),
      failed('loadAccess', refused),
    ],
    view: loginView,
    commands: ['submit', 'cancel'],
  },
  list: {
    machine: listMachine(),
    input: {},
    events: [
      { type: 'page.changed', page: 3 } as { type: string },
      { type: 'row.toggled', id: '1' } as { type: string },
      ...commands('page.toggled', 'selection.cleared', 'reload', 'retry'),
      done('fetchPage', { page, ids: ['1'], keys: {} }),
      { type: 'remove.asked', id: '1' } as { type: string },
      ...commands('confirm', 'stay', 'xstate.after.resetFlags.list.ready'),
      answer('confirm', true),
      answer('confirm', false),
      done('remove'),
      failed('remove', refused),
      failed('remove', conflict),
      failed('remove', gone),
      done('fetchPage', { page: { ...page, rows: [], totalRecords: 0 }, ids: [], keys: {} }),
      failed('fetchPage', refused),
    ],
    view: (snapshot) => listView(snapshot, transactions, FULL_ACCESS),
    commands: ['reload', 'retry', 'selection.cleared', 'confirm', 'stay'],
  },
  'record read': recordWalk(readOnlyDepots, { id: '1' }, [
    ...NOT_EDITING,
    ...NOT_REMOVING,
    ...['resolving', 'done'],
  ]),
  'record viewed': recordWalk(depots, { id: '1' }, ['saved']),
  'record edited': recordWalk(depots, { id: '1', mode: 'edit' }, ['viewing']),
  'record viewed, changed by others': metWalk({ id: '1' }, []),
  'record edited, changed by others': metWalk({ id: '1', mode: 'edit' }, ['viewing']),
  'record removed, changed by others': metWalk({ id: '1', mode: 'remove' }, [
    ...NOT_EDITING,
    ...['loading', 'viewing'],
  ]),
  'record edited if changed': recordWalk(
    depotsWith({ onlyIfChanged: true, after: 'close' }),
    { id: '1', mode: 'edit' },
    ['viewing', 'saved'],
  ),
  'record created': recordWalk(depots, { mode: 'create' }, [
    ...NOT_REMOVING,
    ...['loading', 'viewing'],
  ]),
  'record created after a question': recordWalk(
    depotsWith({
      warn: {
        ...{ filters: () => [], question: () => 'Again?' },
        title: 'T',
        accept: 'Y',
        reject: 'N',
      },
    }),
    { mode: 'create' },
    [...NOT_REMOVING, ...['loading', 'viewing']],
  ),
  'record created in steps': recordWalk(
    depotsWith({ steps: wizardSteps ?? [] }),
    { mode: 'create' },
    [...NOT_REMOVING, ...['loading', 'viewing']],
  ),
  'record created unattended': recordWalk(depots, { mode: 'create', unattended: true }, [
    ...NOT_REMOVING,
    ...['loading', 'viewing', 'saved'],
  ]),
  'record removed': recordWalk(depots, { id: '1', mode: 'remove' }, [
    ...NOT_EDITING,
    ...['loading', 'viewing'],
  ]),
  download: {
    machine: downloadMachine,
    input: { request: { ids: ['1'] } },
    events: [
      ...commands('cancel', 'retry'),
      { type: 'progressed', progress: { bytes: 1, total: 3 } } as { type: string },
      done('transfer', { file, message: 'Kept' }),
      failed('transfer', refused),
    ],
    view: downloadView,
    commands: ['cancel', 'retry'],
  },
  bulk: {
    machine: bulkMachine(() => 'key'),
    input: { rows: [{ id: '1' }, { id: '2' }] },
    events: [
      ...commands('confirm', 'cancel', 'stop', 'again', 'close'),
      done('change', {}),
      failed('change', refused),
    ],
    view: (snapshot) => bulkView(snapshot, { definition: HOLD, noun: ['card', 'cards'] }, ALLOWED),
    commands: ['confirm', 'cancel', 'stop', 'again', 'close'],
    never: ['next'],
  },
  import: importWalk({}),
  'unattended import': importWalk({ unattended: true }),
  action: actionWalk(generateReport, {}, []),
  'action at once': actionWalk({ ...generateReport, fields: [] }, {}, []),
  'action without rows': actionWalk(NOTHING_CHOSEN, { ids: [] }, [
    ...['submitting', 'resolving', 'failed', 'done'],
  ]),
  upload: {
    machine: uploadMachine(dailyRates).provide({ guards: { checks: () => true } }),
    input: {},
    events: uploadEvents,
    view: (snapshot) => uploadView(snapshot, dailyRates, ALLOWED),
    commands: ['submit', 'cancel', 'retry', 'restart'],
    resume: resumeUpload,
    sending: ['sending'],
  },
  places: {
    machine: placesMachine,
    input: {},
    events: [
      { type: 'typed', text: '88' } as { type: string },
      { type: 'typed', text: ' ' } as { type: string },
      { type: 'chosen', id: 'p1' } as { type: string },
      ...commands('retry', 'xstate.after.rest.places.waiting'),
      done('find', [{ id: 'p1', description: '88 Regent Street' }]),
      failed('find', refused),
      done('detail', { id: 'p1' }),
      failed('detail', refused),
    ],
    view: placesView,
    commands: ['retry'],
  },
  'dry run': {
    ...importWalk({ dryRun: true }),
    never: ['reviewing', 'correcting', 'looking', 'planning', 'sending', 'asking', 'waiting'],
  },
};
