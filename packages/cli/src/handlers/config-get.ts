import { readKey, settingOf } from '../settings/setting-list.ts';
import { handler } from '../work.ts';

export const run = handler(async ({ args, settings, output }) => {
  const key = readKey(args[0]);
  const { value, source } = settingOf(settings, key);
  output.result({ document: { key, value, source }, text: () => value ?? '' });
  return undefined;
});
