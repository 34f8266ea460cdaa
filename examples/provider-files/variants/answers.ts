import {
  type CheckIssue,
  ProviderFileError,
  type ProviderLine,
  readProviderFile,
} from '@forecourt/core/provider-files';
import { type Sheet, workbookBytes } from '../workbook.ts';
import { type Provider, type Purchase, sumsOf } from './good-file.ts';
import type { Variant } from './variant.ts';
import { VARIANTS_TODAY } from './variants.ts';

async function read(provider: Provider, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const file = { name, blob: new Blob([bytes]) };
  const reading = readProviderFile(file, { provider, today: VARIANTS_TODAY });
  const lines: ProviderLine[] = [];
  for await (const batch of reading) lines.push(...batch.flatMap((row) => row.lines));
  return { lines, report: reading.report };
}

const placeOf = ({ sheet, cell, row, rule }: CheckIssue) =>
  cell === null ? `${sheet ?? ''}!${row ?? '-'} ${rule}` : `${sheet ?? ''}!${cell} ${rule}`;

const purchaseOf = (line: ProviderLine): Purchase =>
  [
    line.cardNumber,
    line.businessDate,
    line.productCode,
    Number(line.quantity).toFixed(2),
    Number(line.amount).toFixed(2),
    line.currency,
  ].join(' ');

/** What is in one list and not in the other, counting equals. */
function unlike(what: string, seen: readonly string[], expected: readonly string[]): string[] {
  const left = [...seen];
  const missing = expected.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...missing.map((one) => `${what} missing: ${one}`),
    ...left.map((one) => `${what} too many: ${one}`),
  ];
}

/** A line in all its fields but its place and those that the variant takes away. */
function wholeLine(line: ProviderLine, butFor: readonly string[]): string {
  const fields = Object.entries(line).filter(
    ([field]) => !['sheet', 'row', ...butFor].includes(field),
  );
  return JSON.stringify(Object.fromEntries(fields));
}

/** Lines of good files by their cells. */
const goodLines = new Map<string, Promise<readonly ProviderLine[]>>();

function linesOf(provider: Provider, sheets: readonly Sheet[]): Promise<readonly ProviderLine[]> {
  const key = `${provider} ${JSON.stringify(sheets)}`;
  const known = goodLines.get(key);
  if (known) return known;
  const lines = read(provider, 'good.xlsx', workbookBytes(sheets)).then((good) => good.lines);
  if (goodLines.size > 200) goodLines.clear();
  goodLines.set(key, lines);
  return lines;
}

/** Lines that the good file, read as it was, does not give. */
async function strangeLines(variant: Variant, lines: readonly ProviderLine[]): Promise<string[]> {
  const { provider, like, butFor } = variant;
  if (!like) return [];
  const good = await linesOf(provider, like);
  const known = new Set(good.map((line) => wholeLine(line, butFor)));
  return lines
    .map((line) => wholeLine(line, butFor))
    .filter((line) => !known.has(line))
    .map((line) => `a line that the good file does not have: ${line}`);
}

/** How the check's answer differs from the clerk's; empty where it is right. */
export async function differences(variant: Variant): Promise<string[]> {
  const { bytes, expected, name, provider } = variant;
  const answer = await read(provider, name, bytes).catch((error: unknown) => {
    if (error instanceof ProviderFileError) return error;
    throw error;
  });
  if (answer instanceof ProviderFileError) {
    if (expected.answer !== 'refused') return [`refused: ${answer.code}: ${answer.message}`];
    return [
      ...unlike('code', [answer.code], [expected.code]),
      ...(answer.message.includes(expected.says) ? [] : [`says: ${answer.message}`]),
    ];
  }
  if (expected.answer === 'refused') return [`taken, and not refused as ${expected.code}`];
  const { lines, report } = answer;
  const places = (severity: CheckIssue['severity']) =>
    report.issues.filter((issue) => issue.severity === severity).map(placeOf);
  const sums = report.totals.map(({ currency, amount }) => `${currency} ${amount}`);
  return [
    ...unlike('error', places('error'), expected.errors),
    ...unlike('warning', places('warning'), expected.warnings),
    ...unlike('purchase', lines.map(purchaseOf), expected.purchases),
    ...unlike('sum', sums, sumsOf(expected.purchases)),
    ...(await strangeLines(variant, lines)),
    ...(report.ok === (expected.errors.length === 0) ? [] : [`ok is ${report.ok}`]),
  ];
}
