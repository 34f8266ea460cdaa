const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function codePoint(digits: string, radix: number, whole: string): string {
  const code = Number.parseInt(digits, radix);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** Resolves the entities of XML text and normalises its line ends. */
function unescapeXml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
      if (hex !== undefined) return codePoint(hex, 16, whole);
      if (decimal !== undefined) return codePoint(decimal, 10, whole);
      return ENTITIES[name] ?? whole;
    });
}

/**
 * Resolves a cell's text: entities, then `_xHHHH_`, Excel's escape for characters that XML can't contain.
 */
export function unescapeCell(text: string): string {
  return unescapeXml(text).replace(/_x([\da-fA-F]{4})_/g, (_whole, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Returns the text inside a string item, `<si>` or `<is>`: joins runs and skips phonetic ones. */
export function itemText(inside: string): string {
  const spoken = inside.includes('<rPh') ? inside.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '') : inside;
  let text = '';
  for (const [, run] of spoken.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)) text += run;
  return unescapeCell(text);
}

/** Returns the attributes of a start tag, unescaped, by name as written. */
function attributes(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of tag.matchAll(
    /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    found.set(name, unescapeXml(double ?? single ?? ''));
  }
  return found;
}

/** Returns the attributes of all start tags with this local name and any prefix, in order. */
export function startTags(xml: string, name: string): Map<string, string>[] {
  const tags = xml.matchAll(
    new RegExp(`<(?:[\\w.-]+:)?${name}(\\s(?:[^>"']|"[^"]*"|'[^']*')*)?>`, 'g'),
  );
  return Array.from(tags, ([, inside = '']) => attributes(inside));
}
