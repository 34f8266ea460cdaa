import {
  type ActionPreview,
  type AnyListed,
  type AnyResource,
  briefOf,
  EMPTY,
  type FormEffect,
  formatValue,
  localToday,
  type Need,
  rowLabel,
} from '@forecourt/core';
import { plainValue } from './drive.ts';

type Row = Readonly<Record<string, unknown>>;

const nameOf = (options: readonly { key: string; value: string }[], key: string): string =>
  options.find((option) => option.key === key)?.value ?? key;

/** A need's answer as a person reads it; '' without one. */
function reading(need: Need): string {
  switch (need.kind) {
    case 'choice':
      return need.value ? nameOf(need.options, need.value) : '';
    case 'flag':
      return need.value ? 'yes' : 'no';
    case 'flags':
      return need.options
        .filter(({ key }) => need.value[key] === true)
        .map(({ value }) => value)
        .join(', ');
    case 'field':
      return [need.reads ?? need.value ?? '', need.unit].filter(Boolean).join(' ');
    default:
      return '';
  }
}

const line = (label: string, text: string): string => `${label}: ${text}`;

/** What would be entered: each value with its label, those taken from the record first. */
export const enteredLines = (needs: readonly Need[]): readonly string[] =>
  [...needs]
    .sort((one, other) => Number(other.lead ?? false) - Number(one.lead ?? false))
    .flatMap((need) => {
      const text = reading(need);
      const isEmpty = need.kind === 'field' && (need.reads ?? need.value ?? '') === '';
      return text === '' || isEmpty ? [] : [line(need.label, text)];
    });

/** What would change of a record: 'Status: ACTIVE → HOLD'. */
export const changedLines = (
  needs: readonly Need[],
  before: Readonly<Record<string, unknown>>,
): readonly string[] =>
  needs.flatMap((need) => {
    if (!('value' in need) || need.kind === 'file' || need.kind === 'confirmation') return [];
    const input = need.kind === 'field' ? need.input : need.kind;
    const former = before[need.name];
    if (plainValue(input, need.value) === plainValue(input, former ?? '')) return [];
    const then =
      need.kind === 'choice' ? nameOf(need.options, String(former ?? '')) : String(former ?? '');
    return [line(need.label, `${then || EMPTY} → ${reading(need) || EMPTY}`)];
  });

/** What follows from saving beyond the fields: what is paid of which invoice. */
export const effectLines = (effects: readonly FormEffect[]): readonly string[] =>
  effects.flatMap(({ lines, sentence, title }) =>
    sentence
      ? [sentence]
      : lines.map(({ label, values }) => `${title}: ${label} ${values.join(', ')}`),
  );

/** Which record it is: 'card 7076 …: Company North Haul'. */
export function recordLine(definition: AnyResource, row: Row): string {
  const { id, list, noun, record } = definition;
  const summary = (record?.summary ?? []) as readonly string[];
  const facts = (record?.fields ?? [])
    .filter(({ field }) => summary.includes(field))
    .map(({ field, kind, label }) => line(label, formatValue(kind, row[field])));
  const { about } = briefOf(definition as AnyListed, row, localToday());
  const known = facts.length > 0 ? facts.join(', ') : about;
  return `${noun[0]} ${rowLabel({ id, list }, row) || id(row)}${known === '' ? '' : ` (${known})`}`;
}

/** The facts of an action, and what speaks against it. */
export const previewLines = ({ facts, warning }: ActionPreview): readonly string[] => [
  ...facts.map(([label, value]) => line(label, value)),
  ...(warning ? [warning] : []),
];
