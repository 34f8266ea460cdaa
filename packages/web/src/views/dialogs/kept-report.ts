import type { AnyListed, BulkDefinition, SavedRun } from '@forecourt/core';
import { keepDraft, peekDraft, takeDraft } from '../../platform/drafts.ts';

const keyOf = ({ route }: AnyListed): string => `${route}#report`;

/** What is known of a run that is kept. */
export interface KeptRun {
  readonly run: SavedRun;
  /** It isn't over, or another try can do some of its rows. */
  readonly leftToDo: boolean;
  /** When it ended, as an ISO instant. */
  readonly at: string;
}

/** Keeps a list's last run in this tab until its report is closed: a reload or a lost session doesn't end it. */
export const keepReport = (definition: AnyListed, { name }: BulkDefinition, kept: KeptRun): void =>
  keepDraft(keyOf(definition), { bulk: name, kept: JSON.stringify(kept) });

export const forgetReport = (definition: AnyListed): void => void takeDraft(keyOf(definition));

/** The run whose report was not closed, if there is one. */
export function keptReport(definition: AnyListed) {
  const { bulk: name, kept } = peekDraft(keyOf(definition)) ?? {};
  const bulk = definition.bulk?.find((each) => each.name === name);
  return bulk && typeof kept === 'string'
    ? { bulk, saved: JSON.parse(kept) as KeptRun }
    : undefined;
}
