import { CANADIAN_STATIONS, type Station } from '../places.ts';
import { tenThousandths } from '../purchases.ts';
import type { Cell, Sheet } from '../workbook.ts';
import { canadianPrice, randomOf } from './prices.ts';

export const PIPELINE_RATE_HEADER = [
  'Site',
  'Name',
  'City',
  'Prov',
  'Cost',
  'Freight',
  'Base',
  'FET',
  'PFT',
  'PCT',
  'Local',
  'Fuel',
  'SalesTax',
  'InTax',
  'QST',
  'Retail',
  'Your',
  'Savings',
] as const;

/** Pipeline's rates of a day: dollars per litre of diesel, below the days on which they apply. */
export function pipelineRateSheet(day: string, stations = CANADIAN_STATIONS): Sheet {
  return {
    name: day,
    rows: [
      [`Effective ${day} to ${day}`],
      [...PIPELINE_RATE_HEADER],
      ...stations.map((station) => pipelineRateRow(station, day)),
    ],
  };
}

function pipelineRateRow(station: Station, day: string): Cell[] {
  const price = canadianPrice(station, day);
  const freight = randomOf(station).between(80, 420);
  const retail = price.total + randomOf(station, day).between(300, 1_800);
  return [
    station.number,
    station.name,
    station.city,
    station.province,
    ...[
      price.net - freight,
      freight,
      price.net,
      price.fet,
      price.pft,
      0,
      0,
      price.price,
      price.gstHst,
      price.price + price.gstHst,
      price.qst,
      retail,
      price.total,
      retail - price.total,
    ].map(tenThousandths),
  ];
}
