import { seeded } from './random.ts';

const CITIES = ['TORONTO', 'MONTRÉAL', 'CALGARY', 'HALIFAX & AREA', 'REGINA', 'SURREY', 'LAVAL'];

const padded = (value: number, length: number): string => String(value).padStart(length, '0');

export type Cell = string | number | undefined;

/** A fuel purchase as providers report it: 30 columns, text and numbers mixed, the last often empty. */
function purchase(index: number, random: () => number): Cell[] {
  const whole = (limit: number): number => Math.floor(random() * limit);
  const station = whole(900);
  const quantity = Number((random() * 900).toFixed(2));
  const price = Number((1 + random() * 1.5).toFixed(4));
  const cost = quantity * price;
  return [
    ...['DTL', `70768500${padded(whole(5000), 8)}`, 45_900 + whole(60), random()],
    ...[padded(1_000_000 + index, 9), `A${padded(whole(1e9), 9)}-TA`, padded(10_000 + station, 5)],
    ...[`STATION ${station}`, `${100 + station} MAIN STREET`, CITIES[station % CITIES.length]],
    ...['ON', 'ULSD', 'DIESEL LS', quantity, price, Number((price - 0.1).toFixed(4)), 0.04, 0.09],
    ...[0, 0, Number((cost * 0.13).toFixed(2)), 0, 0, 0, 0.02, Number(cost.toFixed(2))],
    ...[whole(900_000), `UNIT ${whole(2000)}`, `DRIVER NAME ${whole(3000)}`],
    random() < 0.3 ? 'F' : undefined,
  ];
}

/** Returns a header and that many purchases, always the same. */
export function* purchaseRows(count: number): Generator<Cell[]> {
  const random = seeded(12_345);
  yield Array.from({ length: 30 }, (_, column) => `HEADER_${column}`);
  for (let row = 0; row < count; row += 1) yield purchase(row, random);
}
