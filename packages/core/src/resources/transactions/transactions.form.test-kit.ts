import type { Draft, FormMode, FormState } from '../../resource/form.types.ts';
import { checkForm } from '../../resource/form-rules.ts';
import { transactionForm as form } from './transactions.form.ts';
import { type TransactionDetail, transactionDetailSchema } from './transactions.schema.ts';

export const line = (dtl_prd_cd: string, more: object = {}) => ({
  dtl_prd_cd,
  dtl_net_price: 1.23456,
  retailPrice: 1.4,
  dtl_qty: 100.5,
  dtl_hst_amt: 0,
  dtl_gst_amt: 5,
  dtl_pst_amt: 0,
  dtl_qst_amt: 0,
  dtl_fet_rt: 0.04,
  dtl_pft_rt: 0.1,
  pct: 0,
  dtl_amt: 129.07,
  discount: 0,
  dtl_sls_type: 'R',
  header: { hdr_currency: 'CAD' },
  ...more,
});
export const wire = (...lines: object[]) => ({
  id: '7',
  authentication_id: 'A/7',
  txn_date: '2026-11-03T14:05:00',
  dtl_stn_prv: 'ON',
  hdr_currency: 'CAD',
  attachments: [{ id: '1', name: 'receipt.png' }],
  station: { lat: 1, lng: 2 },
  provider: 'kept',
  txn_attr: lines,
});
export const open = (mode: FormMode, lines: object[], changes: Draft = {}) => {
  const detail =
    mode === 'create'
      ? undefined
      : (transactionDetailSchema.parse(wire(...lines)) as TransactionDetail);
  return { mode, detail, draft: { ...form.draft(detail), ...changes } };
};
export type State = FormState<TransactionDetail>;
export const messages = (state: State) =>
  Object.values(checkForm(form, state))
    .flat()
    .map(({ message }) => message);
export const required = (state: State, group: string) =>
  form
    .fields(state)
    .filter((field) => field.group === group && field.required)
    .map(({ label }) => label)
    .join();
export const sent = (state: State) => {
  const body = form.update?.body(state, {}) as { txn_attr: Record<string, unknown>[] } | undefined;
  return body?.txn_attr ?? [];
};
