import { CHANGE_PROMISES } from './change-promises.ts';
import type { ContractPromise, PromiseFacts } from './conform.types.ts';
import { LIST_PROMISES } from './list-promises.ts';
import { READING_PROMISES } from './reading-promises.ts';
import { RECORD_PROMISES } from './record-promises.ts';
import { REFUSAL_PROMISES } from './refusal-promises.ts';
import { SESSION_PROMISES } from './session-promises.ts';

/** Every promise of the contract, in the order in which they are checked. */
export const CONTRACT_PROMISES: readonly ContractPromise[] = [
  ...SESSION_PROMISES,
  ...REFUSAL_PROMISES,
  ...LIST_PROMISES,
  ...RECORD_PROMISES,
  ...READING_PROMISES,
  ...CHANGE_PROMISES,
];

/** Returns the promises of the contract, in the order in which they are checked. */
export const listPromises = (): readonly PromiseFacts[] =>
  CONTRACT_PROMISES.map(({ check: _, ...facts }) => facts);
