import { ALLOWED, type Decision, refused } from '../permissions/index.ts';

/** Refuses a command that makes no sense in the current state. */
export const NOT_NOW: Decision = refused(
  'not_now',
  'There is nothing to do this to at the moment.',
);

/** Allows a command if it makes sense, otherwise refuses it with `NOT_NOW`. */
export const when = (makesSense: boolean): Decision => (makesSense ? ALLOWED : NOT_NOW);
