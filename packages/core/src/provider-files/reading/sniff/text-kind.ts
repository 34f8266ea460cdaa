import type { FileKind } from '../../types.ts';
import { detectDialect } from '../text/delimiter.ts';

/** Complete pages and fragments, after their prolog. */
const HTML =
  /^<(?:!doctype\s+html|(?:html|head|body|table|tr|div|meta|link|style|script|title|form|font|center|p|a|b|br|ul|ol|h[1-6]|img|svg|span|header|footer|main|nav|section|article|iframe)\b)/i;
const XML = /^\s*<(?:\?xml|!DOCTYPE|!--|[a-z_][\w.-]*(?::[\w.-]+)?[\s/>])/i;
const OPEN_DOCUMENT = /^\s*(?:<\?xml[^>]*>\s*)?<office:document\b/;
const MAIL_HEADER =
  /^(?:Received|Return-Path|Delivered-To|Message-ID|From|To|Subject|Date|X-[\w-]+):\s/i;

/** Removes blanks, XML declarations and comments, each in one pass. */
function withoutProlog(text: string): string {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1;
    const end = text.startsWith('<!--', at)
      ? text.indexOf('-->', at + 4) + 3
      : text.slice(at, at + 5).toLowerCase() === '<?xml'
        ? text.indexOf('>', at + 5) + 1
        : -1;
    if (end <= at) return text.slice(at);
    at = end;
  }
}

/** Control characters other than tab, line ends, form feed and the old end-of-file mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
const CONTROL = /[\0-\x08\x0b\x0e-\x19\x1b-\x1f]/;

function isMail(text: string): boolean {
  const [first = '', second = ''] = text.split(/\r?\n(?![ \t])/, 2);
  return MAIL_HEADER.test(first) && MAIL_HEADER.test(second);
}

function markupKind(text: string): FileKind | undefined {
  const isSpreadsheet =
    /urn:schemas-microsoft-com:office:spreadsheet/.test(text) && /<(\w+:)?Workbook\b/.test(text);
  if (isSpreadsheet) return 'spreadsheetml';
  if (OPEN_DOCUMENT.test(text)) {
    return /opendocument\.spreadsheet/.test(text) ? 'flat-ods' : 'opendocument';
  }
  if (HTML.test(withoutProlog(text))) return 'html';
  if (/<(?:\w+:)?Workbook\b[^<>]*gnumeric/.test(text)) return 'gnumeric';
  return XML.test(text) ? 'xml' : undefined;
}

/** Returns the type of a file by its first 64 KB as text. */
export function textKind(text: string): FileKind {
  if (text.trim() === '') return 'empty';
  if (
    /^\s*MIME-Version:/i.test(text) ||
    /^Content-Type:\s*multipart\//im.test(text.slice(0, 2000))
  ) {
    return 'mhtml';
  }
  const markup = markupKind(text);
  if (markup !== undefined) return markup;
  // Before the check for control characters, because SYLK escapes contain them.
  if (/^ID;/.test(text)) return 'sylk';
  if (CONTROL.test(text)) return 'binary';
  if (/^TABLE\r?\n0,1\r?\n/.test(text)) return 'dif';
  if (/^\s*[{[]/.test(text)) return 'json';
  if (isMail(text)) return 'email';
  return detectDialect(text) === undefined ? 'text' : 'csv';
}
