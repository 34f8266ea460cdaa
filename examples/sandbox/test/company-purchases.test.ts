import { afterAll, expect, it } from 'vitest';
import { openStore } from '../src/db/engine.ts';
import { keptData } from './database.ts';
import { ADMIN, IN_TESTS, openSandbox, signIn, VIEWER } from './helpers.ts';

const at = await keptData(IN_TESTS);
const sandbox = await openSandbox(at);
const store = await openStore(at);
afterAll(() => store.close());
const admin = await signIn(sandbox, ADMIN);
// No flag gives these rights to a company's user; a backend of one's own may.
await store.write((tx) =>
  tx
    .updateTable('user_rights')
    .set({ can_read: 1, can_create: 1, can_update: 1 })
    .where('screen_code', '=', 'FT')
    .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', VIEWER))
    .execute(),
);
const company = await signIn(sandbox, VIEWER);

it("ACC-04 ACC-07 a company's account learns neither companies nor cards of others by trying", async () => {
  const [own] = (await company.json('fuel-transaction/authcode?size=1')).transactions;
  const { content } = await admin.json('fuel-card-management?size=400');
  const foreign = content.find(
    (card: { company_name: string }) =>
      card.company_name !== '' && card.company_name !== own.txn_company,
  );
  const { txn_attr } = await company.json(`fuel-transaction/transactionsbyid/${own.id}`);
  const lines = txn_attr.map(({ id: _, ...line }: { id: number }) => line);
  const made = { ...own, txn_attr: lines, authentication_id: '', hdr_currency: 'CAD' };
  for (const change of [
    { txn_company: foreign.company_name },
    { txn_company: 'Nobody At All' },
    { card_number: foreign.card_number },
    { card_number: '7076850000999999' },
    { card_number: foreign.card_number, txn_company: own.txn_company },
    { card_number: '7076850000999999', txn_company: own.txn_company },
  ]) {
    for (const [path, method, body] of [
      [`fuel-transaction/${own.id}`, 'PUT', change],
      ['transaction', 'POST', { ...made, ...change }],
    ] as const) {
      const answer = await company.call(path, { method, body });
      expect([path, change, answer.status, (await answer.json()).errors]).toEqual([
        ...[path, change, 422],
        [{ pointer: '/card_number', detail: 'It is not a card of your company.' }],
      ]);
    }
  }
});
