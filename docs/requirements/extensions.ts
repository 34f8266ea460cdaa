import type { Requirements } from './requirement.types.ts';

/** What integrators add without a change to the packages. */
export const EXTENSIONS = {
  'EXT-01': {
    rule: 'A resource of your own is defined in one module and has a list, records, forms, a menu with rights, commands and files on every surface, without a change to the packages. Its rights are those of its screen, decided by the same function as all others.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/resource/own-registry.ts',
      'packages/core/src/resource/own-resource.ts',
      'examples/own-resource/vehicles.mjs',
    ],
  },
  'EXT-02': {
    rule: 'Forms and filters take lists of choices of your own, by the path of their call.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/resource/reference-name.ts',
      'packages/core/src/resources/reference/references.ts',
    ],
  },
  'EXT-03': {
    rule: 'A resource of your own that can’t be used is refused with its name, what is wrong and what to do; everything else works without it.',
    surfaces: 'CWLS',
    source: ['packages/core/src/resource/own-registry.ts'],
  },
} as const satisfies Requirements;
