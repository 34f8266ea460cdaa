import { REASON_MESSAGES } from '../messages/form-messages.ts';
import type { FormState, Issues } from './form.types.ts';
import { issueAt } from './form-rules.ts';
import { textIn } from './form-values.ts';

/** As many characters as the trail keeps. */
const MAX_REASON = 500;

/** Checks the reason of a change, in the field 'reason' (INV-12, CARD-11). */
export const reasonIssues = ({ draft }: Pick<FormState<unknown>, 'draft'>): Issues =>
  textIn(draft, 'reason').trim().length > MAX_REASON
    ? issueAt('reason', 'too_long', REASON_MESSAGES.long(MAX_REASON))
    : {};
