import { formatInstant } from '../../format/dates.ts';
import type { CheckReport } from '../../provider-files/types.ts';
import type { ImportContext } from './import.context.ts';
import type { ImportOutput, ImportRecord } from './import.types.ts';

const count = (many: number, noun: string): string => `${many} ${noun}${many === 1 ? '' : 's'}`;

const checkedText = ({ rows, errors, warnings }: CheckReport): string =>
  `${count(rows, 'row')} checked: ${count(errors, 'error')}, ${count(warnings, 'warning')}. Nothing was sent.`;

const whenText = ({ at }: ImportRecord): string =>
  at === undefined ? '' : ` on ${formatInstant(at)}`;

/** What the journal had of an import that the service no longer knew: after a restore, say. */
const lostText = (record: ImportRecord): string =>
  ` The service no longer knew its import${whenText(record)} (${record.imported} imported, ${count(record.duplicates, 'duplicate')}, ${record.rejected} rejected): the file was sent again.`;

/** Describes the earlier import: when, with what result, and where the result file is. */
function earlierText(record: ImportRecord): string {
  const { imported, duplicates, rejected, result, unverified } = record;
  const when = whenText(record);
  const where = result ? ` The result file is ${result}.` : '';
  const doubt = unverified
    ? ' Not verified: the service could not be asked whether it still knows this import.'
    : '';
  return `This file was already imported${when}: ${imported} imported, ${count(duplicates, 'duplicate')}, ${rejected} rejected.${where} It was not sent again.${doubt}`;
}

/**
 * Returns whether an import entered nothing because every row was stored before: neither a success nor a failure
 * (TXN-13).
 *
 * @param record the import's record
 */
export const isNothingNew = ({ duplicates, imported, rejected }: ImportRecord): boolean =>
  imported === 0 && rejected === 0 && duplicates > 0;

const nothingNewText = ({ duplicates }: ImportRecord): string =>
  `Nothing new was entered: ${duplicates === 1 ? 'the row is' : `all ${duplicates} rows are`} already there.`;

/** An import fails if rows were refused and none accepted (FORM-08). */
function sentText(record: ImportRecord, texts: ImportContext['input']['texts']): string {
  if (isNothingNew(record)) return nothingNewText(record);
  return record.imported === 0 && record.rejected > 0 ? texts.failure : texts.success;
}

/** Returns the output of a finished run. */
export function outputOf(context: ImportContext, report: CheckReport): ImportOutput {
  const record = context.sent?.record ?? context.heard;
  const output = {
    record,
    result: context.sent?.result,
    replayed: context.sent?.replayed ?? false,
    settled: context.sends === 0 && record?.wasOpen === true,
    report,
    corrected: context.corrected,
  };
  if (record === undefined) {
    return { ...output, sent: false, reason: 'dry_run', message: checkedText(report) };
  }
  if (context.sends === 0) {
    return { ...output, sent: false, reason: 'already_imported', message: earlierText(record) };
  }
  const { lost } = context;
  const message = `${sentText(record, context.input.texts)}${lost ? lostText(lost) : ''}`;
  return { ...output, sent: true, reason: 'imported', message, ...(lost && { lost }) };
}
