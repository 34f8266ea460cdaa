import type { AnyResource } from '../resource/resource.types.ts';
import { allDefinitions } from './contract-calls.ts';

let loaded: Promise<readonly AnyResource[]> | undefined;

/** Loads all definitions once. */
export const definitions = (): Promise<readonly AnyResource[]> => {
  loaded ??= allDefinitions();
  return loaded;
};
