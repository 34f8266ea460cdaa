const PAGE = { width: 226, margin: 18, line: 14 } as const;

/** Text of a PDF string: Latin-1, with brackets and backslashes escaped. */
const pdfText = (text: string): string =>
  text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&');

/** Returns a till receipt as a PDF of one narrow page, line by line. The first line is the heading. */
export function receiptPdf(lines: readonly string[]): Uint8Array {
  const height = PAGE.margin * 2 + PAGE.line * (lines.length + 1);
  const shown = lines
    .map((line, index) => `/F1 ${index === 0 ? 11 : 8} Tf (${pdfText(line)}) Tj T*`)
    .join('\n');
  const start = `${PAGE.margin} ${height - PAGE.margin - PAGE.line} Td ${PAGE.line} TL`;
  const content = `BT ${start}\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
