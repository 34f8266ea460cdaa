import { writeFileSync } from 'node:fs';
import {
  type SeededFile,
  seededBadFiles,
  seededGoodFiles,
} from '@forecourt/provider-file-examples/seeded';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';

let fixture: Fixture;

beforeEach(() => {
  fixture = openFixture('http://127.0.0.1:1/api/v1');
});
afterEach(() => fixture.leave());

interface FileDocument {
  readonly ok: boolean;
  readonly error?: { readonly code: string };
  readonly issues?: readonly {
    readonly rule: string;
    readonly cell: string | null;
    readonly sheet: string | null;
    readonly severity: string;
  }[];
}

async function check(
  file: SeededFile,
): Promise<{ code: number; reported: FileDocument; text: string }> {
  writeFileSync(fixture.path(file.name), file.bytes);
  const argv = ['transactions', 'check', fixture.path(file.name), '--provider', file.provider];
  const { code, document } = await fixture.json(argv);
  const { stdout } = await fixture.run(argv);
  return {
    code,
    reported: (document as { files: FileDocument[] }).files[0] as FileDocument,
    text: stdout,
  };
}

/** Findings that depend on today's date. */
const BY_THE_CLOCK = /^TXN-DATE-(OLD|FUTURE)$|^FILE-DATE$/;

describe('transactions check', () => {
  it('TXN-12 reports every seeded defect at its cell, as JSON and as text', async () => {
    for (const file of seededBadFiles(25, 5)) {
      const { code, text, reported } = await check(file);
      if (file.refused !== undefined) {
        expect([code, reported.error?.code], file.name).toEqual([5, file.refused]);
        continue;
      }
      const lasting = file.defects.filter(({ rule }) => !BY_THE_CLOCK.test(rule));
      for (const { cell, rule, sheet } of lasting) {
        const found = reported.issues?.find(
          (issue) => issue.rule === rule && (cell === null || issue.cell === cell),
        );
        expect(found, `${file.name} ${cell} ${rule}`).toMatchObject(
          cell === null ? {} : { cell, sheet },
        );
        expect(text).toMatch(cell === null ? `${rule} ` : `!${cell} ${rule} `);
      }
      const errors = reported.issues?.some(({ severity }) => severity === 'error') ?? false;
      expect([code, reported.ok], file.name).toEqual(errors ? [5, false] : [0, true]);
    }
  });

  it('TXN-12 accepts correct files in unusual forms', async () => {
    for (const file of seededGoodFiles(10, 5)) {
      expect(await check(file), file.name).toMatchObject({ code: 0, reported: { ok: true } });
    }
  });
});
