/** The parts to mutate: those where a fault costs money, rights or a night. A file belongs to the first that fits. */
export const PARTS: Readonly<Record<string, readonly RegExp[]>> = {
  rules: [
    /^packages\/core\/src\/provider-files\/(checks|rates)\//,
    /^packages\/core\/src\/provider-files\/(row-|tax-tables|twins|line-|deliveries|tally|rules?\.|plan|format-issue)/,
    /^packages\/core\/src\/resource\/form-rules/,
    /^packages\/core\/src\/resources\/.*\.(rules|form|actions)\.ts$/,
  ],
  'provider-files': [/^packages\/core\/src\/provider-files\//],
  workflows: [/^packages\/core\/src\/workflows\//],
  permissions: [
    /^packages\/core\/src\/permissions\//,
    /^packages\/core\/src\/resources\/(menu|users\/)/,
  ],
  journal: [/^packages\/cli\/src\/journal\//],
  night: [/^packages\/cli\/src\/night\//],
  money: [
    /^examples\/sandbox\/src\/(payments|invoices|reports|markups)\//,
    /^examples\/sandbox\/src\/amounts\.ts$/,
  ],
  rights: [/^examples\/sandbox\/src\/(auth|users)\//, /^examples\/sandbox\/src\/http\/permit\.ts$/],
};

/** Test projects by folder. The portal's tests run a build, and PostgreSQL's repeat the sandbox's, so both are left out. */
const PROJECTS: readonly (readonly [RegExp, string])[] = [
  [/^packages\/core\/src\//, 'core'],
  [/^packages\/cli\//, 'cli'],
  [/^examples\/sandbox\/(src|test(?!\/postgres))\//, 'sandbox'],
  [/^(scripts|docs)\/|^examples\/[^/]+\.test\.ts$/, 'project'],
];

/** Tests with many processes, disks or thousands of cases. They take minutes; their neighbours test the same in seconds. */
const SLOW =
  /(kills|fuzz|soak|corpus|variants|seeded-files|odd-people|full-disk|disks|operations|upgrades|guides|site|money-sequences)\b/;

export const projectOf = (test: string): string | undefined =>
  SLOW.test(test) ? undefined : PROJECTS.find(([folder]) => folder.test(test))?.[1];

/** Returns the part of a source, if it is in one. */
export const partOf = (file: string): string | undefined =>
  Object.entries(PARTS).find(([, folders]) => folders.some((folder) => folder.test(file)))?.[0];
