import { listDocument } from '../output/list-document.ts';
import { tableText } from '../output/table.ts';
import { KEYS, settingOf } from '../settings/setting-list.ts';
import { handler } from '../work.ts';

const SOURCES = {
  flag: 'option',
  environment: 'environment',
  profile: 'profile',
  default: 'default',
} as const;

export const run = handler(async ({ settings, output }) => {
  const items = KEYS.map((key) => {
    const { value, source } = settingOf(settings, key);
    return { key, value, source };
  });
  output.result({
    document: listDocument(items),
    text: () =>
      tableText(output, {
        columns: [{ label: 'Setting' }, { label: 'Value', gives: true }, { label: 'From' }],
        rows: items.map(({ key, value = '', source }) => [key, value, SOURCES[source]]),
      }),
  });
  return undefined;
});
