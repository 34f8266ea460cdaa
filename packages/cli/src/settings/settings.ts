/**
 * The settings of a run. This folder reads and stores options that outlive a command: profiles,
 * paths, the session. The keychain belongs in `credentials/`, options of a single command in
 * `input/`.
 */
import { readFileSync } from 'node:fs';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { Invocation } from '../invocation.ts';
import { type Paths, pathsOf } from './paths.ts';

type Source = 'flag' | 'environment' | 'profile' | 'default';

export interface Setting<T> {
  readonly value: T;
  readonly source: Source;
}

/** The effective settings: option, then environment, then stored profile, then default. */
export interface Settings {
  readonly paths: Paths;
  readonly profile: Setting<string>;
  /** Includes the version path; has no trailing slash. */
  readonly baseUrl: Setting<string>;
  /** Longest wait for the next byte of a call; for JSON, for the whole answer. */
  readonly timeoutMs: Setting<number>;
  /** Time limit for one whole import, including questions about its outcome. */
  readonly importTimeoutMs: Setting<number>;
  /** The e-mail that `login` suggests. */
  readonly email: Setting<string | undefined>;
  /** Where `login` stores the authorization. */
  readonly credentials: Setting<CredentialsStore>;
  /** File or folder of custom layouts (TXN-16). */
  readonly layouts: Setting<string | undefined>;
  /** File or folder of custom tax tables (TXN-15). */
  readonly taxTables: Setting<string | undefined>;
  /** Files with resources of your own, separated by commas. */
  readonly plugins: Setting<string | undefined>;
  /** The bus of the desktop session, through which Linux reaches its keychain. */
  readonly bus: string | undefined;
}

/** The configuration file; its names are those of `config set`. */
interface StoredConfig {
  readonly profile?: string;
  readonly profiles?: Readonly<Record<string, StoredProfile>>;
}

type StoredProfile = Readonly<Partial<Record<ProfileKey, string>>>;

export const PROFILE_KEYS = [
  'base-url',
  'timeout',
  'import-timeout',
  'email',
  'credentials',
  'layouts',
  'tax-tables',
  'plugins',
] as const;
export type ProfileKey = (typeof PROFILE_KEYS)[number];

/** 'auto' is the keychain if there is one, else a file. */
const CREDENTIALS_STORES = ['auto', 'keychain', 'file'] as const;
export type CredentialsStore = (typeof CREDENTIALS_STORES)[number];

const DEFAULT_PROFILE = 'default';
const DEFAULT_BASE_URL = 'http://127.0.0.1:4300/api/v1';
const DEFAULT_TIMEOUT = '30';
const DEFAULT_IMPORT_TIMEOUT = '1800';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The letters that a text has beyond those of another one. */
function lettersBeyond(text: string, other: string): string {
  const letters = (of: string) => of.toLowerCase().replaceAll(/[^a-z]/g, '');
  return [...letters(other)].reduce((left, letter) => left.replace(letter, ''), letters(text));
}

/** The setting that a key means which is written in another way, or with a letter wrong: 'baseUrl', 'base-ulr', 'timout'. */
const meantBy = (written: string): ProfileKey | undefined =>
  PROFILE_KEYS.includes(written as ProfileKey)
    ? undefined
    : PROFILE_KEYS.find(
        (key) => lettersBeyond(key, written).length <= 1 && lettersBeyond(written, key).length <= 1,
      );

/** What is wrong with a configuration that is JSON; a setting that is left out would have another one take its place. */
function faultOf(config: unknown): string | undefined {
  if (!isObject(config)) return 'It is not a JSON object.';
  const { profile = '', profiles = {} } = config;
  if (typeof profile !== 'string') return 'profile is not a text in quotes.';
  if (!isObject(profiles)) return 'profiles is not an object.';
  for (const [name, stored] of Object.entries(profiles)) {
    if (!isObject(stored)) return `profiles.${name} is not an object.`;
    const key = PROFILE_KEYS.find((known) => typeof (stored[known] ?? '') !== 'string');
    if (key) return `profiles.${name}.${key} is not a text in quotes.`;
    const other = Object.keys(stored).find((written) => meantBy(written) !== undefined);
    if (other) {
      return `profiles.${name}.${other} is no setting: it is written ${meantBy(other)}.`;
    }
  }
  return undefined;
}

/** Editors on Windows begin a file with a byte order mark. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Reads the file directly: conf would slow down every command. */
function readConfig({ config }: Paths): StoredConfig {
  let text: string;
  try {
    text = readFileSync(config, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  let parsed: unknown;
  let fault: string | undefined;
  try {
    parsed = JSON.parse(withoutMark(text));
    fault = faultOf(parsed);
  } catch {
    fault = 'It is not JSON.';
  }
  if (fault === undefined) return parsed as StoredConfig;
  throw new CommandError(EXIT.usage, 'bad_config', `The configuration cannot be read: ${config}`, {
    detail: `${fault} Correct it, or delete the file and set it up again with \`forecourt config set\`.`,
  });
}

export function readProfileName(text: string): string {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw usageError(
    "A profile's name has up to 64 letters, digits, - and _ (--profile or FORECOURT_PROFILE).",
  );
}

/** Normalizes an http address, including a trailing slash. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) {
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  }
  if (!/^https?:\/\//i.test(text)) {
    throw usageError(
      "The service's address must begin with http:// or https:// (--base-url).",
      'Example: https://portal.example.com/api/v1',
    );
  }
  throw usageError(
    "The service's address must be an http or https address without a user name (--base-url).",
    'Example: https://portal.example.com/api/v1',
  );
}

export function readTimeout(text: string, flag = '--timeout'): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0 && seconds <= 86_400) return Math.round(seconds * 1000);
  throw usageError(`The timeout is a number of seconds, more than 0 and at most 86400 (${flag}).`);
}

export function readCredentials(text: string): CredentialsStore {
  const store = CREDENTIALS_STORES.find((name) => name === text);
  if (store) return store;
  throw usageError('Credentials are stored in auto, keychain or file (FORECOURT_CREDENTIALS).');
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

type Candidate = readonly [value: string | undefined, source: Source];

function first(...candidates: readonly Candidate[]): Setting<string> {
  const [value = '', source] = candidates.find(([value]) => value !== undefined) ?? ['', 'default'];
  return { value, source };
}

/** A path from the environment, else from the profile; none by default. */
function path([environment, profile]: readonly [unknown, unknown]): Setting<string | undefined> {
  const value = text(environment) ?? text(profile);
  const source = text(environment) === undefined ? 'profile' : 'environment';
  return { value, source: value === undefined ? 'default' : source };
}

const mapped = <T>({ value, source }: Setting<string>, read: (text: string) => T): Setting<T> => ({
  value: read(value),
  source,
});

/** The configured profiles. */
export const profileNames = (paths: Paths): readonly string[] =>
  Object.keys(readConfig(paths).profiles ?? {});

/** The values of an option in arguments that aren't parsed yet. */
const valuesOf = (name: string, argv: readonly string[]): readonly string[] =>
  argv.flatMap((word, index) => {
    if (word.startsWith(`--${name}=`)) return [word.slice(name.length + 3)];
    const value = argv[index + 1];
    return word === `--${name}` && value !== undefined ? [value] : [];
  });

/**
 * The files of a run's plugins, before its options are parsed: by option, else by environment, else by profile. None if the
 * configuration can't be read, which the command itself reports.
 */
export function pluginFiles({ argv, env }: Pick<Invocation['runtime'], 'argv' | 'env'>): string[] {
  const flags = valuesOf('plugin', argv);
  if (flags.length > 0) return [...flags];
  let config: StoredConfig = {};
  try {
    config = text(env.FORECOURT_PLUGINS) ? {} : readConfig(pathsOf(env));
  } catch {
    // Reported by the command.
  }
  const profile =
    valuesOf('profile', argv).at(-1) ?? text(env.FORECOURT_PROFILE) ?? text(config.profile);
  const stored = config.profiles?.[profile ?? DEFAULT_PROFILE]?.plugins;
  return (text(env.FORECOURT_PLUGINS) ?? text(stored) ?? '')
    .split(',')
    .map((file) => file.trim())
    .filter((file) => file !== '');
}

/** A fault of a stored setting, which says where it is stored and how to correct it. */
const storedFault = ({ config }: Paths, profile: string, key: ProfileKey, fault: unknown) =>
  new CommandError(EXIT.usage, 'bad_config', `The configuration cannot be read: ${config}`, {
    detail: `profiles.${profile}.${key}: ${fault instanceof Error ? fault.message : String(fault)} Correct it with \`forecourt config set ${key} <value>\`.`,
  });

export function readSettings({ operation, options, runtime: { env } }: Invocation): Settings {
  const paths = pathsOf(env);
  const config = readConfig(paths);
  /** Reads the first candidate; the last one is the default. The command that corrects a stored setting isn't stopped by it. */
  const setting = <T>(
    key: ProfileKey,
    candidates: readonly [...Candidate[], Candidate],
    read: (text: string) => T,
  ): Setting<T> => {
    const found = first(...candidates);
    try {
      return mapped(found, read);
    } catch (fault) {
      if (found.source !== 'profile') throw fault;
      if (operation === 'config.set') return mapped(first(candidates.at(-1) as Candidate), read);
      throw storedFault(paths, profile.value, key, fault);
    }
  };
  const profile = mapped(
    first(
      [text(options.profile), 'flag'],
      [text(env.FORECOURT_PROFILE), 'environment'],
      [text(config.profile), 'profile'],
      [DEFAULT_PROFILE, 'default'],
    ),
    readProfileName,
  );
  const stored = config.profiles?.[profile.value] ?? {};
  const email = first([text(env.FORECOURT_EMAIL), 'environment'], [text(stored.email), 'profile']);
  return {
    paths,
    profile,
    baseUrl: setting(
      'base-url',
      [
        [text(options.baseUrl), 'flag'],
        [text(env.FORECOURT_BASE_URL), 'environment'],
        [text(stored['base-url']), 'profile'],
        [DEFAULT_BASE_URL, 'default'],
      ],
      readBaseUrl,
    ),
    timeoutMs: setting(
      'timeout',
      [
        [text(options.timeout), 'flag'],
        [text(env.FORECOURT_TIMEOUT), 'environment'],
        [text(stored.timeout), 'profile'],
        [DEFAULT_TIMEOUT, 'default'],
      ],
      readTimeout,
    ),
    importTimeoutMs: setting(
      'import-timeout',
      [
        [text(options.importTimeout), 'flag'],
        [text(env.FORECOURT_IMPORT_TIMEOUT), 'environment'],
        [text(stored['import-timeout']), 'profile'],
        [DEFAULT_IMPORT_TIMEOUT, 'default'],
      ],
      (seconds) => readTimeout(seconds, '--import-timeout'),
    ),
    email: mapped(email, text),
    credentials: setting(
      'credentials',
      [
        [text(env.FORECOURT_CREDENTIALS), 'environment'],
        [text(stored.credentials), 'profile'],
        ['auto', 'default'],
      ],
      readCredentials,
    ),
    layouts: path([env.FORECOURT_LAYOUTS, stored.layouts]),
    taxTables: path([env.FORECOURT_TAX_TABLES, stored['tax-tables']]),
    plugins: path([env.FORECOURT_PLUGINS, stored.plugins]),
    bus: text(env.DBUS_SESSION_BUS_ADDRESS),
  };
}
