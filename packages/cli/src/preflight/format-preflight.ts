import { count } from '../output/progress.ts';
import type { PreflightEnd } from './preflight.types.ts';

/** Results of a preflight beyond its report, line by line. */
export function preflightLines({ annotated, keptOut }: PreflightEnd): string[] {
  const rows = keptOut && count(keptOut.rows, ['row', 'rows']);
  return [
    ...(annotated === undefined ? [] : [`Copy with reasons: ${annotated}`]),
    ...(keptOut?.path === undefined
      ? []
      : [`${rows} kept out, to correct and import: ${keptOut.path}`]),
    ...(keptOut && keptOut.path === undefined ? [`${rows} would be kept out.`] : []),
  ];
}

/** The same as shown with `--json`. */
export const preflightDocument = ({ annotated, keptOut }: PreflightEnd) => ({
  annotated,
  keptOut: keptOut && { rows: keptOut.rows, file: keptOut.path },
});
