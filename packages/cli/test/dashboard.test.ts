import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fixtureForAll } from './fixture-hooks.ts';

const { fixture } = fixtureForAll();

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what is printed.
describe('dashboard', () => {
  it('SHELL-10 has exact figures, and the list that says the same', async () => {
    const { code, document } = await fixture.json(['dashboard']);
    const { charts, figures, today }: any = document;
    expect(code).toBe(0);
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
    const overdue = figures.find(({ name }: any) => name === 'overdue').lines[0];
    expect(overdue).toMatchObject({ label: 'CAD', unit: 'CAD' });
    expect(overdue.value).toMatch(/^\d+\.\d\d$/);
    const filters = overdue.list.filter.flatMap((text: string) => ['--filter', text]);
    const list = await fixture.json(['invoices', 'list', ...filters, '--totals', '--size', '1']);
    const { totalRecords, totals }: any = list.document;
    expect(`${totalRecords} invoices`).toBe(overdue.note);
    expect(Number(totals[0].amount_due)).toBe(Number(overdue.value));
    expect(charts.map(({ title }: any) => title)).toContain('Spend by day, CAD');
  });

  it('SHELL-10 draws bars as wide as the terminal, and none in a pipe', async () => {
    const wide = await fixture.run(['dashboard'], { columns: 100 });
    const text = stripVTControlCharacters(wide.stdout);
    expect(text).toContain('Spend by day, CAD');
    expect(text).toMatch(/2026-11-20 +[\d,]+\.\d\d +█+/);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    const piped = await fixture.run(['dashboard']);
    expect(piped.stdout).not.toContain('█');
    expect(piped.stdout).toMatch(/^Spend by day, CAD\t2026-11-20\t[\d,]+\.\d\d$/m);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what is printed.
