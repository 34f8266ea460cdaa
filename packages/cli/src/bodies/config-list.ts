import { body } from '../io/body.ts';
import { listDocument } from '../io/list-document.ts';
import { KEYS, settingOf } from '../io/setting-list.ts';
import { tableText } from '../io/table.ts';

const SOURCES = {
  flag: 'option',
  environment: 'environment',
  profile: 'profile',
  default: 'default',
} as const;

export const run = body(async ({ settings, output }) => {
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
