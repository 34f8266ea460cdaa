import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, openFixture, openService, pipelineFile, type Service } from './fixture.ts';
import { WITH_ALL_CARDS } from './night-fixture.ts';

const SLOW = { match: 'POST /api/v1/import_transactions', kind: 'latency', value: 6_000 } as const;

let service: Service;
let fixture: Fixture;

beforeEach(async () => {
  service = await openService([{ ...SLOW, first: 1 }], WITH_ALL_CARDS);
  fixture = openFixture(service.url);
  await fixture.signIn('admin@forecourt.test');
});
afterEach(async () => {
  fixture.leave();
  await service.close();
});

describe('transactions import --deadline', () => {
  it('finishes current work, starts nothing after it, and reports what is left with 7', async () => {
    const paths = ['one', 'two'].map((name, at) => pipelineFile(fixture, `${name}.xlsx`, 20 + at));
    const argv = ['transactions', 'import', ...paths, '--provider', 'Pipeline'];
    const { code, document } = await fixture.json([...argv, '--deadline', '4s']);
    expect([code, document]).toMatchObject([
      7,
      {
        files: [
          { sent: true, imported: 20 },
          { sent: false, error: { code: 'deadline' } },
        ],
      },
    ]);
    expect((await fixture.json(argv)).document).toMatchObject({
      files: [{ reason: 'already_imported' }, { sent: true }],
    });
  });
});
