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

/** Resolves a cell's text: entities, then `_xHHHH_`, by which Excel writes what XML cannot hold. */
export function unescapeCell(text: string): string {
  return unescapeXml(text).replace(/_x([\da-fA-F]{4})_/g, (_whole, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * The text of a string item, `<si>` or `<is>`, given its inside: runs joined, phonetic runs left out.
 */
export function itemText(inside: string): string {
  const spoken = inside.includes('<rPh') ? inside.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '') : inside;
  let text = '';
  for (const [, run] of spoken.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)) text += run;
  return unescapeCell(text);
}

/** The attributes of one start tag, unescaped, by name as written. */
function attributes(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of tag.matchAll(
    /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    found.set(name, unescapeXml(double ?? single ?? ''));
  }
  return found;
}

/** The start tags of all elements with this local name, in any prefix, in order. */
export function startTags(xml: string, name: string): Map<string, string>[] {
  const tags = xml.matchAll(
    new RegExp(`<(?:[\\w.-]+:)?${name}(\\s(?:[^>"']|"[^"]*"|'[^']*')*)?>`, 'g'),
  );
  return Array.from(tags, ([, inside = '']) => attributes(inside));
}
