import { rates } from '@forecourt/core';
import { type ContractCall, json } from './operation.ts';
import { listQuery } from './resource-calls.ts';
import { count, day, listOf, object, type Schema, string } from './schemas.ts';

const price: Schema = { ...string, pattern: '^\\d+\\.\\d{5}$' };
const ASKED = ['filter', 'from', 'to'];

/** Stored rates over time (RATE-03). */
export const rateCalls = (): readonly ContractCall[] => [
  {
    method: 'GET',
    path: 'daily-rates/days',
    action: 'rates.list',
    operationId: 'rates.days',
    tag: 'rates',
    summary:
      'Returns the lowest, average and highest stored rate of each day, by product, currency and unit',
    query: listQuery(rates).filter(({ name }) => ASKED.includes(name)),
    answer: {
      description:
        'Prices as text, per unit. Without days, the thirty up to the newest one with rates; at most 366. For staff only.',
      content: json(
        object({
          from: day,
          to: day,
          days: listOf(
            object({
              day,
              product: string,
              currency: string,
              unit: string,
              sites: count,
              lowest: price,
              average: price,
              highest: price,
            }),
          ),
        }),
      ),
    },
  },
];
