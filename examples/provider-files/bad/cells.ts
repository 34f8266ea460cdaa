import { demoCardNumber } from '../demo-cards.ts';
import { type Cell, serialOf } from '../workbook.ts';
import {
  accepted,
  BAD_FILES_DAY,
  type BadFile,
  essoDetails,
  essoFile,
  partly,
  withCells,
} from './build.ts';

/** Cards, dates, numbers and codes that spreadsheets spoil. */
export function cellFiles(): BadFile[] {
  return [...cardFiles(), ...dateFiles(), ...numberFiles(), codesFile()];
}

/** Details with one cell changed in each. */
function changed(field: 'CARD_NO' | 'TRAN_DATE' | 'TRAN_TIME', values: readonly Cell[]): Cell[][] {
  return essoDetails(values.length).map((row, index) => withCells(row, { [field]: values[index] }));
}

function cardFiles(): BadFile[] {
  const card = demoCardNumber(12);
  return [
    essoFile(
      'card_sci.xlsx',
      changed('CARD_NO', [card, '7.07685E+15', '5.51294E+12']),
      partly(3, 1, 'B4 TXN-CARD-SCIENTIFIC', 'B5 TXN-CARD-SCIENTIFIC'),
    ),
    essoFile(
      'card_float.xls',
      changed('CARD_NO', [Number(card), card]),
      partly(2, 1, 'B3 TXN-CARD-NUMBER'),
      { type: 'biff8' },
    ),
    essoFile(
      'card_lost_zero.xlsx',
      changed('CARD_NO', ['0076850000000128', 76_850_000_000_128, '76850000000128']),
      partly(3, 1, 'B4 TXN-CARD-LENGTH', 'B5 TXN-CARD-LENGTH'),
    ),
    essoFile(
      'card_masked.xlsx',
      changed('CARD_NO', ['707685XXXXXX0128', '*0128', '*128', '7076 8500 0000 0128']),
      partly(4, 3, 'B5 TXN-CARD-LENGTH'),
    ),
    essoFile(
      'card_none.xlsx',
      changed('CARD_NO', ['', 'CASH SALE']),
      partly(2, 0, 'B3 TXN-REQUIRED', 'B4 TXN-CARD'),
    ),
  ];
}

function dateFiles(): BadFile[] {
  const serial = serialOf(BAD_FILES_DAY);
  return [
    essoFile(
      'dates_mixed.xls',
      changed('TRAN_DATE', [
        '20261118',
        serial,
        '18/11/2026',
        '00/00/00',
        '20250229',
        20261118,
        '20261125',
        serial - 1462,
      ]),
      partly(
        8,
        4,
        'C4 TXN-DATE-MIXED',
        'C5 TXN-DATE',
        'C6 TXN-DATE-EMPTY',
        'C7 TXN-DATE',
        'C9 TXN-DATE-FUTURE',
        'C10 TXN-DATE-OLD',
        'Q10 TAX-FET',
        'S10 TAX-CBT-RATE',
      ),
      { type: 'biff8' },
    ),
    essoFile('dates_1904.xls', changed('TRAN_DATE', [serial - 1462, serial - 1463]), accepted(2), {
      type: 'biff8',
      date1904: true,
    }),
    essoFile(
      'times.xlsx',
      changed('TRAN_TIME', [45, '0045', 0.5, '2360', '12:30 PM', '']),
      partly(6, 5, 'D6 TXN-TIME'),
    ),
  ];
}

function numberFiles(): BadFile[] {
  const [first = [], second = [], third = []] = essoDetails(3);
  const amount = (row: readonly Cell[]) => Number(row[25]).toFixed(2);
  const dollars = withCells(first, { AMT: `$${amount(first)} `, GST_AMT: '-', MISC: '$-' });
  return [
    essoFile(
      'numbers.xlsx',
      [
        dollars,
        withCells(second, { AMT: amount(second).replace('.', ',') }),
        withCells(third, { AMT: 'n/a' }),
        withCells(first, { QTY: '412,500' }),
        withCells(first, { DISCOUNT: '1.9-' }),
        withCells(first, { MISC: '(1.25)' }),
      ],
      partly(
        6,
        1,
        'Z4 TXN-DECIMAL-COMMA',
        'Z5 TXN-NUMBER',
        'N6 TXN-DECIMAL-COMMA',
        'Y7 TXN-TRAILING-MINUS',
        'Z7 TXN-QTY',
        'Z8 TXN-QTY',
      ),
    ),
  ];
}

function codesFile(): BadFile {
  const details = essoDetails(4);
  const changes = [{ PRD_CD: 'KERO' }, { STN_PRV: 'XX' }, { STN_PRV: 'MI' }, { REC_TYPE: 'DTX' }];
  return essoFile(
    'codes.xlsx',
    details.map((row, index) => withCells(row, changes[index] ?? {})),
    partly(
      4,
      0,
      'L3 TXN-PRODUCT',
      'K4 TXN-PROVINCE',
      'K5 TXN-CURRENCY',
      'U5 TAX-US',
      'A6 TXN-RECORD',
    ),
  );
}
