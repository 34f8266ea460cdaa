import { SimulatedClock } from 'xstate';
import * as z from 'zod/mini';
import { ApiError, networkError } from '../../http/outcome.ts';
import type { MenuAccess } from '../../permissions/index.ts';
import type { Draft, FormDefinition, FormField } from '../../resource/form.types.ts';
import { toDraft } from '../../resource/form-values.ts';
import type { AnyResource, Option, ResourceDefinition } from '../../resource/resource.types.ts';
import { FULL_ACCESS } from '../../testing/fixtures.ts';
import { recordViews } from '../../testing/record-views.ts';
import { scripted } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { RecordCall, RecordCommand, RecordInput, RecordPorts } from './record.types.ts';
import { recordWorkflow } from './record.workflow.ts';

/** Ports of records that are only read. */
export const UNUSED: Pick<RecordPorts<unknown>, 'send' | 'options' | 'nonce'> = {
  send: () => Promise.reject(new Error('Nothing is sent here.')),
  options: () => Promise.reject(new Error('No list is read here.')),
  nonce: () => 'key',
};

export interface Depot {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly amount?: string | undefined;
  readonly country?: string | undefined;
  readonly province?: string | undefined;
}

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name', section: 'Who', input: 'text', required: true },
  { name: 'email', label: 'Email', section: 'Who', input: 'email' },
  { name: 'amount', label: 'Amount', section: 'What', input: 'decimal', min: '0' },
  {
    name: 'country',
    label: 'Country',
    section: 'Where',
    input: 'choice',
    options: { reference: 'countries' },
  },
  {
    name: 'province',
    label: 'Province',
    section: 'Where',
    input: 'choice',
    options: { reference: 'provinces', by: ['country'] },
  },
];

export const secretField: FormField = {
  name: 'pin',
  label: 'Pin',
  section: 'Who',
  input: 'password',
  required: true,
  secret: true,
};

export const depotForm: FormDefinition<Depot> = {
  titles: { create: 'Add Depot', edit: 'Update Depot' },
  submitLabels: { create: 'Save', edit: 'Update' },
  fields: () => fields,
  draft: (detail, provided) => ({ ...toDraft(fields, detail), ...provided }),
  changed: (draft, name, before) =>
    name === 'country' && draft.country !== before.country ? { ...draft, province: '' } : draft,
  create: {
    method: 'POST',
    path: () => 'depots',
    body: ({ draft }, secrets) => ({ ...draft, ...secrets }),
  },
  update: {
    method: 'PUT',
    path: ({ detail }) => `depots/${detail?.id}`,
    body: ({ draft }) => draft,
  },
  texts: {
    created: 'Depot Created Successfully',
    updated: 'Depot Updated Successfully',
    createFailed: 'Error while Creating Depot',
    updateFailed: 'Error while updating Depot',
  },
  after: 'back',
};

const text = () => z.optional(z.string());

/** A made-up resource that uses the rights of cards. */
export const depots: ResourceDefinition<Depot> = {
  name: 'cards',
  noun: ['depot', 'depots'],
  menu: 'cards',
  menuLabel: 'Depots',
  route: '/depots',
  schema: z.object({
    id: text(),
    name: text(),
    email: text(),
    amount: text(),
    country: text(),
    province: text(),
  }),
  id: ({ id }) => id ?? '',
  list: {
    title: 'Depots',
    path: 'depots',
    columns: [{ field: 'name', label: 'Name', kind: 'text' }],
    texts: { none: 'No depots', noRows: 'No depot found.' },
  },
  form: depotForm,
  remove: { path: (id) => `depots/${id}` },
};

/** The same resource with parts of its form replaced. */
export const depotsWith = (change: Partial<FormDefinition<Depot>>): ResourceDefinition<Depot> => ({
  ...depots,
  form: { ...depotForm, ...change },
});

export const wizardSteps: FormDefinition<Depot>['steps'] = [
  { name: 'who', title: 'Who', sections: ['Who'] },
  { name: 'where', title: 'Where', sections: ['What', 'Where'] },
  { name: 'review', title: 'Review', sections: [] },
];

/** An error of the service as the HTTP client throws it. */
export const serviceError = (
  status: number,
  more: Partial<ConstructorParameters<typeof ApiError>[0]> = {},
): ApiError =>
  new ApiError({
    kind: 'http',
    operation: 'depots',
    code: `http_${status}`,
    message: `Status ${status}`,
    status,
    ...more,
  });

/** A lost response, so the outcome is unknown. */
export const lostAnswer = (): ApiError =>
  networkError({ operation: 'depots', outcome: 'unknown' }, 'cut off');

/** Starts a record on a fake clock with ports that the test answers. */
export function startRecord(
  input: RecordInput,
  definition: ResourceDefinition<Depot> = depots,
  access: MenuAccess = FULL_ACCESS,
) {
  const fetchRecord = scripted<[string, AbortSignal], Depot>();
  const send = scripted<[RecordCall, AbortSignal], unknown>();
  const options = scripted<Parameters<RecordPorts<Depot>['options']>, readonly Option[]>();
  const rows = scripted<Parameters<NonNullable<RecordPorts<Depot>['rows']>>, readonly unknown[]>();
  const found = scripted<
    Parameters<NonNullable<RecordPorts<Depot>['found']>>,
    readonly unknown[]
  >();
  const provided = scripted<Parameters<NonNullable<RecordPorts<Depot>['provided']>>, Draft>();
  const clock = new SimulatedClock();
  let keys = 0;
  const workflow = recordWorkflow<Depot>({
    definition: definition as AnyResource,
    rows: rows.port,
    found: found.port,
    provided: provided.port,
    fetchRecord: fetchRecord.port,
    send: send.port,
    options: options.port,
    nonce: () => {
      keys += 1;
      return `key-${keys}`;
    },
    access: () => access,
  });
  const run = startWorkflow(workflow, { input, clock });
  const { views } = recordViews(run);
  const answer = (name: string, value: unknown) => run.send({ type: 'field.changed', name, value });
  const notify = (type: RecordCommand) => run.send({ type });
  const need = (name: string) =>
    'needs' in run.view ? run.view.needs.find((candidate) => candidate.name === name) : undefined;
  /** Lists each step once, in the order that a user sees. */
  const steps = () =>
    views
      .map((view) => (view.status === 'pending' ? view.step : view.status))
      .filter((step, index, all) => step !== all[index - 1]);
  const refusal = (command: RecordCommand) => {
    const decision = run.view.commands[command];
    return decision.allowed ? undefined : decision.reason;
  };
  return {
    ...{ workflow, run, views, steps, answer, need, refusal, notify },
    ...{ fetchRecord, send, options, rows, found, provided, clock },
  };
}
