/** Record types of BIFF5 and BIFF8. */
export const RECORD = {
  formula: 0x0006,
  eof: 0x000a,
  date1904: 0x0022,
  filePass: 0x002f,
  continued: 0x003c,
  codePage: 0x0042,
  wsBool: 0x0081,
  boundSheet: 0x0085,
  mulRk: 0x00bd,
  mulBlank: 0x00be,
  rString: 0x00d6,
  sst: 0x00fc,
  labelSst: 0x00fd,
  dimensions: 0x0200,
  blank: 0x0201,
  number: 0x0203,
  label: 0x0204,
  boolErr: 0x0205,
  /** A formula in BIFF3 and BIFF4. */
  formula3: 0x0206,
  text: 0x0207,
  row: 0x0208,
  array: 0x0221,
  table: 0x0236,
  rk: 0x027e,
  formula4: 0x0406,
  sharedFormula: 0x04bc,
  bof: 0x0809,
} as const;

/** Cells and part headers of older versions. */
export const OLDER: ReadonlySet<number> = new Set([
  ...[0x0001, 0x0002, 0x0003, 0x0004, 0x0005, 0x0007, 0x0009],
  ...[0x0209, 0x0409],
]);

/** Versions: Excel 5 and 95; Excel 97 and later. */
export const BIFF5 = 0x0500;
export const BIFF8 = 0x0600;
/** Type of a part, from its BOF record. */
export const PART = { globals: 0x0005, sheet: 0x0010 } as const;

/** Type and length precede a record's body. */
export const HEAD = 4;

export function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
}

export function u32(bytes: Uint8Array, at: number): number {
  return (u16(bytes, at) | (u16(bytes, at + 2) << 16)) >>> 0;
}

/** Returns the end of the record at a position; -1 if the stream ends first. */
export function recordEnd(bytes: Uint8Array, at: number): number {
  if (at + HEAD > bytes.length) return -1;
  const end = at + HEAD + u16(bytes, at + 2);
  return end > bytes.length ? -1 : end;
}
