import { describe, expect, it } from 'vitest';
import { line, messages, open, required, sent } from './transactions.form.test-kit.ts';
import { transactionForm as form } from './transactions.form.ts';

describe('an entered purchase', () => {
  const HOMES = [
    ['lines.1', 'other1', ['D1', 'DEF']],
    ['lines.2', 'other2', ['D1']],
    ['lines.3', 'nonHighway', []],
    ['lines.4', 'cash', ['CASH']],
    ['lines.5', 'oil', ['OIL']],
  ] as const;

  it.each(HOMES)(
    'TXN-07 TXN-08 in %s (%s) offers the codes of that section: %j',
    (group, _, own) => {
      const code = form
        .fields(open('edit', [line('D1')]))
        .find(({ name }) => name === `${group}.dtl_prd_cd`);
      const keys = ((code?.options ?? []) as readonly { readonly key: string }[]).map(
        ({ key }) => key,
      );
      expect(keys).toEqual(['1', '2', ...own]);
    },
  );

  it('TXN-08 of cash needs its code and sales type, here and at the service', () => {
    const typed = { 'lines.4.dtl_prd_cd': 'CASH', 'lines.4.dtl_sls_type': 'C' };
    const state = open('edit', [line('D1')], typed);
    expect(messages(state)).toEqual([]);
    const again = open('edit', sent(state));
    expect(messages(again)).toEqual([]);
    expect(required(again, 'lines.1')).toBe('Code,Sales Type');
  });
});
