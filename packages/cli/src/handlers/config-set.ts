import { usageError } from '../command-error.ts';
import { readKey, readValue } from '../settings/setting-list.ts';
import { storeSetting } from '../settings/store-setting.ts';
import { handler } from '../work.ts';

export const run = handler(async ({ args, options, settings, output, operation }) => {
  const key = readKey(args[0]);
  const unset = options.unset === true;
  if (unset !== (args[1] === undefined)) {
    throw usageError(unset ? '--unset takes no value.' : `${key} needs a value, or --unset.`);
  }
  const value = unset ? undefined : readValue(key, String(args[1]));
  const profile = key === 'profile' ? undefined : settings.profile.value;
  storeSetting(settings, key, value);
  const where = profile === undefined ? '' : ` (profile ${profile})`;
  const message = unset ? `${key} is unset${where}.` : `${key} is ${value}${where}.`;
  output.result({
    document: { ok: true, operation, message, key, value, profile },
    text: () => message,
  });
  return undefined;
});
