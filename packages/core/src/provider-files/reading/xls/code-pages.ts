import { SheetDamage } from '../sheet-damage.ts';

/** Names of code pages on the platform, by number. */
const LABELS: Readonly<Record<number, string>> = {
  367: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
  10000: 'macintosh',
  10001: 'shift_jis',
  10002: 'big5',
  10003: 'euc-kr',
  10007: 'x-mac-cyrillic',
  10008: 'gbk',
  28591: 'windows-1252',
  65001: 'utf-8',
};

/** Bytes from 128 on of code pages that the platform lacks: DOS, and Apple's. */
const UPPER_HALVES: Readonly<Record<number, string>> = {
  437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  10006:
    'Ä¹²É³ÖÜ΅àâä΄¨çéèêë£™îï•½‰ôö¦€ùûü†ΓΔΘΛΞΠß®©ΣΪ§≠°·Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩ' +
    'άΝ¬ΟΡ≈Τ«»…\u00a0ΥΧΆΈœ–―“”‘’÷ΉΊΌΎέήίόΏύαβψδεφγηιξκλμνοπώρστθωςχυζϊϋΐΰ\u00ad',
  10029:
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ' +
    'ņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
  10081:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø' +
    '¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸĞğİıŞş‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙˆ˜¯˘˙˚¸˝˛ˇ',
};

/** Numbers that Excel for the Macintosh and for Windows used for their default code pages. */
const ALIASES: Readonly<Record<number, number>> = { 32768: 10_000, 32769: 1252 };

/** Decodes bytes of a code page. */
export type DecodeBytes = (bytes: Uint8Array) => string;

function byTable(upper: string): DecodeBytes {
  return (bytes) =>
    Array.from(bytes, (byte) =>
      byte < 128 ? String.fromCharCode(byte) : (upper[byte - 128] as string),
    ).join('');
}

/** Returns the decoder of a code page; undefined if neither we nor the platform support it. */
function codePage(number: number): DecodeBytes | undefined {
  const page = ALIASES[number] ?? number;
  const upper = UPPER_HALVES[page];
  if (upper !== undefined) return byTable(upper);
  const label = LABELS[page];
  if (label === undefined) return undefined;
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => decoder.decode(bytes);
  } catch {
    // A platform may be built without the larger tables.
    return undefined;
  }
}

const WINDOWS_1252 = 1252;
const CHARACTERS_AT_ONCE = 4096;

/** Decodes each byte as the character of the same number, as in Latin-1. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHARACTERS_AT_ONCE) {
    const part = bytes.subarray(at, at + CHARACTERS_AT_ONCE) as unknown as number[];
    text += String.fromCharCode.apply(undefined, part);
  }
  return text;
}

/** The only bytes of windows-1252 that differ from Latin-1: curly quotes, dashes, the euro. */
const ODD_IN_1252 = /[\x80-\x9f]/;
const BEYOND_ASCII = /[\x80-\xff]/;

/**
 * Returns a decoder for single-byte texts in the workbook's code page. If the page isn't supported, the
 * decoder throws `SheetDamage` at the first byte that requires it.
 */
export function byteTexts(page: number): DecodeBytes {
  const decode = codePage(page);
  const odd = page === WINDOWS_1252 ? ODD_IN_1252 : BEYOND_ASCII;
  return (bytes) => {
    const text = latin1(bytes);
    if (!odd.test(text)) return text;
    if (decode === undefined) {
      throw new SheetDamage(`its texts are in code page ${page}, which is not known`);
    }
    return decode(bytes);
  };
}

const isWindowsPage = (page: number) => page === 874 || (page >= 1250 && page <= 1258);

/**
 * The same for texts of BIFF8. They are Unicode, and use single bytes for low numbers, but other programs
 * name a Windows code page and write its bytes instead.
 */
export const narrowTexts = (page: number | undefined): DecodeBytes =>
  page !== undefined && isWindowsPage(page) ? byteTexts(page) : latin1;
