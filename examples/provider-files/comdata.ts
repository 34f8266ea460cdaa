import { maskMiddle } from './demo-cards.ts';
import { AMERICAN_STATIONS, NORTHERN_STATIONS } from './places.ts';
import { beforeTax, makeStop, roundHalfUp, type Stop } from './purchases.ts';
import { type Random, seededRandom } from './random.ts';
import { addDays, type Cell, type Sheet } from './workbook.ts';

const COMDATA_HEADER = [
  'Account Code',
  'Customer ID',
  'Transaction Date',
  'Date of Original',
  'Transaction Time',
  'Transaction Number Indicator',
  'Transaction Number',
  'Transaction Day',
  'Comchek Card Number',
  "Driver's Name",
  'Employee Number',
  "Driver's License State",
  "Driver's License Number",
  'Unit Number',
  'Hubometer Reading',
  'Previous Hub Reading',
  'Trip Number',
  'Year To Date MPG',
  'MPG for this Fill Up',
  'Purchase Order Number',
  'Trailer Number',
  'Trailer Hub Reading',
  'Truck Stop Code',
  'Service Center Chain Code',
  'Truck Stop Name',
  'Service Center Address',
  'Truck Stop City',
  'Truck Stop State',
  'Service Center Zip Code',
  'Truck Stop Invoice Number',
  'Total Amount Due',
  'Fees for Fuel & Oil & Products',
  'Service Used',
  'Number of Tractor Gallons',
  'Tractor Fuel Price Per Gallon',
  'Cost of Tractor Fuel',
  'Tractor Fuel Billing Flag',
  'Number of Reefer Gallons',
  'Reefer Price Per Gallon',
  'Cost of Reefer Fuel',
  'Reefer Fuel Billing Flag',
  'Number of Quarts of Oil',
  'Total Cost of Oil',
  'Oil Billing Flag',
  'Cash Advance Amount',
  'Charges for Cash Advance',
  'Cash Billing Flag',
  'Non-Funded Item',
  'Product Code 1',
  'Product Amount 1',
  'Product 1 Billing Flag',
  'Product Code 2',
  'Product Amount 2',
  'Product 2 Billing Flag',
  'Product Code 3',
  'Product Amount 3',
  'Product 3 Billing Flag',
  'Rebate Amount',
  'Cancel flag',
  'Rebate Indicator',
  'Automated Transaction',
  'Bulk Fuel Flag',
  'Number 1 Fuel Gallons',
  'Number 1 Fuel PPG',
  'Other Fuel PPG',
  'Canadian Tax Amount US Dollars',
  'Number 1 Fuel Cost',
  'Other Fuel Gallons',
  'Other Fuel Cost',
  'Canadian Tax Amount Canadian Dollars',
  'Canadian Tax Paid Flag',
  'Adjusted Transaction Number',
  'Total Amount Due Comdata',
  '#2 Diesel Gallons',
  '#2 Diesel Cost',
  'Billable Currency',
  'Rack Date',
  '#2 Diesel Retail PPG',
] as const;
type ComdataColumn = (typeof COMDATA_HEADER)[number];

/** What a stop sold: hundredths of gallons, cents, thousandths of a dollar a gallon. */
interface ComdataStop {
  readonly day: string;
  readonly diesel: { readonly gallons: number; readonly price: number; readonly cost?: number };
  readonly def?: { readonly gallons: number; readonly price: number };
  readonly reefer?: { readonly gallons: number; readonly price: number };
  readonly cash?: number;
  readonly fee?: number;
  readonly product?: { readonly code: string; readonly amount: number };
  readonly rebate?: number;
  /** Day of the transaction that this row takes back. */
  readonly cancels?: string;
}

/** A day's Comdata transactions: a row a stop; dates, money and cards are text as the export writes them. */
export function comdataSheet(day: string, count: number, seed = 3): Sheet {
  const random = seededRandom(seed);
  const rows = [wideRow(random, day), cancelRow(random, day)];
  while (rows.length < count) rows.push(randomRow(random, addDays(day, -random.between(0, 2))));
  return { name: 'Sheet1', rows: [[...COMDATA_HEADER], ...rows] };
}

/** The stop that shows why tractor cost and other fuel are not added: 741.91 = 707.38 + 34.53. */
function wideRow(random: Random, day: string): Cell[] {
  return comdataRow(random, makeStop(random, AMERICAN_STATIONS), {
    day,
    diesel: { gallons: 20_629, price: 3_429, cost: 70_738 },
    def: { gallons: 824, price: 4_191 },
    cash: 5_000,
    fee: 25,
    rebate: 11_371,
  });
}

function cancelRow(random: Random, day: string): Cell[] {
  return comdataRow(random, makeStop(random, AMERICAN_STATIONS), {
    day,
    diesel: { gallons: -9_450, price: 3_599 },
    cancels: addDays(day, -3),
  });
}

function randomRow(random: Random, day: string): Cell[] {
  const northern = random.chance(0.12);
  const stop = makeStop(random, northern ? NORTHERN_STATIONS : AMERICAN_STATIONS);
  const price = northern ? random.between(5_699, 6_399) : random.between(3_299, 4_499);
  return comdataRow(random, stop, {
    day,
    diesel: { gallons: random.between(4_500, 22_500), price },
    ...(random.chance(0.3) && { def: { gallons: random.between(250, 1_400), price: price + 600 } }),
    ...(random.chance(0.1) && { reefer: { gallons: random.between(1_000, 4_000), price } }),
    ...(random.chance(0.12) && { cash: random.pick([5_000, 10_000]), fee: 25 }),
    ...(random.chance(0.1) && { product: { code: 'B', amount: 1_350 } }),
    rebate: random.between(0, 6_000),
  });
}

/** One row of a stop, with the sums that the export prints. */
function comdataRow(random: Random, stop: Stop, sold: ComdataStop): Cell[] {
  const cost = ({ gallons, price }: { gallons: number; price: number }) =>
    roundHalfUp((gallons * price) / 1000);
  const { diesel, def, reefer, cash = 0, fee = 0, product } = sold;
  const dieselCost = diesel.cost ?? cost(diesel);
  const defCost = def ? cost(def) : 0;
  const reeferCost = reefer ? cost(reefer) : 0;
  const tractorCost = dieselCost + defCost;
  const gallons = diesel.gallons + (def?.gallons ?? 0);
  const canadian = NORTHERN_STATIONS.includes(stop.station);
  const taxed = tractorCost + reeferCost;
  const tax = canadian ? taxed - beforeTax(taxed, stop.station.province, sold.day) : 0;
  const total = tractorCost + reeferCost + cash + fee + (product?.amount ?? 0);
  const cells: Partial<Record<ComdataColumn, Cell>> = {
    ...stopCells(random, stop, sold.day),
    'Date of Original': slashed(sold.cancels),
    'Total Amount Due': money(total),
    'Total Amount Due Comdata': money(total),
    'Number of Tractor Gallons': plain(gallons),
    'Tractor Fuel Price Per Gallon': `$${((tractorCost * 1000) / gallons / 1000).toFixed(3)} `,
    'Cost of Tractor Fuel': `${money(tractorCost)}0 `,
    'Number of Reefer Gallons': plain(reefer?.gallons ?? 0),
    'Reefer Price Per Gallon': price(reefer?.price ?? 0),
    'Cost of Reefer Fuel': money(reeferCost),
    'Cash Advance Amount': money(cash),
    'Charges for Cash Advance': money(fee),
    'Cash Billing Flag': cash > 0 ? 'D' : '',
    'Product Code 1': product?.code ?? '',
    'Product Amount 1': money(product?.amount ?? 0),
    'Rebate Amount': money(sold.rebate ?? 0),
    'Cancel flag': sold.cancels === undefined ? 'N' : 'Y',
    'Other Fuel PPG': `$${((def?.price ?? 0) / 1000).toFixed(5)}`,
    'Other Fuel Gallons': plain(def?.gallons ?? 0),
    'Other Fuel Cost': money(defCost),
    'Canadian Tax Amount Canadian Dollars': money(tax),
    '#2 Diesel Gallons': plain(diesel.gallons),
    '#2 Diesel Cost': money(dieselCost),
    '#2 Diesel Retail PPG': price(diesel.price),
    'Billable Currency': canadian ? 'C' : 'U',
  };
  return COMDATA_HEADER.map((column) => cells[column] ?? '');
}

function stopCells(random: Random, stop: Stop, day: string): Partial<Record<ComdataColumn, Cell>> {
  return {
    'Account Code': 'JJ068',
    'Customer ID': '98647',
    'Transaction Date': slashed(day),
    'Transaction Time': stop.time.slice(0, 5),
    'Transaction Number Indicator': random.between(0, 2),
    'Transaction Number': stop.reference.slice(0, 5),
    'Transaction Day': '1',
    'Comchek Card Number': maskMiddle(stop.card),
    "Driver's Name": stop.driver,
    'Unit Number': stop.unit,
    'Hubometer Reading': stop.odometer,
    'Truck Stop Code': stop.station.number,
    'Service Center Chain Code': 'MU001',
    'Truck Stop Name': stop.station.name,
    'Service Center Address': stop.station.address,
    'Truck Stop City': stop.station.city,
    'Truck Stop State': stop.station.province,
    'Truck Stop Invoice Number': stop.reference.slice(3),
    'Fees for Fuel & Oil & Products': '$0.00',
    'Service Used': 'S',
    'Tractor Fuel Billing Flag': 'D',
    'Rack Date': '31/25/03',
  };
}

/** MM/DD/YYYY, and zeros for none. */
function slashed(day: string | undefined): string {
  return day === undefined ? '00/00/00' : `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
}

const money = (cents: number) => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
const price = (thousandths: number) => `$${(thousandths / 1000).toFixed(3)} `;
const plain = (value: number) => (value / 100).toFixed(2);
