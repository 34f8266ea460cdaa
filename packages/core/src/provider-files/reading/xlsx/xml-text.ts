import { SheetDamage } from '../sheet-damage.ts';
import { Unrecognised } from '../unrecognised.ts';

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

/**
 * Longest XML of one cell's text: the 32,767 characters that Excel allows, each as an escape such as
 * `&#x10FFFF;`. Resolving escapes costs a hundred times as much as reading them.
 */
export const MAX_TEXT_XML = 10 * 32_767;
/** Larger than Excel's longest text with formatting on every character; each item is kept whole. */
export const MAX_ITEM = 4 * 1024 * 1024;
export const TOO_LONG = 'a cell holds more than the 32,767 characters that it can';

/** Returns whether a tag named `<…` at a position ends its name there: with a blank, '/' or '>'. */
const endsName = (xml: string, at: number): boolean => /[\s/>]/.test(xml.charAt(at));

/** Returns the text inside a string item, `<si>` or `<is>`: joins runs and skips phonetic ones. */
export function itemText(inside: string): string {
  let text = '';
  let at = inside.indexOf('<');
  let mayBeSpoken = true;
  while (at >= 0) {
    let next = at + 1;
    if (mayBeSpoken && inside.startsWith('<rPh', at) && endsName(inside, at + 4)) {
      const end = inside.indexOf('</rPh>', at);
      // Looks for a missing end only once, because each search would read to the end.
      mayBeSpoken = end >= 0;
      if (mayBeSpoken) next = end + 6;
    } else if (inside.startsWith('<t', at) && endsName(inside, at + 2)) {
      const tagEnd = inside.indexOf('>', at);
      const end = tagEnd < 0 ? -1 : inside.indexOf('<', tagEnd);
      if (end < 0) break;
      if (inside.startsWith('</t>', end)) text += inside.slice(tagEnd + 1, end);
      next = end;
    }
    at = inside.indexOf('<', next);
  }
  if (text.length > MAX_TEXT_XML) throw new SheetDamage(TOO_LONG);
  return unescapeCell(text);
}

const isNameCharacter = (character: string): boolean => /[\w:.-]/.test(character);
const isSpace = (character: string): boolean => /\s/.test(character);

/** Returns the attributes of a start tag, unescaped, by name as written. Starts at each '=', for one pass. */
function attributes(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  let from = 0;
  for (let equals = tag.indexOf('='); equals >= 0; equals = tag.indexOf('=', from)) {
    let nameEnd = equals;
    while (nameEnd > from && isSpace(tag.charAt(nameEnd - 1))) nameEnd -= 1;
    let nameStart = nameEnd;
    while (nameStart > from && isNameCharacter(tag.charAt(nameStart - 1))) nameStart -= 1;
    let open = equals + 1;
    while (isSpace(tag.charAt(open))) open += 1;
    const quote = tag.charAt(open);
    const close = quote === '"' || quote === "'" ? tag.indexOf(quote, open + 1) : -1;
    from = equals + 1;
    if (close < 0 || nameStart === nameEnd) continue;
    found.set(tag.slice(nameStart, nameEnd), unescapeXml(tag.slice(open + 1, close)));
    from = close + 1;
  }
  return found;
}

/** Returns where a start tag ends, at its '>' outside of quotes; -1 if it doesn't. */
function tagEnd(xml: string, from: number): number {
  const stop = /[>"']/g;
  for (let at = from; ; ) {
    stop.lastIndex = at;
    const found = stop.exec(xml);
    if (found === null) return -1;
    if (found[0] === '>') return found.index;
    const close = xml.indexOf(found[0], found.index + 1);
    if (close < 0) return -1;
    at = close + 1;
  }
}

/**
 * Returns the attributes of all start tags with this local name and any prefix, in order. Throws
 * `Unrecognised` if such a tag doesn't end: what follows it can't be read.
 */
export function startTags(xml: string, name: string): Map<string, string>[] {
  const found: Map<string, string>[] = [];
  // A run of name characters has no '<', so that no character is tried from two starts.
  const start = new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])`, 'g');
  while (start.test(xml)) {
    const end = tagEnd(xml, start.lastIndex);
    if (end < 0) throw new Unrecognised(`<${name} without an end`);
    found.push(attributes(xml.slice(start.lastIndex, end)));
    start.lastIndex = end;
  }
  return found;
}
