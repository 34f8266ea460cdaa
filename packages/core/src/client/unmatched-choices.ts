import type { Filter } from '../http/list-dialects.ts';
import type { ReferenceName } from '../resource/form.types.ts';
import type { AnyListed, Option } from '../resource/resource.types.ts';
import type { Client } from './client.ts';
import { getOptions } from './options.ts';

/** Most choices that a sentence names. */
const MOST = 12;

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function sentenceOf(label: string, value: string, choices: readonly Option[]): string {
  const named = choices.find((one) => sameName(one.key, value) || sameName(one.value, value));
  if (named !== undefined) return `${label}: '${value}' is '${named.key}' in a filter.`;
  const none = `${label} has no '${value}'.`;
  if (choices.length > MOST) return none;
  const offered = choices.map(({ key, value }) =>
    sameName(key, value) ? key : `${key} (${value})`,
  );
  return `${none} It has ${offered.join(', ')}.`;
}

/**
 * Says of each filter whose column has choices and whose value is none of them why no row can fit it (LIST-14): for a list
 * that turned out empty. A column whose choices can't be loaded, or has none, is passed over. Never rejects.
 *
 * @param client whose session and connection are used
 * @param resource the definition of the list's resource
 * @param filters the list's filters
 * @param signal aborts the calls
 * @returns a sentence for each such filter: "Status has no 'HODL'. It has RELEASE (ACTIVE), HOLD."
 */
export async function unmatchedChoices(
  client: Client,
  { list }: Pick<AnyListed, 'list'>,
  filters: readonly Filter[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const loaded = new Map<ReferenceName, Promise<readonly Option[]>>();
  const listed = (name: ReferenceName): Promise<readonly Option[]> => {
    const choices = loaded.get(name) ?? getOptions(client, name, [], signal).catch(() => []);
    loaded.set(name, choices);
    return choices;
  };
  const said = filters.map(async ({ field, match, value }) => {
    const column = list.columns.find((one) => one.field === field);
    if (column === undefined || match !== 'exact') return [];
    const { label, options, reference } = column;
    const choices = reference ? await listed(reference) : (options ?? []);
    const fits = choices.length === 0 || choices.some(({ key }) => key === value);
    return fits ? [] : [sentenceOf(label, value, choices)];
  });
  return (await Promise.all(said)).flat();
}
