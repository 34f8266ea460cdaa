import { createRequire } from 'node:module';

/** The answer of the system's keychain. */
export type KeychainAnswer = { readonly secret: string | undefined } | { readonly refused: string };

export interface Account {
  readonly account: string;
  /** The bus of the desktop session; without one, Linux has no keychain. */
  readonly bus: string | undefined;
}

type Question = Account &
  ({ readonly what: 'get' | 'delete' } | { readonly what: 'set'; readonly secret: string });

/** How long a person may take to unlock the keychain; no answer in time counts as no keychain. */
const PATIENCE_MS = 30_000;

/** On Linux, only the desktop's Secret Service survives a restart. */
const PROGRAM = `
const { what, account, secret } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const reply = (answer) => process.stdout.write(JSON.stringify(answer));
try {
  const { Entry } = require(process.argv[1]);
  const entry = new Entry('forecourt', account, { linux: { store: 'secret-service' } });
  if (what === 'set') entry.setPassword(secret);
  if (what === 'delete') entry.deletePassword();
  reply(what === 'get' ? { secret: entry.getPassword() ?? undefined } : {});
} catch (error) {
  reply({ refused: String(error && error.message || error) });
}`;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Queries the system's keychain in a child process: a hang or a crash can't take the command down,
 * and other commands don't load its library. The secret travels over pipes, never as an argument.
 */
export function askKeychain({ bus, ...question }: Question): KeychainAnswer {
  if (process.platform === 'linux' && bus === undefined) {
    return { refused: 'there is no desktop session (DBUS_SESSION_BUS_ADDRESS is not set).' };
  }
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  try {
    const library = createRequire(import.meta.url).resolve('@napi-rs/keyring');
    const { error, stdout } = spawnSync(process.execPath, ['-e', PROGRAM, library], {
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: bus },
      input: JSON.stringify(question),
      encoding: 'utf8',
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    if (error) throw error;
    return JSON.parse(stdout) as KeychainAnswer;
  } catch (error) {
    return { refused: `it gives no answer (${messageOf(error)}).` };
  }
}
