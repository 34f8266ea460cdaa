/**
 * The groups as the program's help lists them, as plain data. The build evaluates this file, so the
 * commands stay in a separate file until a group is called.
 */
import { GROUPS } from './table.ts';

export const GROUP_NAMES: readonly { readonly name: string; readonly summary: string }[] =
  GROUPS.map(({ name, summary }) => ({ name, summary }));
