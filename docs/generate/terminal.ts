// Draws docs/images/terminal.svg from real output of the command line: node --conditions=source docs/generate/terminal.ts
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badFiles, goodFiles } from '@forecourt/provider-file-examples';
import { createSandbox, PASSWORD } from '@forecourt/sandbox';
import { terminalSvg } from './terminal-svg.ts';

const COLUMNS = 104;
const BIN = new URL('../../bin/forecourt', import.meta.url).pathname;
const folder = await mkdtemp(join(tmpdir(), 'forecourt-terminal-'));
const sandbox = await createSandbox({ passwordCost: 4 });
const { url } = await sandbox.listen({ port: 0 });

/** Runs a command in its own terminal and returns the content of the screen. */
const onTerminal = (command: string): Promise<string> =>
  new Promise((resolve) => {
    const line = command.replace(/^forecourt/, BIN);
    const child = spawn('script', ['-qec', `stty cols ${COLUMNS}; ${line}`, '/dev/null'], {
      cwd: folder,
      env: {
        ...process.env,
        NO_COLOR: undefined,
        TERM: 'xterm-256color',
        FORECOURT_BASE_URL: `${url}/api/v1`,
        FORECOURT_CONFIG_DIR: join(folder, 'config'),
      },
    });
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
    });
    child.on('close', () => resolve(text));
  });

const bad = badFiles().find(
  ({ expected, provider }) =>
    provider === 'Pipeline' && expected.kind === 'checked' && expected.accepted < expected.rows,
);
const good = goodFiles('2026-11-18').find(({ provider }) => provider === 'Pipeline');
if (!bad || !good) throw new Error('There is no file to show.');
await writeFile(join(folder, 'pipeline.xlsx'), bad.bytes);
await writeFile(join(folder, 'mended.xlsx'), good.bytes);
await onTerminal(`echo '${PASSWORD}' | ${BIN} login --email admin@forecourt.test --password-stdin`);

const COMMANDS = [
  'forecourt transactions check pipeline.xlsx --provider Pipeline',
  'forecourt transactions import mended.xlsx --provider Pipeline',
  'forecourt cards list --size 5 --columns card_number,company_name,card_status,driver_name',
];
const shown: string[] = [];
for (const command of COMMANDS)
  shown.push(`\u001b[1m$ ${command}\u001b[0m`, await onTerminal(command));
await writeFile(
  new URL('../images/terminal.svg', import.meta.url),
  terminalSvg(
    shown
      .join('\n')
      .replaceAll(folder, '~')
      .replaceAll(/127-?\.0\.0\.1-\d+/g, 'portal.example'),
    COLUMNS,
  ),
);
await sandbox.close();
await rm(folder, { recursive: true });
