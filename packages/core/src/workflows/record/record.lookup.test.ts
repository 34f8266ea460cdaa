import { describe, expect, it } from 'vitest';
import type { RecordSource } from '../../resource/form.types.ts';
import { depotForm, depotsWith, serviceError, startRecord } from './record.test-kit.ts';

const source: RecordSource = {
  resource: 'cards',
  field: 'card_number',
  shown: ['company_name'],
  missing: (text) => `There is no depot ${text}`,
};
const definition = depotsWith({
  starts: { amount: '0.00' },
  fields: (state) =>
    depotForm
      .fields(state)
      .map((field) => (field.name === 'name' ? { ...field, record: source } : field)),
});

function submitted(name = 'North') {
  const started = startRecord({ mode: 'create' }, definition);
  started.answer('name', name);
  started.notify('submit');
  return started;
}

describe('a field that names another record', () => {
  it('TXN-14 is looked up before the form is sent, and refused at its field where there is none', async () => {
    const { answer, found, need, notify, run, send } = submitted();
    expect(need('name')).toBeUndefined();
    expect(found.last().args.slice(0, 2)).toEqual([source, 'North']);
    await found.last().resolve([]);
    expect(send.calls).toHaveLength(0);
    expect(run.view).toMatchObject({ status: 'failed', error: { outcome: 'none' } });
    expect(need('name')).toMatchObject({
      kind: 'field',
      record: source,
      value: 'North',
      issues: [{ code: 'no_such_record', message: 'There is no depot North' }],
    });
    answer('name', 'South');
    expect(need('name')?.issues).toEqual([]);
    notify('submit');
    await found.last().resolve([{}]);
    expect(send.last().args[0]).toMatchObject({ json: { name: 'South', amount: '0.00' } });
  });

  it('TXN-14 is left to the service where it can not be looked up', async () => {
    const { found, send } = submitted();
    await found.last().reject(serviceError(403));
    expect(send.last().args[0]).toMatchObject({ json: { name: 'North' } });
  });

  it('AUTH-09 is not sent without a session', async () => {
    const { found, run, send } = submitted();
    await found.last().reject(serviceError(401));
    expect(send.calls).toHaveLength(0);
    expect(run.view).toMatchObject({ status: 'failed', error: { code: 'session_ended' } });
  });

  it('WIRE-05 is not looked up while it is as it was loaded', async () => {
    const { answer, fetchRecord, found, notify, send } = startRecord(
      { mode: 'edit', id: '7' },
      definition,
    );
    await fetchRecord.last().resolve({ id: '7', name: 'North', amount: '1' });
    answer('amount', '2');
    notify('submit');
    expect(found.calls).toHaveLength(0);
    expect(send.last().args[0]).toMatchObject({ json: { name: 'North', amount: '2' } });
  });

  it('CARD-09 a new record begins with the values of its form, which are no change', () => {
    const { run } = startRecord({ mode: 'create' }, definition);
    expect(run.view.data).toMatchObject({ draft: { amount: '0.00' }, dirty: false });
  });
});
