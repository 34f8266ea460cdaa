import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { demoCardNumber } from '../../provider-files/demo-cards.ts';
import { ESSO_HEADER } from '../../provider-files/esso.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, CLERK, type Client, countsOf, fileForm, openSandbox, signIn } from './helpers.ts';

const DATA = { demo: { customers: 12, cards: 500, transactions: 0, invoices: 0 } };

const original = createHash('sha256').update('as it was delivered').digest('hex');
const correction = {
  sheet: 'Sheet1',
  row: 3,
  column: 'AMT',
  cell: 'Z3',
  from: '864.54',
  to: '864.45',
};
const corrected = {
  corrected_from: original,
  corrected_name: 'day.csv',
  correction: JSON.stringify(correction),
};

const send = (client: Client, fields: Record<string, string>, key = 'k'.repeat(64)) =>
  client.call('import_transactions?provider=ESSO', {
    body: fileForm(essoFile([essoLine({ number: '1' })]), 'day.corrected.csv', fields),
    headers: { 'idempotency-key': key },
  });

describe('a corrected file', async () => {
  const sandbox = await openSandbox(DATA);
  const [admin, clerk] = [await signIn(sandbox, ADMIN), await signIn(sandbox, CLERK)];

  it('TXN-12 TXN-13 is entered once, and each correction is in the trail with its former value', async () => {
    expect(countsOf(await send(admin, corrected))).toMatchObject({ imported: 1, duplicates: 0 });
    // The same content without the list of corrections is the same import.
    const again = await send(admin, {});
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const { content } = await admin.json('audit?filter=action:transactions.import');
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({
      actor: ADMIN,
      changes: {
        file_name: 'day.corrected.csv',
        corrected_from: { file_name: 'day.csv', sha256: original },
        corrections: [correction],
      },
    });
    const [record] = await admin.json(`imports?key=${'k'.repeat(64)}`);
    expect(record).toMatchObject({
      corrected_from: { file_name: 'day.csv', sha256: original },
      corrections: [correction],
    });
  });

  it('TXN-13 is found by its key by a colleague, who would send it again otherwise, and listed as the sender’s own', async () => {
    const key = 'k'.repeat(64);
    const found = await clerk.json(`imports?key=${key}`);
    expect(found).toMatchObject([{ key, state: 'done', imported: 1 }]);
    expect((await clerk.json('imports')).length).toBe(0);
    expect((await admin.json('imports')).length).toBeGreaterThan(0);
    const result = await clerk.call(`imports/${found[0].id}/result`);
    expect([result.status, await result.text()]).toEqual([
      200,
      expect.stringContaining('imported'),
    ]);
  });

  it('TXN-12 is refused with a correction that can’t be read, and nothing is entered', async () => {
    const key = 'm'.repeat(64);
    for (const [fields, pointer] of [
      [{ ...corrected, correction: 'Z3=864.45' }, '/correction'],
      [{ ...corrected, correction: JSON.stringify({ ...correction, to: 864 }) }, '/correction'],
      [{ correction: JSON.stringify(correction) }, '/corrected_from'],
    ] as const) {
      const answer = await send(admin, fields, key);
      expect(answer.status).toBe(422);
      expect((await answer.json()).errors[0]).toMatchObject({ pointer });
    }
    expect(await admin.json(`imports?key=${key}`)).toEqual([]);
  });

  it('TXN-13 has a history with who, file, counts and result, and its rows are a filter of the list', async () => {
    await send(clerk, {}, 'c'.repeat(64));
    const { imports, metadata } = await admin.json('imports/history?size=1');
    expect(metadata).toEqual({ page: 1, size: 1, total_count: 2 });
    expect(imports).toMatchObject([
      { by: CLERK, imported: 0, duplicates: 1, rejected: 0, state: 'done', corrected_cells: 0 },
    ]);
    const [first] = (await admin.json('imports/history?size=1&page=1')).imports;
    expect(first).toMatchObject({
      by: ADMIN,
      provider: 'ESSO',
      file_name: 'day.corrected.csv',
      imported: 1,
      corrected_cells: 1,
      totals: [{ currency: 'CAD', lines: 1, purchases: 1, left_out_lines: 0 }],
    });
    expect(first).not.toHaveProperty('key');
    const result = await (await admin.call(`imports/${first.id}/result`)).text();
    expect(result).toContain(',imported,');
    const rows = await admin.json(`fuel-transaction/authcode?filter=import_id:${first.id}`);
    expect(rows.transactions).toMatchObject([{ import_id: first.id, authentication_id: 'A1' }]);
    expect((await admin.call('imports/999999/result')).status).toBe(404);
    for (const [query, detail] of [
      ['size=1000', 'size must be a whole number from 1 to 100.'],
      ['size=0', 'size must be a whole number from 1 to 100.'],
      ['page=', 'page must be a whole number from 0 to 1000000.'],
      ['page=1e1', 'page must be a whole number from 0 to 1000000.'],
    ]) {
      const refused = await admin.call(`imports/history?${query}`);
      expect([refused.status, (await refused.json()).detail]).toEqual([400, detail]);
    }
  });

  it('TXN-13 ACC-04 shows a company’s users only the imports of their company', async () => {
    const viewer = await signIn(sandbox, 'nobody@forecourt.test');
    expect((await viewer.call('imports/history')).status).toBe(403);
  });

  it.each([
    ['another value', { to: '0.01' }, "The file doesn’t have '0.01' in Z3 of sheet Sheet1."],
    ['another column', { cell: 'A3' }, "The file doesn’t have '864.45' in A3 of sheet Sheet1."],
    [
      'another row',
      { cell: 'Z3', row: 4 },
      "The file doesn’t have '864.45' in Z3 of sheet Sheet1.",
    ],
    [
      'a row that isn’t there',
      { row: -1 },
      "The file doesn’t have '864.45' in Z3 of sheet Sheet1.",
    ],
    ['another sheet', { sheet: 'Nope' }, "The file doesn’t have '864.45' in Z3 of sheet Nope."],
  ])('TXN-12 with a record that the file contradicts is refused: %s', async (_, lie, detail) => {
    const key = 'n'.repeat(64);
    const lying = JSON.stringify({ ...correction, ...lie });
    const answer = await send(admin, { ...corrected, correction: lying }, key);
    expect([answer.status, (await answer.json()).errors]).toEqual([
      422,
      [{ pointer: '/correction', detail }],
    ]);
    const [record] = await admin.json(`imports?key=${key}`);
    expect([record.state, record.imported]).toEqual(['failed', 0]);
  });
});

describe('a file that is corrected a second time', async () => {
  const sandbox = await openSandbox(DATA);
  const admin = await signIn(sandbox, ADMIN);
  const column = ESSO_HEADER.indexOf('CARD_NO');
  let keys = 0;

  /** Card numbers of the file's two rows. */
  const linesOf = (cards: readonly [string, string]) =>
    cards.map((card, index) => essoLine({ number: String(index + 1), card }));
  const sha256Of = (cards: readonly [string, string]) =>
    createHash('sha256')
      .update(essoFile(linesOf(cards)))
      .digest('hex');

  /** Sends the file with these cards, with the second row's card corrected if `from` is given. */
  async function sendCards(
    cards: readonly [string, string],
    { from, ...fields }: { readonly from?: readonly [string, string]; allow_repeat?: string } = {},
  ) {
    keys += 1;
    const cell = `${String.fromCharCode(65 + column)}4`;
    const made = { sheet: 'Sheet1', row: 4, column: 'CARD_NO', cell, from: '1', to: cards[1] };
    const recorded = from && {
      corrected_from: sha256Of(from),
      corrected_name: 'day.csv',
      correction: JSON.stringify(made),
    };
    const answer = await admin.call('import_transactions?provider=ESSO', {
      body: fileForm(essoFile(linesOf(cards)), 'day.csv', { ...recorded, ...fields }),
      headers: { 'idempotency-key': String(keys).padStart(64, '0') },
    });
    expect(answer.status).toBe(200);
    return { counts: countsOf(answer), result: await answer.text() };
  }

  const [first, second, third] = [0, 1, 2].map(demoCardNumber) as [string, string, string];
  const delivered = [first, '7076850000009999999'] as const;

  it('TXN-13 is not billed twice: a row that an earlier copy entered is refused, with that import', async () => {
    const once = await sendCards([first, second], { from: delivered });
    expect(once.counts).toMatchObject({ imported: 2, duplicates: 0, rejected: 0 });
    const twice = await sendCards([first, third], { from: delivered });
    expect(twice.counts).toMatchObject({ imported: 0, duplicates: 1, rejected: 1 });
    expect(twice.result).toContain(
      'Import 1 entered this row of the same file with other values. Change that purchase, or send the file with allow_repeat=4 to enter both.',
    );
    const { transactions } = await admin.json(
      'fuel-transaction/authcode?filter=authentication_id:A2',
    );
    expect(transactions).toHaveLength(1);
  });

  it('TXN-13 nor when the original itself follows its corrected copy', async () => {
    const { counts } = await sendCards([...delivered]);
    expect(counts).toMatchObject({ imported: 0, duplicates: 1, rejected: 1 });
  });

  it('TXN-13 enters both on purpose, as the trail says', async () => {
    const { counts } = await sendCards([first, third], { from: delivered, allow_repeat: '4' });
    expect(counts).toMatchObject({ imported: 1, duplicates: 1, rejected: 0 });
    const { content } = await admin.json('audit?filter=action:transactions.import.allow-repeat');
    expect(content).toMatchObject([{ changes: { rows: [{ sheet: 'Sheet1', row: 4 }] } }]);
  });
});
