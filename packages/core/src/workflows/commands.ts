import { ALLOWED, type Decision, refused } from '../permissions/index.ts';

/** Refuses a command that makes no sense in the current state. */
export const NOT_NOW: Decision = refused(
  'not_now',
  'There is nothing to do this to at the moment.',
);

interface MayLose {
  readonly status: 'pending' | 'done' | 'failed' | 'cancelled';
  readonly data: { readonly dirty: boolean };
}

/**
 * Returns whether leaving now would lose what was typed: the one rule by which a surface asks 'Are you sure want to
 * leave ?' (FORM-01).
 *
 * @param view the view of any workflow
 */
export const hasUnsaved = ({ data, status }: MayLose): boolean =>
  data.dirty && status !== 'done' && status !== 'cancelled';

/** Allows a command if it makes sense, otherwise refuses it with `NOT_NOW`. */
export const when = (makesSense: boolean): Decision => (makesSense ? ALLOWED : NOT_NOW);
