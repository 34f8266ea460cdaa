import type { Cell } from '../workbook.ts';
import type { Provider } from './good-file.ts';
import { cellsOf, editRows, everyRow, type Kind, setField } from './variant.ts';

const FULL_CARDS: readonly Provider[] = ['ESSO', 'Suncore', 'Pipeline'];
const card = (name: string, change: (text: string) => Cell, of?: readonly Provider[]): Kind => ({
  name,
  ...(of && { of }),
  make: (good) => ({
    sheets: setField(good, 'card', (cell) => change(String(cell))),
  }),
});
const noCard = (
  name: string,
  change: (text: string) => Cell,
  rule: string,
  of?: readonly Provider[],
): Kind => ({
  name,
  ...(of && { of }),
  make: (good) => ({
    sheets: setField(good, 'card', (cell) => change(String(cell))),
    out: everyRow(good),
    errors: cellsOf(good, 'card').map((at) => `${at} ${rule}`),
  }),
});

/** Card numbers as other programs leave them. */
export const CARDS: readonly Kind[] = [
  card('cards in groups of four', (text) => text.replace(/(\d{4})(?=\d)/g, '$1 '), FULL_CARDS),
  card('cards with hyphens', (text) => text.replace(/(\d{4})(?=\d)/g, '$1-'), FULL_CARDS),
  card('cards between blanks', (text) => ` ${text}\u00A0`),
  card('cards behind an apostrophe', (text) => `'${text}`),
  noCard('cards as numbers', (text) => Number(text), 'TXN-CARD-NUMBER', FULL_CARDS),
  noCard('cards as numbers of four digits', (text) => Number(text.slice(-4)), 'TXN-CARD-LENGTH', [
    'Comdata',
    'TAPetro',
  ]),
  noCard('cards in scientific form', () => '7.07685E+15', 'TXN-CARD-SCIENTIFIC'),
  noCard(
    'cards without their first digits',
    (text) => text.slice(4),
    'TXN-CARD-LENGTH',
    FULL_CARDS,
  ),
  noCard('cards in words', () => 'CASH SALE', 'TXN-CARD'),
  noCard('cards masked whole', () => '****************', 'TXN-CARD'),
];

const PRODUCTS: readonly Provider[] = ['ESSO', 'Suncore', 'Pipeline', 'TAPetro'];

/** Texts and codes of single cells. */
export const CELLS: readonly Kind[] = [
  {
    name: 'texts with blanks behind',
    make: (good) => ({
      sheets: editRows(good, (cells) =>
        cells.map((cell) => (typeof cell === 'string' && cell !== '' ? `${cell}  ` : cell)),
      ),
    }),
  },
  {
    name: 'texts between blanks that do not break',
    make: (good) => ({
      sheets: editRows(good, (cells) =>
        cells.map((cell) =>
          typeof cell === 'string' && cell !== '' ? `\u00A0${cell}\u00A0` : cell,
        ),
      ),
    }),
  },
  {
    name: 'an unknown product',
    of: PRODUCTS,
    make: (good) => ({
      sheets: setField(good, 'product', () => 'KERO', [1]),
      out: [1],
      errors: cellsOf(good, 'product', [1]).map((at) => `${at} TXN-PRODUCT`),
    }),
  },
  {
    name: 'an unknown province',
    make: (good) => ({
      sheets: setField(good, 'province', () => 'XX', [1]),
      out: [1],
      errors: cellsOf(good, 'province', [1]).map((at) => `${at} TXN-PROVINCE`),
    }),
  },
  {
    name: 'codes in small letters',
    make: (good) => {
      const provinces = setField(good, 'province', (cell) => String(cell).toLowerCase());
      return {
        sheets: setField({ ...good, sheets: provinces }, 'product', (cell) =>
          String(cell ?? '').toLowerCase(),
        ),
        butFor: ['productCode', 'productDescription'],
        unlike: true,
        purchases: good.purchases.flat().map((line) => {
          const [number, day, product = '', ...rest] = line.split(' ');
          const small = good.provider === 'Comdata' && product.length > 1;
          return [number, day, small ? product : product.toLowerCase(), ...rest].join(' ');
        }),
      };
    },
  },
  {
    name: 'a row in euros',
    of: ['Comdata', 'Pipeline', 'TAPetro'],
    make: (good) => ({
      sheets: setField(good, 'currency', () => 'EUR', [1]),
      out: [1],
      errors: cellsOf(good, 'currency', [1]).map((at) => `${at} TXN-CURRENCY`),
    }),
  },
];
