import { Decimal } from '../format/decimal.ts';
import { withEtag } from '../http/bodies.ts';
import { isMore } from './differences.ts';
import type { Masker } from './mask.ts';
import { HIDDEN } from './mask-text.ts';

/** In place of a secret: good enough for the rules of a password. */
const SECRET = 'Replayed-Secret-1!';
const CARD = /\*{4,}\d{4}/g;

type Entries = Readonly<Record<string, unknown>>;

/**
 * Turns recorded values back into what a machine takes: etags, files, and for secrets and card numbers others
 * that are masked the same way.
 */
export function standIns(masker: Masker) {
  masker.keepSecret(SECRET);

  const text = (recorded: string): string =>
    recorded === HIDDEN
      ? SECRET
      : recorded.replace(CARD, (masked) => {
          const digits = masked.replaceAll('*', '0');
          if (digits.length < 12) masker.keepCard(digits);
          return digits;
        });

  function object(recorded: Entries): unknown {
    const { $blob, $decimal, $error, $etag, $file, $map, $more: _, $set, ...members } = recorded;
    if ($decimal !== undefined) return Decimal.parse(text(String($decimal)));
    if ($error !== undefined) return errorOf(String($error), originals(members));
    if ($blob !== undefined) return blobOf($blob as Entries);
    if ($file !== undefined) {
      return { name: ($file as Entries).name ?? '', blob: blobOf($file as Entries) };
    }
    if ($map !== undefined) return new Map(original($map) as [unknown, unknown][]);
    if ($set !== undefined) return new Set(original($set) as unknown[]);
    return withEtag(originals(members), $etag);
  }

  const originals = (members: Entries): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(members).map(([name, member]) => [text(name), original(member)]),
    );

  function original(recorded: unknown): unknown {
    if (typeof recorded === 'string') return text(recorded);
    if (Array.isArray(recorded)) return recorded.filter((item) => !isMore(item)).map(original);
    if (typeof recorded !== 'object' || recorded === null) return recorded;
    return object(recorded as Entries);
  }
  return { original };
}

/** A file with the recorded name and size, and without its content. */
function blobOf({ name = '', size = 0 }: Entries): Blob {
  const blob = new File([], String(name));
  Object.defineProperty(blob, 'size', { value: size });
  return blob;
}

/** An error with the recorded name and members. */
const errorOf = (name: string, { message, ...members }: Entries): Error =>
  Object.assign(new Error(String(message ?? '')), { name }, members);
