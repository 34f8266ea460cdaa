import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { decodeRow } from './decode-row.ts';
import { decimal, rows, text } from './wire-values.ts';

const schema = z.object({
  id: text(),
  amount: decimal(),
  station: z.nullish(z.object({ lat: z.nullish(z.number()) })),
  lines: rows(z.object({ code: text(), quantity: decimal() })),
});

function decode(raw: unknown) {
  const odd: string[] = [];
  const row = decodeRow(schema, raw, (path) => odd.push(path));
  return { row: JSON.parse(JSON.stringify(row)), odd };
}

describe('a row, field by field', () => {
  it("reads a valid row completely, and doesn't change its input", () => {
    const raw = { id: 1, amount: '2.50', lines: [{ code: 'A', quantity: 3 }], more: 1 };
    const before = structuredClone(raw);
    expect(decode(raw)).toEqual({
      row: { id: '1', amount: '2.50', lines: [{ code: 'A', quantity: '3' }] },
      odd: [],
    });
    decode(Object.assign(raw, { amount: 'x' }));
    expect(raw).toEqual({ ...before, amount: 'x' });
  });

  it('loses only the unreadable fields, and reports which', () => {
    expect(
      decode({
        id: 1,
        amount: 'x',
        station: { lat: 'north' },
        lines: [{ code: 'A', quantity: [] }],
      }),
    ).toEqual({
      row: { id: '1', station: {}, lines: [{ code: 'A' }] },
      odd: ['amount', 'station.lat', 'lines.0.quantity'],
    });
  });

  it('says what it expected, and what kind of value it is instead, but never the value', () => {
    const said: Record<string, string> = {};
    const strict = z.object({
      amount: decimal(),
      at: z.string(),
      code: text(),
      kind: z.enum(['in', 'out']),
      lines: rows(z.object({})),
    });
    const raw = { amount: 'x', at: 4111, code: [4111], kind: '4111', lines: '4111' };
    decodeRow(strict, raw, (path, message) => {
      said[path] = message;
    });
    expect(said).toEqual({
      amount: 'not a decimal number',
      at: 'expected string, received number',
      code: 'unexpected array',
      kind: 'expected one of in, out',
      lines: 'expected array, received string',
    });
  });

  it('keeps the position of an unreadable nested row', () => {
    expect(decode({ id: 1, lines: [null, { code: 'B' }, 7] })).toEqual({
      row: { id: '1', lines: [{}, { code: 'B' }, {}] },
      odd: ['lines.0', 'lines.2'],
    });
  });

  it('empties a value that is not a list, an object or a row', () => {
    expect(decode({ id: 1, lines: 'x', station: 3 }).row).toEqual({ id: '1' });
    for (const raw of [null, undefined, 3, 'x', []]) expect(decode(raw).row).toEqual({});
  });

  it('empties a row that its schema refuses in any case', () => {
    const strict = z.object({ id: z.string() });
    expect(decodeRow(strict, { id: 3 }, () => undefined)).toEqual({});
    expect(decodeRow(z.object({ at: z.array(z.string()) }), { at: [3] }, () => undefined)).toEqual(
      {},
    );
  });

  it('keeps every row, whatever it contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (amount, station, lines) => {
        expect(decode({ id: 'kept', amount, station, lines }).row).toMatchObject({ id: 'kept' });
      }),
    );
  });
});
