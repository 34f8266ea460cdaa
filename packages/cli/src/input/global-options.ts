/** Options of every command, in commander's camelCase: they change how it runs, not what it does. */
const GLOBAL: readonly string[] = [
  'baseUrl',
  'color',
  'input',
  'json',
  'plugin',
  'profile',
  'quiet',
  'record',
  'timeout',
  'verbose',
];

export const isGlobalOption = (name: string): boolean => GLOBAL.includes(name);
