import type { ColumnType } from 'kysely';

/** '' if empty. */
export type Text = ColumnType<string, string | undefined, string>;
/** Whole numbers: counts, flags, and amounts with the unit in their name (minor, e3, e4, e5, e6). */
export type Whole = ColumnType<number, number | undefined, number>;
/** Id of a row of another table. */
export type Ref = ColumnType<number | null, number | null | undefined, number | null>;
export type NullableText = ColumnType<string | null, string | null | undefined, string | null>;
/** Starts at 1; each update increments it (WIRE-05). */
export type Version = ColumnType<number, never, never>;
