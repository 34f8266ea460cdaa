/** Options of every command, as commander names their values: how it is run, and nothing of what it does. */
const GLOBAL: readonly string[] = [
  'baseUrl',
  'color',
  'input',
  'json',
  'profile',
  'quiet',
  'timeout',
  'verbose',
];

export const isGlobalOption = (name: string): boolean => GLOBAL.includes(name);
