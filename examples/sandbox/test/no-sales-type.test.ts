// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
import { expect, it } from 'vitest';
import { goodFiles } from '../../provider-files/provider-files.ts';
import { ADMIN, fileForm, openSandbox, signIn } from './helpers.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const put = (id: unknown, body: object) =>
  admin.call(`fuel-transaction/${id}`, { method: 'PUT', body });
const refusal = async (answer: Response) => [answer.status, (await answer.json()).errors];
const missing = (line: number) => [
  422,
  [{ pointer: `/txn_attr/${line}/dtl_sls_type`, detail: 'Sales Type is required' }],
];

it('TXN-08 a stored purchase whose file had no sales type needs none, a new one and one that had it do', async () => {
  const file = goodFiles('2026-11-18').find(({ provider }) => provider === 'Pipeline');
  if (!file) throw new Error('There is no file of Pipeline.');
  const imported = await admin.call('import_transactions?provider=Pipeline', {
    body: fileForm(file.bytes, file.name),
  });
  expect(Number(imported.headers.get('x-import-imported'))).toBeGreaterThan(0);
  const { transactions } = await admin.json('fuel-transaction/authcode?size=400');
  const typed = (type: string) =>
    transactions.find((row: any) => row.sub_transactions[0]?.dtl_sls_type === type);
  const get = ({ id }: any) => admin.json(`fuel-transaction/transactionsbyid/${id}`);
  const [bare, full] = [await get(typed('')), await get(typed('SALE'))];

  const { attachments: _, station: __, ...whole } = bare;
  expect((await put(bare.id, whole)).status).toBe(200);
  const moved = await put(bare.id, { dtl_stn_addr: 'Gate 4' });
  expect([moved.status, (await moved.json()).dtl_stn_addr]).toEqual([200, 'Gate 4']);
  const { id: ___, ...line } = { ...full.txn_attr[0], dtl_sls_type: '' };
  const longer = { txn_attr: [...bare.txn_attr, line] };
  expect(await refusal(await put(bare.id, longer))).toEqual(missing(bare.txn_attr.length));
  const emptied = full.txn_attr.map((one: any) => ({ ...one, dtl_sls_type: '' }));
  expect((await refusal(await put(full.id, { txn_attr: emptied })))[1][0]).toEqual(
    (missing(0)[1] as object[])[0],
  );
});
// biome-ignore-end lint/suspicious/noExplicitAny: see above.
