import { expect, it } from 'vitest';
import { RESOURCES } from '../resources/registry.ts';

const definitions = await Promise.all(RESOURCES.map((place) => place.loadDefinition()));
const paths = definitions.flatMap(({ name, record, remove }) => [
  ...(record ? [[`${name}.get`, record.path] as const] : []),
  ...(remove ? [[`${name}.delete`, remove.path] as const] : []),
]);

it.each(paths)(
  'WIRE-01 %s has no path for an id that would name the list or what is above',
  (_name, path) => {
    expect(() => path('')).toThrow('The id is empty.');
    expect(() => path(' \t')).toThrow('The id is empty.');
    expect(() => path('.')).toThrow("'.' is not an id.");
    expect(() => path('..')).toThrow("'..' is not an id.");
    expect(path('7/8')).toContain('7%2F8');
    // As a caller without types may give it.
    expect(() => path(12 as never)).toThrow('An id is text, not 12.');
    expect(() => path(undefined as never)).toThrow('An id is text, not undefined.');
  },
);

it('WIRE-01 covers every resource with calls of its own', () => {
  expect(paths.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'cards.get',
      'cards.delete',
      'invoices.get',
      'customers.get',
      'users.delete',
    ]),
  );
});
