import { body } from '../io/body.ts';
import { readKey, settingOf } from '../io/setting-list.ts';

export const run = body(async ({ args, settings, output }) => {
  const key = readKey(args[0]);
  const { value, source } = settingOf(settings, key);
  output.result({ document: { key, value, source }, text: () => value ?? '' });
  return undefined;
});
