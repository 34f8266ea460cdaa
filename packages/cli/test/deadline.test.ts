import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk, openService, pipelineFile, type Service } from './desk.ts';
import { WITH_ALL_CARDS } from './night-desk.ts';

const SLOW = { match: 'POST /api/v1/import_transactions', kind: 'latency', value: 6_000 } as const;

let service: Service;
let desk: Desk;

beforeEach(async () => {
  service = await openService([{ ...SLOW, first: 1 }], WITH_ALL_CARDS);
  desk = openDesk(service.url);
  await desk.signIn('admin@forecourt.test');
});
afterEach(async () => {
  desk.leave();
  await service.close();
});

describe('transactions import --deadline', () => {
  it('ends what is under way, starts nothing behind it, and says what was left with 7', async () => {
    const paths = ['one', 'two'].map((name, at) => pipelineFile(desk, `${name}.xlsx`, 20 + at));
    const argv = ['transactions', 'import', ...paths, '--provider', 'Pipeline'];
    const { code, document } = await desk.json([...argv, '--deadline', '4s']);
    expect([code, document]).toMatchObject([
      7,
      {
        files: [
          { sent: true, imported: 20 },
          { sent: false, error: { code: 'deadline' } },
        ],
      },
    ]);
    expect((await desk.json(argv)).document).toMatchObject({
      files: [{ reason: 'already_imported' }, { sent: true }],
    });
  });
});
