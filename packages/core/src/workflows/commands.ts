import { ALLOWED, type Decision, refused } from '../permissions/index.ts';

/** The reason a command has no sense in this state. */
export const NOT_NOW: Decision = refused(
  'not_now',
  'There is nothing to do this to at the moment.',
);

/** Allowed where it makes sense, else refused as out of place. */
export const when = (makesSense: boolean): Decision => (makesSense ? ALLOWED : NOT_NOW);
