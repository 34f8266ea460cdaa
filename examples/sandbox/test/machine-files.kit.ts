import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import {
  cards,
  dailyRates,
  digestFile,
  type ImportPorts,
  importKey,
  importPorts,
  importWorkflow,
  sendImport,
  type UploadCheck,
  type UploadDefinition,
  uploadPorts,
  uploadWorkflow,
} from '@forecourt/core';
import {
  checkProviderFile,
  correctFile,
  detectProviders,
  rateUploadCheck,
  type TransactionProvider,
} from '@forecourt/core/provider-files';
import { badRates } from '../../provider-files/provider-files.ts';
import { essoFile, essoLine } from './esso-file.ts';
import type { Context, Happening } from './machine-paths.kit.ts';
import {
  answer,
  commands,
  done,
  failing,
  lost,
  type Plan,
  READ_FAILS,
  status,
} from './machine-walks.kit.ts';
import type { World } from './machine-world.kit.ts';

const fileOf = (name: string, content: Uint8Array | string) => ({
  name,
  blob: new Blob([content as Uint8Array<ArrayBuffer>]),
});

const RATES = 'RP1DEN-70768501-20261117.xls';
const rates = fileOf(
  RATES,
  await readFile(fileURLToPath(new URL(`../../provider-files/rates/${RATES}`, import.meta.url))),
);
const NO_CARDS = fileOf('cards.csv', 'card_number,driver_name\r\n7010000000000001,\r\n');

/** A file on a disk that is taken away while it is read. */
class LostBlob extends Blob {
  override slice(): Blob {
    return this;
  }
  override stream(): never {
    throw new DOMException('The file could not be read.', 'NotReadableError');
  }
  override arrayBuffer(): never {
    return this.stream();
  }
}
const UNREADABLE = { name: 'taken-away.xls', blob: new LostBlob(['x']) };

/** Prices that no longer hold today. */
const OLD_RATES = badRates().find(({ name }) => name === 'RP1DEN-70768501-20261116.xls');
const oldRates = fileOf('old.xls', OLD_RATES?.bytes ?? '');

const uploadPlan = (
  name: string,
  {
    definition,
    good,
    accepted,
    more,
    checked = false,
  }: {
    readonly definition: UploadDefinition;
    readonly good: { readonly name: string; readonly blob: Blob };
    readonly accepted: number;
    readonly more: readonly Happening[];
    /** Checked here before it is sent. */
    readonly checked?: boolean;
  },
): Plan => ({
  name,
  scenario: async ({ client, line }) => {
    const check: UploadCheck = async (file, answers, signal) => {
      await line.pass('check', signal);
      return rateUploadCheck({ today: '2026-11-18' })(file, answers, signal);
    };
    const taken = { accepted, rejected: [] };
    const goodOne = { when: ({ file }: Context) => file?.name === good.name };
    const call = `POST ${definition.path}`;
    return {
      workflow: uploadWorkflow(uploadPorts(client, definition, checked ? { check } : {})),
      input: {},
      distinguish: ({ answer: heard, draft, failure, file, shown }) => [
        ...[file?.name, draft, shown, failure?.outcome, heard?.accepted],
      ],
      happenings: [
        ...more,
        answer('file', good, 'a good file'),
        answer('file', { ...good, name: 'else.pdf' }, 'a file of another kind'),
        answer('file', undefined, 'no file'),
        ...commands('submit', 'cancel', 'retry', 'restart'),
        done('send', taken, goodOne),
        ...failing(
          'send',
          call,
          [
            status(403),
            status(503, 'unknown'),
            lost('drop-before', 'unknown'),
            lost('drop-after', 'unknown'),
          ],
          goodOne,
        ),
        done('resolve', taken, goodOne),
        ...failing(
          'resolve',
          call,
          [status(403), lost('drop-before', 'unknown'), lost('drop-after', 'unknown')],
          goodOne,
        ),
      ],
    };
  },
});

export const uploads: readonly Plan[] = [
  uploadPlan('upload (daily rates)', {
    definition: dailyRates,
    good: rates,
    accepted: 1,
    more: [answer('provider', 'Esso')],
  }),
  uploadPlan('upload (daily rates, checked before)', {
    definition: dailyRates,
    good: rates,
    accepted: 1,
    checked: true,
    more: [
      answer('provider', 'Esso'),
      answer('file', oldRates, 'prices of a former day'),
      answer('file', UNREADABLE, 'a file that goes away'),
      done('check', [], { how: 'fine', when: ({ file }) => file?.name === RATES }),
      done('check', [{ row: undefined, column: '', value: '', message: '' }], {
        how: 'held back',
        when: ({ file }) => file?.name === oldRates.name,
      }),
      {
        type: 'xstate.error.actor.check',
        error: new Error('gone'),
        when: ({ file }: Context) => file?.name === UNREADABLE.name,
      } as Happening,
    ],
  }),
  ...(cards.upload
    ? [
        uploadPlan('upload (cards, none of them complete)', {
          definition: cards.upload,
          good: NO_CARDS,
          accepted: 0,
          more: [],
        }),
      ]
    : []),
];

const LINES = [essoLine({ number: '100001' }), essoLine({ number: '100002' })];
const GOOD = fileOf('good.xls', essoFile(LINES));
const WRONG_TOTAL = fileOf('wrong-total.xls', essoFile(LINES, { total: '1.00' }));
const NO_WORKBOOK = fileOf('picture.xls', '%PDF-1.7');
const SHA = await digestFile(GOOD.blob);

const accountOf = ({ client: { session } }: World): string =>
  session.current?.company?.id || session.current?.user?.id || '';

/** The service's record of this import stands so, whoever sent it: as a server that was killed leaves it, too. */
const standsAs =
  (state: 'done' | 'running' | 'dead' | 'forgotten') =>
  async (world: World): Promise<void> => {
    const key = importKey({ sha256: SHA, provider: 'ESSO', account: accountOf(world) });
    const database = new DatabaseSync(join(world.dataDir, 'forecourt.sqlite'));
    try {
      const known = database.prepare('select id from imports where key = ?').get(key);
      if (state === 'forgotten') {
        database.prepare("update imports set key = 'restored-' || id where key = ?").run(key);
        return;
      }
      if (known === undefined) {
        const request = { file: GOOD, provider: 'ESSO', key, sha256: SHA };
        const { download } = await sendImport(world.other, request);
        await download.body.cancel();
      }
      database
        .prepare('update imports set state = ?, lease_until = ? where key = ?')
        .run(state === 'dead' ? 'running' : state, state === 'dead' ? '2000' : '2100', key);
    } finally {
      database.close();
    }
  };

const record = (state: string) => ({
  ...{ id: '1', key: 'key', provider: 'ESSO', fileName: GOOD.name, sha256: SHA },
  ...{ state, imported: 2, duplicates: 0, rejected: 0 },
});
const looked = (found: unknown) => ({ key: 'key', sha256: SHA, found });

const journalOf = ({ dataDir }: World): string => join(dataDir, 'journal');

const chose =
  (file: { readonly name: string }) =>
  (context: Context): boolean =>
    context.file?.name === file.name && context.provider === 'ESSO';

const mayBeEntered = ({ failure }: Context): boolean => failure?.detail === 'may be entered';
const isRunning = ({ heard }: Context): boolean => heard?.state === 'running';

const entered = (how: 'drop-after' | 'truncate') => {
  const failed = lost(how, 'unknown');
  return { ...failed, error: { ...failed.error, detail: 'may be entered' } };
};

const importHappenings: readonly Happening[] = [
  answer('provider', 'ESSO'),
  answer('file', GOOD, 'a good file'),
  answer('file', WRONG_TOTAL, 'a file with a wrong total'),
  answer('file', NO_WORKBOOK, 'no workbook'),
  answer('file', UNREADABLE, 'a file that goes away'),
  ...commands('submit', 'cancel', 'restart', 'retry'),
  { type: 'progressed', progress: 1, only: /^(?!keep|checked)/ } as Happening,
  { type: 'xstate.after.askAgain.import.waiting', after: 5000 },
  done('check', { ok: true, rows: 2, errors: 0, sheets: [] }, { how: 'fine', when: chose(GOOD) }),
  done(
    'check',
    { ok: false, rows: 2, errors: 1, sheets: [] },
    { how: 'wrong', when: chose(WRONG_TOTAL) },
  ),
  {
    type: 'xstate.error.actor.check',
    how: 'refused whole',
    error: Object.assign(new Error('no'), { name: 'ProviderFileError', code: 'pdf' }),
    when: chose(NO_WORKBOOK),
  } as Happening,
  {
    type: 'xstate.error.actor.check',
    how: 'not readable',
    error: new Error('gone'),
    when: chose(UNREADABLE),
  } as Happening,
  done('look', looked(undefined), { how: 'unknown', when: (at) => !mayBeEntered(at) }),
  done('look', looked(record('done')), { how: 'done', before: standsAs('done') }),
  done('look', looked(record('running')), { how: 'running', before: standsAs('running') }),
  ...failing('look', 'GET imports', READ_FAILS),
  done('plan', undefined, {
    before: (world) => rm(journalOf(world), { recursive: true, force: true }),
  }),
  {
    type: 'xstate.error.actor.plan',
    how: 'the journal can not be written',
    error: new Error('EISDIR'),
    before: async (world: World) => {
      await rm(journalOf(world), { recursive: true, force: true });
      await mkdir(journalOf(world));
    },
  } as Happening,
  done('send', { record: record('done'), result: undefined, replayed: false }),
  ...failing('send', 'POST import_transactions', [
    ...[status(403), status(409, 'unknown'), status(503, 'unknown')],
    ...[lost('drop-before', 'unknown'), entered('drop-after')],
  ]),
  // What it knew before (a running one, or one that failed and was sent again) it forgets by being set back to a backup.
  done('ask', undefined, {
    how: 'unknown',
    when: (at) => !mayBeEntered(at) || isRunning(at),
    before: standsAs('forgotten'),
  }),
  done('ask', record('done'), { how: 'done', before: standsAs('done') }),
  done('ask', record('failed'), { how: 'failed', before: standsAs('dead') }),
  ...failing('ask', 'GET imports', READ_FAILS),
];

/** Where a world has this file, the chosen one is no longer on its disk. */
const goneFrom = ({ dataDir }: World): string => join(dataDir, 'gone');

/** The ports of a platform that recognises providers and makes corrected copies. */
const helpfulPorts = (world: World): Pick<ImportPorts, 'correct' | 'recognise'> => ({
  recognise: async (file, signal) => {
    await world.line.pass('recognise', signal);
    const [provider] = await detectProviders(file);
    return provider;
  },
  correct: async (file, corrections, { sheets, signal }) => {
    await world.line.pass('correct', signal);
    return correctFile(existsSync(goneFrom(world)) ? UNREADABLE : file, corrections, { sheets });
  },
});

const isCorrected = ({ corrected }: Context): boolean => corrected !== undefined;
/** The total of the file whose total is wrong. */
const RIGHT_TOTAL = { cell: 'D5', to: '1728.90', reason: 'The provider sent the right total' };
const COPY = { name: 'wrong-total.corrected.csv', kind: 'csv', original: SHA, corrections: [] };

/** What happens to a file before it is sent, where its provider is recognised and its cells can be corrected. */
const helpfulHappenings: readonly Happening[] = [
  answer('provider', 'ESSO'),
  answer('file', WRONG_TOTAL, 'a file with a wrong total'),
  answer('file', UNREADABLE, 'a file that goes away'),
  ...commands('submit', 'cancel', 'restart', 'retry', 'uncorrect'),
  { type: 'correct', corrections: [RIGHT_TOTAL] } as Happening,
  done('recognise', 'ESSO', { when: ({ file }) => file?.name === WRONG_TOTAL.name }),
  {
    type: 'xstate.error.actor.recognise',
    error: new Error('gone'),
    when: ({ file }: Context) => file?.name === UNREADABLE.name,
  } as Happening,
  done(
    'check',
    { ok: false, rows: 2, errors: 1, sheets: [] },
    { how: 'wrong', when: (at) => chose(WRONG_TOTAL)(at) && !isCorrected(at) },
  ),
  done(
    'check',
    { ok: true, rows: 2, errors: 0, sheets: [] },
    { how: 'corrected', when: isCorrected },
  ),
  done('correct', { requested: [RIGHT_TOTAL], copy: COPY }),
  {
    type: 'xstate.error.actor.correct',
    error: new Error('gone'),
    before: (world: World) => writeFile(goneFrom(world), ''),
  } as Happening,
  ...failing('look', 'GET imports', [status(503)]),
];

const importPlan = (name: string, more: object, helpful = false): Plan => ({
  name,
  scenario: async (world) => {
    const { client, keep, line } = world;
    const ports = importPorts(client, {
      keep,
      check: async (file, provider, { onProgress, signal }) => {
        await line.pass('check', signal);
        const report = await checkProviderFile(file, {
          provider: provider as TransactionProvider,
          today: '2026-11-20',
          signal,
          onProgress: ({ rows }) => onProgress(rows),
        });
        await line.pass('checked', signal);
        return report;
      },
      record: async (entry) => {
        if (entry.state === 'planned') await line.pass('journal');
        await appendFile(journalOf(world), JSON.stringify(entry));
      },
    });
    return {
      workflow: importWorkflow({ ...ports, ...(helpful && helpfulPorts(world)) }),
      input: {
        providers: [{ key: 'ESSO', value: 'ESSO' }],
        texts: { success: 'Imported', failure: 'Not imported' },
        ...more,
      },
      happenings: helpful ? helpfulHappenings : importHappenings,
      tooFar: ({ asks }) => asks > 5,
      distinguish: (at) => [
        ...[at.asks, Math.min(at.tries, 3), Math.min(at.sends, 3), at.failure?.outcome],
        ...[at.failure?.detail === 'may be entered', at.answered, at.stopping, at.inDoubt],
        ...[at.heard?.state, at.provider, at.file?.name, at.report?.ok, at.key],
        ...[at.recognised, at.submitted, isCorrected(at)],
      ],
    };
  },
});

export const imports: readonly Plan[] = [
  importPlan('import', {}),
  importPlan('import (unattended)', { unattended: true }),
  importPlan('import (check alone)', { dryRun: true }),
  importPlan('import (recognised, corrected)', {}, true),
  importPlan('import (recognised, check alone)', { dryRun: true }, true),
];
