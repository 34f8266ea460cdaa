import * as z from 'zod/mini';

/** Lenient values of responses: missing, null and malformed ones become empty. */

export const lenientText = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) =>
    typeof value === 'string' || typeof value === 'number' ? `${value}` : '',
  ),
);

/** The key of a choice, sent by itself or together with its value. */
export const lenientKey = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => {
    const key = typeof value === 'object' && value !== null && 'key' in value ? value.key : value;
    return typeof key === 'string' || typeof key === 'number' ? `${key}` : '';
  }),
);

export const lenientFlag = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => value === true),
);

/** An integer of 0 or more, also accepted as text. */
export const lenientCount = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => Math.max(0, Math.trunc(Number(value)) || 0)),
);
