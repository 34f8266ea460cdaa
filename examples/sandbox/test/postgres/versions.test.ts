import { describe, expect, it } from 'vitest';
import { CARD } from '../card.kit.ts';
import { createDatabase, keptData } from '../database.ts';
import { type Client, IN_TESTS } from '../helpers.ts';
import { adminAt, environmentOf, startServer } from '../processes.ts';

const databaseUrl = await createDatabase(IN_TESTS);
const start = async () => startServer(environmentOf({ ...(await keptData({})), databaseUrl }));
const [one, other] = await Promise.all([start(), start()]);
const admin = await adminAt(one.url);
const elsewhere = admin.at(other.url);

const { id } = await admin.json('fuel-card-management', { body: CARD });
const PATH = `fuel-card-management/${id}`;

async function change(client: Client, changes: object, etag: string) {
  const answer = await client.call(PATH, {
    method: 'PUT',
    body: changes,
    headers: { 'if-match': etag },
  });
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    body: await answer.json(),
  };
}
const etagNow = async () => (await admin.call(PATH)).headers.get('etag') ?? '';

describe('two processes on one database', () => {
  it('WIRE-05 serve one of many changes to one version', async () => {
    const etag = await etagNow();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        change(at % 2 === 0 ? admin : elsewhere, { driver_name: `Driver ${at}` }, etag),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200, 412, 412, 412, 412, 412, 412, 412,
    ]);
    const served = answers.find(({ status }) => status === 200);
    for (const { body, status } of answers) {
      if (status === 412) expect(body.current.driver_name).toBe(served?.body.driver_name);
    }
  });

  it('WIRE-05 lose no change of editors who make theirs on top of what they are refused with', async () => {
    const fields = ['driver_id', 'other_id', 'vehicle_assigned_to_card', 'dash_cash_memo'];
    const edit = async (field: string, at: number) => {
      const client = at % 2 === 0 ? admin : elsewhere;
      let etag = await etagNow();
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const answer = await change(client, { [field]: `kept ${at}` }, etag);
        if (answer.status === 200) return;
        expect(answer.status).toBe(412);
        etag = answer.etag;
      }
      throw new Error(`${field} was never saved.`);
    };
    await Promise.all(fields.map(edit));
    expect(await admin.json(PATH)).toMatchObject({
      driver_id: 'kept 0',
      other_id: 'kept 1',
      vehicle_assigned_to_card: 'kept 2',
      dash_cash_memo: 'kept 3',
    });
  });
});
