import { expect, it } from 'vitest';
import { createOutput, type Output } from './output.ts';
import { tableText } from './table.ts';

function screen(width: number): Output & { readonly notes: string[] } {
  const notes: string[] = [];
  return {
    json: false,
    terminal: true,
    width,
    today: () => '2026-11-22',
    result: () => undefined,
    part: async () => undefined,
    changed: () => undefined,
    note: (text) => notes.push(text),
    warn: () => undefined,
    trace: () => undefined,
    paint: (_, text) => text,
    notes,
  };
}

const COLUMNS = [
  { label: 'Number' },
  { label: 'Company', gives: true },
  { label: 'Note', gives: true },
  { label: 'Amount Due', align: 'right', stays: true },
] as const;
const ROWS = [['7076 8500', 'North Haul Carriers Ltd.', 'a remark of some length', '1,234,567.89']];

const at = (width: number) => {
  const output = screen(width);
  return { lines: tableText(output, { columns: COLUMNS, rows: ROWS }).split('\n'), ...output };
};

it('shows all columns if they fit', () => {
  expect(at(100).lines).toEqual([
    'Number     Company                   Note                       Amount Due',
    '7076 8500  North Haul Carriers Ltd.  a remark of some length  1,234,567.89',
  ]);
});

it('shortens texts, but never an amount or a number', () => {
  const { lines, notes } = at(55);
  expect(lines.join('\n')).toMatch(/7076 8500 {2}North.*… {2}a rem.*… {2}1,234,567\.89$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(55);
  expect(notes).toEqual([]);
});

it('drops less important columns, and says so', () => {
  const { lines, notes } = at(36);
  expect(lines.at(-1)).toMatch(/^7076 8500 {2}.*… {2}1,234,567\.89$/);
  expect(notes).toEqual(['No room for Note: widen the terminal, or use --json.']);
});

it('keeps the first column on the narrowest terminal', () => {
  expect(at(6).lines.at(-1)).toBe('7076 …');
});

it('prints one line per row in a pipe, whatever the values contain', () => {
  const output = { ...screen(80), terminal: false };
  const rows = [['1', 'two\nlines\tand a tab', '\u001b[31mred', '3']];
  expect(tableText(output, { columns: COLUMNS, rows }).split('\n')).toEqual([
    'Number\tCompany\tNote\tAmount Due',
    '1\ttwo lines and a tab\t [31mred\t3',
  ]);
});

it('takes a terminal without a known width for one of 80 columns', () => {
  const widthAt = (columns: number | undefined) => {
    const stdout = { isTTY: true, columns, once: () => undefined };
    return createOutput({ options: {}, runtime: { stdout, stderr: {}, env: {} } } as never).width;
  };
  expect([0, undefined, 120].map(widthAt)).toEqual([80, 80, 120]);
});
