import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { ApiError, networkError } from '../../http/outcome.ts';
import type { MenuAccess } from '../../permissions/index.ts';
import type { ActionDefinition } from '../../resource/form.types.ts';
import type { Option } from '../../resource/resource.types.ts';
import { cards } from '../../resources/cards/cards.resource.ts';
import { reversePayment } from '../../resources/payments/payments.actions.ts';
import { generateReport } from '../../resources/reports/reports.rules.ts';
import { FULL_ACCESS } from '../../testing/fixtures.ts';
import { recordViews } from '../../testing/record-views.ts';
import type { SavedFile } from '../download/download.types.ts';
import { scripted, settled } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { ActionInput, ActionPorts } from './action.types.ts';
import { actionWorkflow } from './action.workflow.ts';

const actionNamed = (name: string): ActionDefinition => {
  const action = cards.actions?.find((candidate) => candidate.name === name);
  if (!action) throw new Error(`Cards have no ${name}.`);
  return action;
};

function start(definition: ActionDefinition, input: ActionInput, access: MenuAccess = FULL_ACCESS) {
  const run = scripted<Parameters<ActionPorts['run']>, SavedFile | undefined>();
  const options = scripted<Parameters<ActionPorts['options']>, readonly Option[]>();
  const clock = new SimulatedClock();
  let keys = 0;
  const workflow = actionWorkflow({
    definition,
    run: run.port,
    options: options.port,
    nonce: () => {
      keys += 1;
      return `key-${keys}`;
    },
    access: () => access,
  });
  const flow = startWorkflow(workflow, { input, clock });
  const { views } = recordViews(flow);
  const steps = () =>
    views
      .map((view) => (view.status === 'pending' ? view.step : view.status))
      .filter((step, index, all) => step !== all[index - 1]);
  const answer = (name: string, value: unknown) =>
    flow.send({ type: 'field.changed', name, value });
  return { flow, run, options, clock, steps, answer };
}

describe('an action on selected rows', () => {
  it('CARD-06 CARD-07 asks for the company, and assigns the selected cards to it', async () => {
    const assign = actionNamed('assign');
    const [company] = assign.fields;
    const { flow, run, options, steps, answer } = start(assign, { ids: ['1', '2'] });
    expect(flow.view).toMatchObject({ step: 'collecting', needs: [{ loading: true }] });
    await options.last().resolve([{ key: '10', value: 'North Haul' }]);
    expect(flow.view.commands.submit).toMatchObject({
      allowed: false,
      reason: { code: 'required', message: 'Company is required' },
    });
    flow.send({ type: 'submit' });
    expect(run.calls).toHaveLength(0);
    answer(company?.name ?? '', '10');
    flow.send({ type: 'submit' });
    flow.send({ type: 'submit' });
    const [request] = run.last().args;
    expect(request).toMatchObject({ ids: ['1', '2'], key: 'key-1' });
    expect(assign.call(request.ids, request.draft)).toMatchObject({
      json: { customerCompanyId: expect.anything(), cardIds: ['1', '2'] },
    });
    await run.last().resolve(undefined);
    expect(flow.view).toMatchObject({ output: { message: 'Cards Assign Successfully' } });
    expect(run.calls).toHaveLength(1);
    expect(steps()).toEqual(['collecting', 'running', 'done']);
  });

  it('CARD-06 fails with the text for an empty selection, and sends nothing', () => {
    const { flow, run } = start(actionNamed('assign'), { ids: [] });
    expect(flow.view).toMatchObject({
      status: 'failed',
      error: { code: 'nothing_selected', message: 'Please select card to Assign' },
      commands: { submit: { allowed: false }, cancel: { allowed: true } },
    });
    flow.send({ type: 'submit' });
    expect(run.calls).toHaveLength(0);
    flow.send({ type: 'cancel' });
    expect(flow.view.status).toBe('cancelled');
  });

  it('PAY-05 refuses several records for an action on one, and sends nothing', () => {
    const { flow, run } = start({ ...actionNamed('assign'), on: 'row' }, { ids: ['1', '2'] });
    const message = 'This is done with one record at a time, and 2 were given.';
    expect(flow.view).toMatchObject({
      status: 'failed',
      error: { code: 'one_at_a_time', message },
      commands: { submit: { allowed: false, reason: { code: 'one_at_a_time' } } },
    });
    flow.send({ type: 'submit' });
    expect(run.calls).toHaveLength(0);
  });

  it('CARD-06 FORM-06 reports a failure with its own text, and can be retried', async () => {
    const assign = actionNamed('assign');
    const { flow, run, options, clock, answer } = start(assign, { ids: ['1'] });
    await options.last().resolve([{ key: '10', value: 'North Haul' }]);
    answer(assign.fields[0]?.name ?? '', '10');
    flow.send({ type: 'submit' });
    const message = 'Not yours';
    const error = {
      kind: 'http',
      operation: 'assign',
      code: 'http_403',
      message,
      status: 403,
    } as const;
    await run.last().reject(new ApiError(error));
    expect(flow.view).toMatchObject({
      status: 'failed',
      error: { message: 'Error while Assign Card', detail: 'Not yours' },
    });
    // FORM-02: its flags are reset, and why it failed stays readable.
    clock.increment(4000);
    expect(flow.view).toMatchObject({
      ...{ status: 'pending', step: 'collecting' },
      data: { notice: 'Error while Assign Card: Not yours' },
    });
    flow.send({ type: 'submit' });
    expect(flow.view.data.notice).toBeUndefined();
    await run.last().resolve(undefined);
    expect(flow.view.status).toBe('done');
  });

  it('CARD-06 assigns once, however often the response is lost', async () => {
    const assign = actionNamed('assign');
    const { flow, run, options, clock, steps, answer } = start(assign, { ids: ['1'] });
    await options.last().resolve([{ key: '10', value: 'North Haul' }]);
    answer(assign.fields[0]?.name ?? '', '10');
    flow.send({ type: 'submit' });
    await run.last().reject(networkError({ operation: 'assign', outcome: 'unknown' }, 'cut off'));
    clock.increment(1000);
    await settled();
    await run.last().resolve(undefined);
    expect(run.calls.map(({ args }) => args[0].key)).toEqual(['key-1', 'key-1']);
    expect(steps()).toEqual(['collecting', 'running', 'resolving', 'done']);
  });
});

describe('an action on a list', () => {
  it('CARD-05 downloads the template at once, and reports the status of a failure', async () => {
    const { flow, run, steps } = start({ ...actionNamed('template'), fields: [] }, {});
    const error = {
      kind: 'http',
      operation: 't',
      code: 'http_503',
      message: 'x',
      status: 503,
    } as const;
    await run.last().reject(new ApiError(error));
    expect(flow.view).toMatchObject({
      error: { message: 'Failed to download file. Status: 503', status: 503 },
    });
    flow.send({ type: 'retry' });
    const file = { name: 'SampleCardTemplate.xlsx', location: '/out', bytes: 3 };
    await run.last().resolve(file);
    expect(flow.view).toMatchObject({ output: { file } });
    expect(steps()).toEqual(['running', 'failed', 'running', 'done']);
  });

  it('REP-01 asks for type and format, and ends with the report', async () => {
    const { flow, run, answer } = start(generateReport, {});
    expect(flow.view.data).toMatchObject({ title: 'Reporting', submitLabel: 'Generate' });
    answer('report_type', 'aging');
    answer('format', 'pdf');
    flow.send({ type: 'submit' });
    const file = { name: 'aging-report.pdf', location: '', bytes: 9 };
    await run.last().resolve(file);
    expect(flow.view).toMatchObject({
      output: { file, message: 'Report Gegerating Successfully' },
    });
  });

  it('PAY-05 says in the service’s words that somebody else did it first', async () => {
    const { flow, run, clock, answer } = start(reversePayment, { ids: ['9'] });
    answer('reason', 'Cheque returned');
    flow.send({ type: 'submit' });
    const conflict = new ApiError({
      ...{ kind: 'http', operation: 'payments.reverse', code: 'conflict', status: 409 },
      ...{ message: 'Conflict', detail: 'Payment 9 was reversed at 09:14.' },
    });
    await run.last().reject(conflict);
    expect(flow.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'already_done',
        message: 'Payment 9 was reversed at 09:14.',
        detail: 'See it in the list, with its reason. Nothing was changed now.',
      },
      commands: {
        submit: { allowed: false, reason: { code: 'already_done' } },
        retry: { allowed: false, reason: { code: 'already_done' } },
        cancel: { allowed: true },
      },
    });
    flow.send({ type: 'retry' });
    flow.send({ type: 'submit' });
    // A failure that can be tried again is over after 4 s; this one isn't.
    clock.increment(60_000);
    expect(flow.view).toMatchObject({ status: 'failed', error: { code: 'already_done' } });
    expect(run.calls).toHaveLength(1);
    answer('reason', 'Another one');
    expect(flow.view).toMatchObject({ status: 'pending', commands: { submit: { allowed: true } } });
  });

  it('shows which rows it is for, what is known of them, and what was typed', () => {
    const facts = [['Amount', '400.00 CAD']] as const;
    const { flow, answer } = start(reversePayment, { ids: ['9'], facts });
    answer('reason', 'Twice');
    expect(flow.view.data).toMatchObject({
      ...{ ids: ['9'], facts, title: 'Reverse Payment', submitLabel: 'Reverse' },
      ...{ draft: { reason: 'Twice' }, dirty: true, permission: { allowed: true } },
    });
    expect(start(generateReport, {}).flow.view.data).toMatchObject({ ids: [], facts: [] });
  });

  it('ACC-04 is refused without the right, with the reason', () => {
    const { flow, run } = start(generateReport, {}, {});
    expect(flow.view).toMatchObject({
      ...{ status: 'pending', step: 'collecting' },
      commands: { submit: { allowed: false, reason: { code: 'missing_right' } } },
      data: { permission: { allowed: false } },
    });
    const template = start({ ...actionNamed('template'), fields: [] }, {}, {});
    expect(template.flow.view).toMatchObject({
      status: 'failed',
      error: { code: 'missing_right' },
    });
    expect([run.calls.length, template.run.calls.length]).toEqual([0, 0]);
  });
});
