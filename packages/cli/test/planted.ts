import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { badFiles } from '@forecourt/provider-file-examples';
import { PASSWORD } from '@forecourt/sandbox';
import { type Fixture, pipelineFile } from './fixture.ts';
import type { Ready } from './ready-commands.ts';

/** The planted card number, and how people write it. */
const CARD = '7076850000009914';
const SPACED = '7076 8500 0000 9914';

/** Any card number of the service, of the example files, or planted here. */
const ANY_CARD = /707685\d{10}/;

const joined = (text: string): string => text.replace(/(?<=\d)[ -](?=\d)/g, '');

/** The kinds of secrets found in a text. */
export function secretsIn(text: string, token: string): string[] {
  return [
    ...(text.includes(token) ? ['token'] : []),
    ...(text.includes(PASSWORD) ? ['password'] : []),
    ...(ANY_CARD.test(joined(text)) ? ['card'] : []),
  ];
}

/** Reads every file below a folder. */
export function filesBelow(dir: string): { readonly name: string; readonly text: string }[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { name: path.slice(dir.length + 1), text: readFileSync(path, 'utf8') };
    });
}

type Planted = readonly [operation: string, ready: Ready];

/** Commands with secrets in wrong places, and commands that work offline. */
export function plantedCommands(fixture: Fixture, bare: string): readonly Planted[] {
  const action = (...argv: string[]): Ready => ({ argv, gives: 'action' });
  const list = (...argv: string[]): Ready => ({ argv, gives: 'list' });
  const named = pipelineFile(fixture, `card ${SPACED}_${CARD}.xlsx`);
  const broken = badFiles().map(({ bytes, name }, index) => {
    const path = fixture.path(`${index}-${CARD}-${name}`);
    writeFileSync(path, bytes);
    return path;
  });
  const annotate = ['--annotate', fixture.path('checked/')];
  const check = ['check', named, ...broken, ...annotate];
  const document = fixture.path('leaky.json');
  writeFileSync(document, JSON.stringify({ card_number: CARD, [CARD]: bare, driver_name: bare }));
  return [
    ['transactions.check', action('transactions', ...check, '--provider', 'Pipeline')],
    ['transactions.import', action('transactions', 'import', named, '--provider', 'Pipeline')],
    [
      'transactions.import',
      action('transactions', 'import', broken[0] ?? '', '--provider', 'Pipeline'),
    ],
    ['rates.check', action('rates', ...check, '--provider', 'Pipeline')],
    ['rates.upload', action('rates', 'upload', named, '--provider', 'Pipeline')],
    ['cards.import', action('cards', 'import', named)],
    ['cards.create', action('cards', 'create', '--data', document)],
    ['cards.create', action('cards', 'create', '--card-number', SPACED, '--set', `x=${CARD}`)],
    ['cards.list', list('cards', 'list', '--filter', `card_number:${CARD}`)],
    ['cards.list', list('cards', 'list', '--filter', `${CARD}:${bare}`)],
    ['cards.list', list('cards', 'list', '--sort', CARD)],
    ['transactions.list', list('transactions', 'list', '--filter', `card_number::${SPACED}`)],
    ['cards.get', action('cards', 'get', CARD)],
    ['cards.get', action('cards', 'get', `card_${CARD}.csv`)],
    ['cards.delete', action('cards', 'delete', CARD, '--yes')],
    [
      'cards.export',
      action('cards', 'export', '--ids', CARD, '--out', fixture.path(`${CARD}.csv`)),
    ],
    ['find', list('find', SPACED)],
    ['find', list('find', bare)],
    ['login', action('login', '--email', `${CARD}@x.test`, '--password-stdin')],
    ['logout', action('logout')],
    ['doctor', action('doctor')],
    ['conform', action('conform', '--only', 'account,problems')],
    ['conform', action('conform', '--only', CARD)],
    ['conform', action('conform', '--junit', fixture.path(`${CARD}.xml`), '--only', 'account')],
    ['taxes.list', list('taxes', 'list', '--on', '2026-11-18')],
    ['access.explain', action('access', 'explain', `Bearer ${bare}`)],
    ['config.set', action('config', 'set', 'base-url', `https://ada:${PASSWORD}@127.0.0.1/`)],
    ['config.set', action('config', 'set', 'email', CARD)],
    ['config.get', action('config', 'get', bare)],
    ['config.list', action('config', 'list', '--base-url', `http://x:${bare}@127.0.0.1`)],
    ['config.path', action('config', 'path')],
    ['imports.list', action('imports', 'list')],
    ['imports.show', action('imports', 'show', CARD)],
    ['imports.resolve', action('imports', 'resolve', CARD)],
    ['switch.to', action('switch', 'to', CARD)],
    ...['bash', 'zsh', 'fish'].map(
      (shell): Planted => [`completion.${shell}`, action('completion', shell)],
    ),
    ['completion.values', action('completion', 'values', '--', 'config', 'get', bare)],
  ];
}

/** The ways a service can leak what it received. */
export type Leak = 'refuses' | 'fails' | 'talks' | 'breaks';

function quote(call: IncomingMessage, answer: ServerResponse, leak: Leak, quoted: string): void {
  const said = `card ${CARD}, ${SPACED} or card_number%3A${CARD} of ${call.headers.authorization} (${quoted})`;
  const bare = call.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const type = leak === 'fails' ? 'text/plain' : 'application/json';
  answer.writeHead({ refuses: 422, fails: 400, talks: 200, breaks: 200 }[leak], {
    'content-type': type,
    'x-request-id': `${CARD}.${bare}`,
  });
  const errors = [{ pointer: `/card_number/${CARD}`, detail: said }];
  const texts = { title: said, detail: `${said} ${bare}`, message: said, code: CARD, errors };
  if (leak === 'fails') answer.end(`${said} ${bare}`);
  else if (leak === 'breaks') answer.end(`{"${said}": ${bare}`);
  else answer.end(JSON.stringify({ ...texts, success: true, [CARD]: bare, data: texts }));
}

/** A service that quotes everything it received in every answer. */
export async function openLeak(leak: Leak): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((call, answer) => {
    text(call).then((reported) => quote(call, answer, leak, reported.slice(0, 2000)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
