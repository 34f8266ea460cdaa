import { crc32, deflateSync } from 'node:zlib';

/** Lit parts of a seven-segment digit: top, upper left and right, middle, lower left and right, bottom. */
const DIGITS: Readonly<Record<string, string>> = {
  '0': '1110111',
  '1': '0010010',
  '2': '1011101',
  '3': '1011011',
  '4': '0111010',
  '5': '1101011',
  '6': '1101111',
  '7': '1010010',
  '8': '1111111',
  '9': '1111011',
  '-': '0001000',
};
/** Left, top, width and height of each part, within a digit of 10 by 18. */
const PARTS = [
  [2, 0, 6, 2],
  [0, 2, 2, 6],
  [8, 2, 2, 6],
  [2, 8, 6, 2],
  [0, 10, 2, 6],
  [8, 10, 2, 6],
  [2, 16, 6, 2],
] as const;
const SCALE = 4;
const WIDTH = 480;
const HEIGHT = 240;
const PALETTE = Buffer.from([26, 34, 44, 201, 214, 178, 32, 44, 30]);
const [CASE, GLASS, LIT] = [0, 1, 2];

class Picture {
  /** One byte a pixel; each row begins with the byte of its filter, which is none. */
  readonly rows = Buffer.alloc((WIDTH + 1) * HEIGHT);

  fill(left: number, top: number, width: number, height: number, colour: number): void {
    for (let y = top; y < top + height; y += 1) {
      const start = y * (WIDTH + 1) + 1 + left;
      this.rows.fill(colour, start, start + width);
    }
  }

  /** Right-aligned digits in a window of glass. */
  show(text: string, top: number): void {
    this.fill(30, top, WIDTH - 60, 90, GLASS);
    let left = WIDTH - 44;
    for (const character of [...text].reverse()) {
      if (character === '.') {
        left -= 3 * SCALE;
        this.fill(left, top + 9 + 16 * SCALE, 2 * SCALE, 2 * SCALE, LIT);
        continue;
      }
      left -= 13 * SCALE;
      for (const [index, [x, y, width, height]] of PARTS.entries()) {
        if (DIGITS[character]?.[index] !== '1') continue;
        this.fill(left + x * SCALE, top + 9 + y * SCALE, width * SCALE, height * SCALE, LIT);
      }
    }
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A pump's display with the amount above and the quantity below, as a PNG: '864.45', '500.000'. */
export function displayPng(amount: string, quantity: string): Uint8Array {
  const picture = new Picture();
  picture.fill(0, 0, WIDTH, HEIGHT, CASE);
  picture.show(amount, 20);
  picture.show(quantity, 130);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits a pixel, by palette.
  header[8] = 8;
  header[9] = 3;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', PALETTE),
    chunk('IDAT', deflateSync(picture.rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
