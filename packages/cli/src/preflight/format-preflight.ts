import type { MadeCorrection } from '@forecourt/core';
import { oneLine } from '../output/output.ts';
import { count } from '../output/progress.ts';
import type { PreflightEnd } from './preflight.types.ts';

/** A correction as a line: `Sheet1!Z4 AMT: 882.73 is now 882.37 (reason)`. */
export const correctionText = ({ cell, column, from, reason, sheet, to }: MadeCorrection): string =>
  `${sheet}!${cell} ${column}: ${from || 'empty'} is now ${to || 'empty'}${reason ? ` (${reason})` : ''}`;

/** Results of a preflight beyond its report, line by line. */
export function preflightLines({ annotated, corrected, keptOut }: PreflightEnd): string[] {
  const rows = keptOut && count(keptOut.rows, ['row', 'rows']);
  const cells = corrected?.corrections.map((made) => oneLine(`Corrected ${correctionText(made)}`));
  return [
    ...(cells ?? []),
    ...(corrected?.path === undefined ? [] : [`Corrected copy: ${corrected.path}`]),
    ...(annotated === undefined ? [] : [`Copy with reasons: ${annotated}`]),
    ...(keptOut?.path === undefined
      ? []
      : [`${rows} kept out, to correct and import: ${keptOut.path}`]),
    ...(keptOut && keptOut.path === undefined ? [`${rows} would be kept out.`] : []),
  ];
}

/** The same as shown with `--json`. */
export const preflightDocument = ({ annotated, corrected, keptOut }: PreflightEnd) => ({
  corrected: corrected && { file: corrected.path, corrections: corrected.corrections },
  annotated,
  keptOut: keptOut && { rows: keptOut.rows, file: keptOut.path },
});
