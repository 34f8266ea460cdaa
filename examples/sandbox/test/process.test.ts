import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { PASSWORD } from '../src/index.ts';
import { keptData } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { countsOf, fileForm } from './helpers.ts';
import { adminAt, environmentOf, failToStart, startServer } from './processes.ts';

const kept = await keptData({ seed: 'empty' });

describe('the process', () => {
  it('prints its address and accounts, keeps its data, and ends on SIGTERM', async () => {
    const { server, output, url } = await startServer(environmentOf(kept));
    for (const account of ['admin@', 'clerk@', 'viewer@', 'nobody@', PASSWORD]) {
      expect(output).toContain(account);
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('says what is wrong with a setting and does not start', async () => {
    const DATABASE_URL = 'mysql://somebody:secret@host/db';
    const { code, errors } = await failToStart({ ...environmentOf(kept), DATABASE_URL });
    expect(code).toBe(1);
    expect(errors).toContain('DATABASE_URL must be an address such as postgres://');
    expect(errors).not.toContain('secret');
  });

  it('says which port is taken, and which folder is missing, and how to go on', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => {
      holder.listen(0, '127.0.0.1', resolve);
    });
    const { port } = holder.address() as AddressInfo;
    const taken = await failToStart({ ...environmentOf(kept), PORT: `${port}` });
    holder.close();
    expect([taken.code, taken.errors]).toEqual([
      1,
      expect.stringContaining(`Port ${port} is taken. Set another one, PORT=4301, or end`),
    ]);
    const missing = await failToStart({ ...environmentOf(kept), LAYOUTS: '/not/there' });
    expect([missing.code, missing.errors]).toEqual([
      1,
      expect.stringContaining('There is no file or folder /not/there: correct LAYOUTS'),
    ]);
  });

  it('leaves an embedded database alone that another server uses, until that one has ended', async () => {
    const own = await keptData({ seed: 'empty' });
    const env = environmentOf({ dataDir: own.dataDir });
    const { server } = await startServer(env);
    const second = await failToStart(env);
    expect([second.code, second.errors]).toEqual([
      1,
      expect.stringContaining(`Another server uses the data in ${own.dataDir}. Stop it, give`),
    ]);
    // Killed, it leaves nothing behind that would keep the next one from starting.
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    const { server: third, url } = await startServer(env);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    third.kill('SIGTERM');
  });

  it('says that the database does not answer, and does not start', async () => {
    const DATABASE_URL = 'postgres://somebody:secret@127.0.0.1:1/db';
    const { code, errors } = await failToStart({ ...environmentOf(kept), DATABASE_URL });
    expect(code).toBe(1);
    expect(errors).toContain('The database at DATABASE_URL cannot be used: connect ECONNREFUSED');
    expect(errors).not.toContain('secret');
  });

  it('TXN-13 the next run completes an import killed at any moment, and enters nothing twice', async () => {
    const rows = 3_000;
    const file = essoFile(
      Array.from({ length: rows }, (_, index) => essoLine({ number: String(100_000 + index) })),
    );
    for (const moment of sampleOf([40, 300, 700], 3)) {
      const { server, url } = await startServer(environmentOf(kept));
      const client = await adminAt(url);
      const sending = client
        .call('import_transactions?provider=ESSO', { body: fileForm(file, 'night.xls') })
        .catch(() => undefined);
      await delay(moment);
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await Promise.all([ended, sending]);
    }
    const { url } = await startServer(environmentOf(kept));
    const client = await adminAt(url);
    const answer = await client.call('import_transactions?provider=ESSO', {
      body: fileForm(file, 'night.xls'),
    });
    const { imported, duplicates } = countsOf(answer);
    // Each attempt entered all of the file or nothing.
    expect([`${rows} 0`, `0 ${rows}`]).toContain(`${imported} ${duplicates}`);
    const { metadata } = await client.json('fuel-transaction/authcode?size=1');
    expect(metadata.total_count).toBe(rows);
  });
});
