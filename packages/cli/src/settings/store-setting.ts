import Conf from 'conf';
import { PRIVATE_FILE, privateDir } from '../files/safe-file.ts';
import type { Key } from './setting-list.ts';
import { type Settings, withoutMark } from './settings.ts';

/** Stores or deletes a setting; conf writes the file atomically. */
export function storeSetting(
  { paths, profile }: Settings,
  key: Key,
  value: string | undefined,
): void {
  privateDir(paths.dir);
  const conf = new Conf<Record<string, unknown>>({
    cwd: paths.dir,
    configName: 'config',
    configFileMode: PRIVATE_FILE,
    deserialize: (text) => JSON.parse(withoutMark(text)),
    serialize: (config) => `${JSON.stringify(config, null, 2)}\n`,
  });
  const name = key === 'profile' ? key : `profiles.${profile.value}.${key}`;
  if (value === undefined) conf.delete(name);
  else conf.set(name, value);
}
