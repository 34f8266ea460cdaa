import { resolve } from 'node:path';
import { usageError } from '../command-error.ts';
import {
  PROFILE_KEYS,
  type ProfileKey,
  readBaseUrl,
  readCredentials,
  readProfileName,
  readTimeout,
  type Setting,
  type Settings,
} from './settings.ts';

export type Key = ProfileKey | 'profile';

export const KEYS: readonly Key[] = ['profile', ...PROFILE_KEYS];

export function readKey(provided: unknown): Key {
  const key = KEYS.find((candidate) => candidate === provided);
  if (key) return key;
  throw usageError(`There is no setting '${provided}'.`, `Settings: ${KEYS.join(', ')}.`);
}

/** Validates a value before it is stored, so that a stored profile never stops a later command. */
export function readValue(key: Key, value: string): string {
  if (key === 'base-url') return readBaseUrl(value);
  if (key === 'profile') return readProfileName(value);
  if (key === 'credentials') return readCredentials(value);
  if (key === 'timeout' || key === 'import-timeout') {
    return String(readTimeout(value, `--${key}`) / 1000);
  }
  if (key === 'layouts' || key === 'tax-tables') return resolve(value);
  if (key === 'plugins') {
    const files = value.split(',').map((file) => file.trim());
    return files.flatMap((file) => (file === '' ? [] : [resolve(file)])).join(',');
  }
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return value;
  throw usageError('The email is an address: night@example.com.');
}

/** A setting as `config` shows it, in the form that `config set` accepts. */
export function settingOf(settings: Settings, key: Key): Setting<string | undefined> {
  if (key === 'base-url') return settings.baseUrl;
  if (key === 'profile') return settings.profile;
  if (key === 'email') return settings.email;
  if (key === 'credentials') return settings.credentials;
  if (key === 'layouts') return settings.layouts;
  if (key === 'tax-tables') return settings.taxTables;
  if (key === 'plugins') return settings.plugins;
  const { value, source } =
    key === 'import-timeout' ? settings.importTimeoutMs : settings.timeoutMs;
  return { value: String(value / 1000), source };
}
