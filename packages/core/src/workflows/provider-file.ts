import type { ProviderFile } from '../provider-files/types.ts';

export const isProviderFile = (value: unknown): value is ProviderFile =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'blob' in value &&
  value.blob instanceof Blob;
