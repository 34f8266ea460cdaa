import type { OptionSpec } from './command.types.ts';

export const FILTER: OptionSpec = {
  flags: '--filter <field:value>',
  description:
    "only rows whose field is the value ('field:value'; repeated, one of them), contains it ('field::value'), begins with it ('field^=value'), or is at least or at most that ('field>=value', 'field<=value')",
  repeat: true,
};
export const SORT: OptionSpec = {
  flags: '--sort <field[:desc]>',
  description: "order: 'field', 'field:desc' or 'field,desc'; 'date' is the list's own date",
};
export const DAYS: readonly OptionSpec[] = [
  {
    flags: '--on <days>',
    description:
      "one day, YYYY-MM-DD, or relative days: 'yesterday', 'last-7-days', 'this-month', 'last-month' …",
  },
  { flags: '--from <day>', description: 'first day, YYYY-MM-DD or relative' },
  { flags: '--to <day>', description: 'last day, YYYY-MM-DD or relative, inclusive' },
];

export const VIEW: OptionSpec = {
  flags: '--view <name>',
  description: 'filters, order and columns of one of your named views; other options add to it',
};
