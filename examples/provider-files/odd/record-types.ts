/** Types of BIFF8 records that the writer knows. */
export const RECORD = {
  formula: 0x0006,
  eof: 0x000a,
  date1904: 0x0022,
  continued: 0x003c,
  sheetOptions: 0x0081,
  boundSheet: 0x0085,
  mulRk: 0x00bd,
  mulBlank: 0x00be,
  sst: 0x00fc,
  labelSst: 0x00fd,
  dimensions: 0x0200,
  blank: 0x0201,
  number: 0x0203,
  label: 0x0204,
  boolErr: 0x0205,
  text: 0x0207,
  row: 0x0208,
  rk: 0x027e,
  bof: 0x0809,
} as const;

export const BIFF8 = 0x0600;
/** What a part of the workbook is, by its BOF record. */
export const PART = { globals: 0x0005, sheet: 0x0010, chart: 0x0020, macros: 0x0040 } as const;
