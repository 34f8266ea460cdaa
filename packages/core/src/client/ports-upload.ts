import * as z from 'zod/mini';
import { fileForm } from '../http/transfer.ts';
import type { UploadDefinition } from '../resource/form.types.ts';
import type {
  RefusedRow,
  UploadAnswer,
  UploadCheck,
  UploadPorts,
} from '../workflows/upload/upload.types.ts';
import { type Client, DEFAULT_IMPORT_LIMITS, waitFor } from './client.ts';
import { lenientCount as count, lenientText as text } from './lenient.ts';
import { randomText } from './ports.ts';

const refusedRow = z.pipe(
  z.object({ row: count, column: text, value: text, message: text }),
  z.transform(({ row, ...reported }): RefusedRow => ({ ...reported, row: row || undefined })),
);

/** Cards report `imported`, rates `accepted`; without either, the count is unknown. */
const answerSchema = z.pipe(
  z
    .object({
      imported: z.optional(z.number()),
      accepted: z.optional(z.number()),
      created: z.optional(z.number()),
      changed: z.optional(z.number()),
      records: z.nullish(z.array(z.string())),
      rejected: z.nullish(z.array(refusedRow)),
    })
    .check(
      z.refine(({ accepted, imported }) => accepted !== undefined || imported !== undefined, {
        error: 'neither imported nor accepted',
      }),
    ),
  z.transform(
    ({ accepted, changed, created, imported, records, rejected }): UploadAnswer => ({
      accepted: accepted ?? imported ?? 0,
      ...(created !== undefined && { created }),
      ...(changed !== undefined && { changed }),
      ...(records && { records }),
      rejected: rejected ?? [],
    }),
  ),
);

/**
 * Returns the ports for uploading a file as its definition says.
 *
 * @param client whose session and connection are used
 * @param definition the upload of a resource: `cards.upload`
 * @param options `check` holds files back: for daily rates, `rateUploadCheck` of `@forecourt/core/provider-files`
 */
export const uploadPorts = <Name extends string = string>(
  client: Client,
  definition: UploadDefinition<Name>,
  { check }: { readonly check?: UploadCheck } = {},
): UploadPorts<Name> => ({
  definition,
  ...(check && { check }),
  send: async ({ draft, file, key }, signal) => {
    const { data } = await client.http.json(
      {
        operation: definition.action,
        method: 'POST',
        path: definition.path,
        ...(definition.query && { query: definition.query(draft) }),
        form: fileForm(file, definition.also?.(draft)),
        idempotencyKey: key,
        timeoutMs: waitFor(client.imports ?? DEFAULT_IMPORT_LIMITS, file.blob),
        signal,
      },
      answerSchema,
    );
    return data;
  },
  nonce: randomText,
  access: client.session.access,
});
