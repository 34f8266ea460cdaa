const CHAR = 8.02;
const LINE = 19;
const PAD = 18;
const HEAD = 34;

const COLORS: Readonly<Record<string, string>> = {
  '31': '#f2777a',
  '32': '#7fd39a',
  '33': '#eabf66',
  '34': '#7db8fa',
  '36': '#6fcad2',
  '90': '#8a9490',
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes start with a control character
const REWRITTEN = /\r(?!$)|\u001b\[2K/;

/** Returns what remains on the screen: a carriage return or an erased line starts the line again. */
const settled = (line: string): string => (line.split(REWRITTEN).at(-1) ?? '').replace('\r', '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes start with a control character
const CODE = /\u001b\[([\d;]*)m/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const OTHER = /\u001b\[\??[\d;]*[A-HJKhlsu]/g;

/** Splits a line into pieces with their styles. */
function spans(line: string): string {
  const parts = line.replaceAll(OTHER, '').split(CODE);
  let style = '';
  let drawn = '';
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) {
      for (const code of part.split(';')) {
        if (code === '0' || code === '' || code === '39' || code === '22') style = '';
        if (code === '1') style = `${style} font-weight="700" fill="#ffffff"`;
        if (code === '2') style = ' fill="#8a9490"';
        if (COLORS[code]) style = ` fill="${COLORS[code]}"`;
      }
    } else if (part !== '') drawn += `<tspan${style}>${escaped(part)}</tspan>`;
  }
  return drawn;
}

/** Returns a terminal's text with its colours as an SVG, legible at any size. */
export function terminalSvg(text: string, columns: number): string {
  const lines = text.split('\n').map(settled);
  const width = Math.round(columns * CHAR + 2 * PAD);
  const height = HEAD + lines.length * LINE + PAD;
  const drawn = lines.map(
    (line, index) =>
      `<text xml:space="preserve" x="${PAD}" y="${HEAD + 14 + index * LINE}">${spans(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal that runs the command line">`,
    '<style>text{font:13.3px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d8deda}</style>',
    `<rect width="100%" height="100%" rx="10" fill="#151a19"/>`,
    '<circle cx="20" cy="17" r="5" fill="#4a524f"/><circle cx="38" cy="17" r="5" fill="#4a524f"/><circle cx="56" cy="17" r="5" fill="#4a524f"/>',
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}
