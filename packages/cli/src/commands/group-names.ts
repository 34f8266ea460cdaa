/**
 * The groups as the help of the program lists them, as plain data. The build evaluates this file, so that
 * the commands themselves stay in a file of their own until a group is called.
 */
import { GROUPS } from './table.ts';

export const GROUP_NAMES: readonly { readonly name: string; readonly summary: string }[] =
  GROUPS.map(({ name, summary }) => ({ name, summary }));
