import { writeFileSync } from 'node:fs';
import {
  type SeededFile,
  seededBadFiles,
  seededGoodFiles,
} from '@forecourt/provider-file-examples/seeded';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from './desk.ts';

let desk: Desk;

beforeEach(() => {
  desk = openDesk('http://127.0.0.1:1/api/v1');
});
afterEach(() => desk.leave());

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
): Promise<{ code: number; told: FileDocument; text: string }> {
  writeFileSync(desk.path(file.name), file.bytes);
  const argv = ['transactions', 'check', desk.path(file.name), '--provider', file.provider];
  const { code, document } = await desk.json(argv);
  const { stdout } = await desk.run(argv);
  return {
    code,
    told: (document as { files: FileDocument[] }).files[0] as FileDocument,
    text: stdout,
  };
}

/** Days are told by the clock of whoever runs this. */
const BY_THE_CLOCK = /^TXN-DATE-(OLD|FUTURE)$|^FILE-DATE$/;

describe('transactions check', () => {
  it('TXN-12 tells every seeded defect at its cell, as JSON and as text', async () => {
    for (const file of seededBadFiles(25, 5)) {
      const { code, text, told } = await check(file);
      if (file.refused !== undefined) {
        expect([code, told.error?.code], file.name).toEqual([5, file.refused]);
        continue;
      }
      const lasting = file.defects.filter(({ rule }) => !BY_THE_CLOCK.test(rule));
      for (const { cell, rule, sheet } of lasting) {
        const found = told.issues?.find(
          (issue) => issue.rule === rule && (cell === null || issue.cell === cell),
        );
        expect(found, `${file.name} ${cell} ${rule}`).toMatchObject(
          cell === null ? {} : { cell, sheet },
        );
        expect(text).toMatch(cell === null ? `${rule} ` : `!${cell} ${rule} `);
      }
      const errors = told.issues?.some(({ severity }) => severity === 'error') ?? false;
      expect([code, told.ok], file.name).toEqual(errors ? [5, false] : [0, true]);
    }
  });

  it('TXN-12 accepts right files in odd shapes', async () => {
    for (const file of seededGoodFiles(10, 5)) {
      expect(await check(file), file.name).toMatchObject({ code: 0, told: { ok: true } });
    }
  });
});
