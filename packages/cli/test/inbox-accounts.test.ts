import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { goodRates } from '@forecourt/provider-file-examples';
import { PASSWORD } from '@forecourt/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import { openService } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';
import { type InboxFixture, openInbox, recentDay, WITH_ALL_CARDS } from './night-fixture.ts';

/** The container of a password-protected workbook: a compound file with only `EncryptedPackage`. */
function lockedWorkbook(): Uint8Array {
  const file = Buffer.alloc(512 * 3);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(4096, 56);
  for (const at of [60, 68]) file.writeUInt32LE(0xfffffffe, at);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0, 76);
  file.fill(0xff, 512, 1024);
  file.writeUInt32LE(0xfffffffd, 512);
  file.writeUInt32LE(0xfffffffe, 516);
  const entry = (at: number, name: string, type: number, child: number) => {
    file.write(name, at, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    file.writeUInt8(type, at + 66);
    file.writeUInt8(1, at + 67);
    for (const link of [68, 72]) file.writeUInt32LE(0xffffffff, at + link);
    file.writeUInt32LE(child, at + 76);
    file.writeUInt32LE(0xfffffffe, at + 116);
  };
  entry(1024, 'Root Entry', 5, 1);
  entry(1152, 'EncryptedPackage', 2, 0xffffffff);
  return file;
}

interface Reported {
  readonly name: string;
  readonly state: string;
  readonly exitCode: number;
  readonly message: string;
  readonly movedTo?: string;
}

const { fixture, service } = fixtureForEach({ open: () => openService([], WITH_ALL_CARDS) });
let inbox: InboxFixture;
beforeEach(() => {
  inbox = openInbox(fixture);
});

const run = async (...more: string[]) => {
  const ran = await fixture.json([...inbox.argv, ...more]);
  return {
    ...ran,
    files: ((ran.document as { files?: Reported[] }).files ?? []) as readonly Reported[],
  };
};

describe('every file under the inbox', () => {
  it('is imported, or listed with the reason and what to do', async () => {
    inbox.pipeline('good.xlsx', 301);
    inbox.pipeline('Unknown/a.xlsx', 302);
    inbox.pipeline('TA-Petro/b.xlsx', 303);
    inbox.pipeline('ESSO/2026-11/c.xlsx', 304);
    inbox.pipeline('Unknown/deep/down/d.xlsx', 305);
    inbox.put('ESSO/coming.xls.part', 'half');
    symlinkSync(join(inbox.dir, 'good.xlsx'), join(inbox.dir, 'link.xlsx'));
    symlinkSync(inbox.dir, join(inbox.dir, 'loop'));
    execFileSync('mkfifo', [join(inbox.dir, 'pipe.xlsx')]);
    const { code, files } = await run();
    expect(code).toBe(6);
    const stranger =
      "Its folder doesn't belong to a provider. Move it to one of these: ESSO, Suncore, Comdata, Pipeline, TAPetro.";
    const link = 'It is a link, and links are not followed. Put the file itself there.';
    const found = Object.fromEntries(
      files.map(({ name, state, exitCode, message }) => [name, [state, exitCode, message]]),
    );
    const nested =
      "Files are imported from a provider's folder, not from its subfolders. Move it up.";
    const draft = 'It has the name of a draft or a lock; it is imported once it is renamed.';
    expect({ ...found, 'good.xlsx': found['good.xlsx']?.slice(0, 2) }).toEqual({
      'ESSO/2026-11/c.xlsx': ['passed_over', 5, nested],
      'ESSO/coming.xls.part': ['passed_over', 0, draft],
      'TA-Petro/b.xlsx': ['passed_over', 5, stranger],
      'Unknown/a.xlsx': ['passed_over', 5, stranger],
      'Unknown/deep/down/d.xlsx': ['passed_over', 5, stranger],
      'good.xlsx': ['imported', 0],
      'link.xlsx': ['passed_over', 5, link],
      loop: ['passed_over', 5, link],
      'pipe.xlsx': [
        'passed_over',
        5,
        'It is not a file but a pipe, a socket or a device. Remove it.',
      ],
    });
  });

  it("moves to set-aside if it can never be a provider's, and does not affect tomorrow's exit code", async () => {
    inbox.put('empty.xlsx', '');
    inbox.put('ESSO/locked.xls', lockedWorkbook());
    inbox.put('letter.pdf', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n');
    inbox.put('login.xls', '<html><body><h1>Sign in</h1></body></html>');
    inbox.put('torn.xlsx', Buffer.from('504b0304140000000800', 'hex'));
    inbox.pipeline('good.xlsx', 311);
    const { code, files } = await run();
    expect(code).toBe(6);
    expect(files.map(({ name, state, movedTo }) => [name, state, movedTo])).toEqual([
      ['ESSO/locked.xls', 'set_aside', 'set-aside/ESSO/locked.xls'],
      ['empty.xlsx', 'set_aside', 'set-aside/empty.xlsx'],
      ['good.xlsx', 'imported', 'done/good.xlsx'],
      ['letter.pdf', 'set_aside', 'set-aside/letter.pdf'],
      ['login.xls', 'set_aside', 'set-aside/login.xls'],
      ['torn.xlsx', expect.stringMatching(/^(?:set_aside|rejected)$/), expect.any(String)],
    ]);
    expect(JSON.parse(inbox.text('set-aside/letter.pdf.report.json'))).toMatchObject({
      file: 'letter.pdf',
      code: 'unsupported_kind',
      message: expect.stringContaining('is a PDF document'),
    });
    expect(JSON.parse(inbox.text('set-aside/ESSO/locked.xls.report.json'))).toMatchObject({
      code: 'encrypted_file',
      message: expect.stringContaining('protected by a password'),
    });
    const tomorrow = await run();
    expect([tomorrow.code, tomorrow.files]).toEqual([0, []]);
  });

  it('RATE-01 is set aside if it has daily rates, from any folder, with the command that uploads it', async () => {
    for (const { name, bytes } of goodRates(recentDay())) inbox.put(name, bytes);
    const [tapetro] = goodRates(recentDay()).filter(({ provider }) => provider === 'TA-Petro');
    inbox.put("TAPetro/it's today.xlsx", tapetro?.bytes ?? '');
    const { code, files } = await run();
    expect(code).toBe(5);
    const aside = join(inbox.dir, 'set-aside');
    const found = files.map(({ name, state, message }) => [name, state, message]);
    const says = (provider: string, path: string) =>
      `These are daily rates of ${provider}, not transactions. Upload them: forecourt rates upload ${path} --provider ${provider}`;
    const day = (days: number) =>
      new Date(Date.parse(recentDay()) - days * 86_400_000).toISOString().slice(0, 10);
    const names = {
      pipeline: `Pipeline_Rates_${day(0)}.xlsx`,
      esso: `RP1DEN-70768501-${day(1).replaceAll('-', '')}.xls`,
      tapetro: `TA_Petro_Rates_${day(0).replaceAll('-', '')}.xlsx`,
    };
    expect(found).toEqual([
      [names.pipeline, 'set_aside', says('Pipeline', `${aside}/${names.pipeline}`)],
      [names.esso, 'set_aside', says('Esso', `${aside}/${names.esso}`)],
      [
        "TAPetro/it's today.xlsx",
        'set_aside',
        says('TA-Petro', `'${aside}/TAPetro/it'\\''s today.xlsx'`),
      ],
      [names.tapetro, 'set_aside', says('TA-Petro', `${aside}/${names.tapetro}`)],
    ]);
    expect(JSON.parse(inbox.text(`set-aside/${names.esso}.report.json`))).toMatchObject({
      code: 'rate_file',
      message: says('Esso', `${aside}/${names.esso}`),
    });
    const argv = ['rates', 'upload', `${aside}/${names.esso}`, '--provider', 'Esso'];
    expect((await fixture.run([...argv, '--day', recentDay()])).stdout).toContain(
      'Upload daily rates successfully!',
    );
    const tomorrow = await run();
    expect([tomorrow.code, tomorrow.files]).toEqual([0, []]);
  });

  it('does not overwrite a file with the same name in set-aside', async () => {
    for (const text of ['%PDF-1.4 one', '%PDF-1.4 two', '%PDF-1.4 three']) {
      inbox.put('letter.pdf', text);
      await run();
    }
    expect(inbox.files()).toEqual([
      'set-aside/letter (2).pdf',
      'set-aside/letter (2).pdf.report.json',
      'set-aside/letter (3).pdf',
      'set-aside/letter (3).pdf.report.json',
      'set-aside/letter.pdf',
      'set-aside/letter.pdf.report.json',
    ]);
    expect(inbox.text('set-aside/letter (2).pdf')).toBe('%PDF-1.4 two');
  });

  it('is moved once if a killed run left it in two folders', async () => {
    // Killed after the reasons were written, before the move.
    inbox.put('early.pdf', '%PDF-1.4 early');
    await run();
    renameSync(join(inbox.dir, 'set-aside/early.pdf'), join(inbox.dir, 'early.pdf'));
    // Killed during the move: the file has both names.
    inbox.put('late.pdf', '%PDF-1.4 late');
    linkSync(join(inbox.dir, 'late.pdf'), join(inbox.dir, 'set-aside', 'late.pdf'));
    const { code } = await run();
    expect(code).toBe(5);
    expect(inbox.files()).toEqual([
      'set-aside/early.pdf',
      'set-aside/early.pdf.report.json',
      'set-aside/late.pdf',
      'set-aside/late.pdf.report.json',
    ]);
    expect(JSON.parse(inbox.text('set-aside/early.pdf.report.json'))).toMatchObject({
      code: 'unsupported_kind',
    });
    expect((await run()).code).toBe(0);
  });

  it('is imported once by two concurrent nights; the other one exits with 8 and says why', async () => {
    for (let seed = 320; seed < 324; seed += 1) inbox.pipeline(`${seed}.xlsx`, seed);
    const both = await Promise.all([run('--settle', '0.2'), run('--settle', '0.2')]);
    const [first, second] = both.sort((one, other) => one.code - other.code);
    expect([first?.code, second?.code]).toEqual([0, 8]);
    expect(JSON.parse(second?.stderr ?? '').error.code).toBe('in_use');
    expect(inbox.files()).toHaveLength(4);
  });

  it('stays in the report under its own name if its folder is deleted meanwhile', async () => {
    mkdirSync(join(inbox.dir, 'ESSO'));
    inbox.pipeline('good.xlsx', 331);
    const away = setTimeout(() => {
      renameSync(join(inbox.dir, 'good.xlsx'), join(inbox.dir, '..', 'elsewhere.xlsx'));
    }, 100);
    const { code, files } = await run('--settle', '0.4');
    clearTimeout(away);
    expect([code, files]).toEqual([0, []]);
  });
});

describe('an inbox whose files go to another service than the night before', () => {
  it('TXN-13 says before and after that what was sent there counts as new, once', async () => {
    const other = await openService([], WITH_ALL_CARDS);
    const env = { FORECOURT_BASE_URL: other.url, FORECOURT_PROFILE: 'other' };
    try {
      const email = 'admin@forecourt.test';
      await fixture.run(['login', '--email', email, '--password-stdin'], { env, stdin: PASSWORD });
      inbox.pipeline('monday.xlsx', 390);
      const first = await fixture.run(inbox.argv);
      expect(first.stdout + first.stderr).not.toContain('count as new');
      renameSync(join(inbox.dir, 'done/monday.xlsx'), join(inbox.dir, 'monday.xlsx'));
      const { code, stderr, stdout } = await fixture.run(inbox.argv, { env });
      const text = `The run before this one over this inbox was for ${service.url}, this one is for ${other.url}: files that were sent there count as new.`;
      expect(code).toBe(0);
      expect(stderr.split('\n')[0]).toBe(`forecourt: ${text}`);
      expect(stdout).toContain(` ${text}\nReport: `);
      expect(stdout).toMatch(/^Rows imported\t12\t/m);
      const again = await fixture.run(inbox.argv, { env });
      expect(again.stdout + again.stderr).not.toContain('count as new');
    } finally {
      await other.close();
    }
  });
});
