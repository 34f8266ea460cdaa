/** No path, no control characters, nothing that a file system reads as more than a name. */
function plainName(raw: string): string | undefined {
  const last = raw.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const name = last.replace(/[\u0000-\u001f\u007f<>:"|?*]/g, '').trim();
  return /^\.*$/.test(name) ? undefined : name.slice(-200);
}

function decodeExtended(value: string): string | undefined {
  const match = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i.exec(value);
  if (!match) return undefined;
  const [, charset = '', encoded = ''] = match;
  try {
    return charset.toLowerCase() === 'utf-8'
      ? decodeURIComponent(encoded)
      : encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
  } catch {
    return undefined;
  }
}

/**
 * The file name in a content-disposition, without any path in it: `filename*` (RFC 5987) before
 * `filename`; undefined where neither gives a usable name.
 */
export function fileNameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const extended = /(?:^|;)\s*filename\*\s*=\s*"?([^;"]+)"?/i.exec(disposition)?.[1]?.trim();
  const fromExtended = extended === undefined ? undefined : decodeExtended(extended);
  if (fromExtended !== undefined) {
    const name = plainName(fromExtended);
    if (name !== undefined) return name;
  }
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/i.exec(disposition);
  const raw = plain?.[1]?.replace(/\\(["\\])/g, '$1') ?? plain?.[2]?.trim();
  return raw === undefined ? undefined : plainName(raw);
}
