import {
  columnsIn,
  type Draft,
  type Need,
  REPORT_KINDS,
  type ReportAsked,
  type ReportKind,
} from '@forecourt/core';

const textOf = (draft: Draft, name: string): string => String(draft[name] ?? '').trim();

const kindOf = (draft: Draft): ReportKind | undefined =>
  REPORT_KINDS.find(({ name }) => name === textOf(draft, 'report_type'));

/** What the draft asks to see on screen. Every name is there, so that a choice can be taken back. */
export const shownAsked = (draft: Draft): ReportAsked => {
  const columns = columnsIn(textOf(draft, 'columns'));
  return {
    report_type: kindOf(draft)?.name ?? '',
    from: textOf(draft, 'from'),
    to: textOf(draft, 'to'),
    by: textOf(draft, 'by'),
    columns,
  };
};

/** The form's needs with the rows of the chosen report; without one, there are none. Columns have a field of their own. */
export function choiceNeeds(needs: readonly Need[], draft: Draft): readonly Need[] {
  const kind = kindOf(draft);
  return needs.flatMap((need): Need[] => {
    if (need.name === 'columns' || (need.name === 'by' && !kind)) return [];
    return need.name === 'by' && need.kind === 'choice'
      ? [{ ...need, options: kind?.by ?? [] }]
      : [need];
  });
}

/** The columns of the chosen report, and which of them are shown. */
export function columnsOf(draft: Draft) {
  const chosen = columnsIn(textOf(draft, 'columns'));
  return (kindOf(draft)?.columns ?? []).map(({ key, value: label }) => ({
    key,
    label,
    on: chosen.length === 0 || chosen.includes(key),
  }));
}

/** Returns the text of the columns after one was ticked or not. All of them, or none, is the whole report. */
export function columnsWith(draft: Draft, key: string, on: boolean): string {
  const all = columnsOf(draft);
  const kept = all.filter((column) => (column.key === key ? on : column.on));
  return kept.length === all.length ? '' : kept.map((column) => column.key).join(',');
}

/** Returns the fields that an answer sets: another report has other rows and columns. */
export const draftOf = ({
  name,
  value,
}: {
  readonly name: string;
  readonly value: unknown;
}): readonly (readonly [name: string, value: unknown])[] =>
  name === 'report_type'
    ? [
        ['by', ''],
        ['columns', ''],
        [name, value],
      ]
    : [[name, value]];
