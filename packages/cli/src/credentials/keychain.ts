import { createRequire } from 'node:module';

/** What the system's keychain said. */
export type KeychainAnswer = { readonly secret: string | undefined } | { readonly refused: string };

export interface Account {
  readonly account: string;
  /** The desktop session's bus: without one, Linux has no keychain. */
  readonly bus: string | undefined;
}

type Question = Account &
  ({ readonly what: 'get' | 'delete' } | { readonly what: 'set'; readonly secret: string });

/** So long somebody may take to unlock it; a keychain that does not answer is none. */
const PATIENCE_MS = 30_000;

/** Of all stores of Linux only the desktop's secret service lasts. */
const PROGRAM = `
const { what, account, secret } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const tell = (answer) => process.stdout.write(JSON.stringify(answer));
try {
  const { Entry } = require(process.argv[1]);
  const entry = new Entry('forecourt', account, { linux: { store: 'secret-service' } });
  if (what === 'set') entry.setPassword(secret);
  if (what === 'delete') entry.deletePassword();
  tell(what === 'get' ? { secret: entry.getPassword() ?? undefined } : {});
} catch (error) {
  tell({ refused: String(error && error.message || error) });
}`;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Asks the system's keychain, in a process of its own: one that hangs, or crashes, takes no command with
 * it, and its library loads for nobody else. The secret goes over pipes, never through arguments.
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
