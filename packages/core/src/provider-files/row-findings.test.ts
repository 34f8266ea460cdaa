import { describe, expect, it } from 'vitest';
import { checkRow } from './rows.test-kit.ts';

describe('TXN-12 what a fault of a row says of what was found, and what was expected', () => {
  it.each([
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': 1.54, HST: 20.02, Total: 174.02 },
      ['Price excl. GST/HST/PST TXN-PRICE-PARTS 1.5400 → 1.5300'],
    ],
    ['Suncore', { 'Price excl. GST/HST/PST': 1.5301 }, []],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': 1.5302 },
      ['Total TXN-QTY 172.89 → 172.91', 'Price excl. GST/HST/PST TXN-PRICE-PARTS 1.5302 → 1.5300'],
    ],
    [
      'Suncore',
      {
        Prv: 'SK',
        HST: 0,
        GST: 7.65,
        PST: 1,
        Total: 161.65,
        'CBN+PFT+UTT': 0.15,
        'Base Price excl. tax': 1.38,
      },
      ['PST TAX-PST 1.00 → 0.00'],
    ],
    [
      'Suncore',
      {
        Prv: 'SK',
        'Product Code': 'DEF',
        HST: 0,
        GST: 7.2,
        PST: 8.64,
        Total: 159.84,
        'Price excl. GST/HST/PST': 1.44,
        'CBN+PFT+UTT': 0,
      },
      [],
    ],
    [
      'Suncore',
      {
        Prv: 'SK',
        'Product Code': 'DEF',
        HST: 0,
        GST: 7.2,
        PST: 8.65,
        Total: 159.85,
        'Price excl. GST/HST/PST': 1.44,
        'CBN+PFT+UTT': 0,
      },
      [],
    ],
    [
      'Suncore',
      {
        Prv: 'SK',
        'Product Code': 'DEF',
        HST: 0,
        GST: 7.2,
        PST: 8.66,
        Total: 159.86,
        'Price excl. GST/HST/PST': 1.44,
        'CBN+PFT+UTT': 0,
      },
      ['PST TAX-PST 8.66 → 8.64'],
    ],
    [
      'Suncore',
      { GST: 7.6, HST: 0, Prv: 'AB', 'CBN+PFT+UTT': 0, 'Base Price excl. tax': 1.53, Total: 160.6 },
      ['GST TAX-GST 7.60 → 7.65'],
    ],
    [
      'Suncore',
      {
        GST: 7.65,
        HST: 0,
        Prv: 'QC',
        QST: 15,
        'CBN+PFT+UTT': 0.202,
        'Base Price excl. tax': 1.328,
        Total: 175.65,
      },
      ['QST TAX-QST 15.00 → 15.26'],
    ],
    ['Suncore', { GST: 7.65, Total: 180.54 }, ['GST TAX-REGIME 7.65 → 0.00']],
    ['Suncore', { QST: 0.01, Total: 172.9 }, ['QST TAX-REGIME 0.01 → 0.00']],
    [
      'Suncore',
      { 'FCT+FET': 0.05, 'Base Price excl. tax': 1.39 },
      ['FCT+FET TAX-FET 0.0500 → 0.0000'],
    ],
    [
      'Suncore',
      { 'CBN+PFT+UTT': 0.1, 'Base Price excl. tax': 1.43 },
      ['CBN+PFT+UTT TAX-PFT 0.1000 → 0.0900'],
    ],
    [
      'Suncore',
      {
        Prv: 'BC',
        HST: 0,
        GST: 7.65,
        Total: 160.65,
        'CBN+PFT+UTT': 0.5,
        'Base Price excl. tax': 1.03,
      },
      ['CBN+PFT+UTT TAX-PFT 0.5000 → 0.1500'],
    ],
    [
      'Suncore',
      { 'Product Code': 'DEF', 'FCT+FET': 0.04, 'Base Price excl. tax': 1.4 },
      ['FCT+FET TAX-FET 0.0400 → 0.0000', 'CBN+PFT+UTT TAX-PFT 0.0900 → 0.0000'],
    ],
    [
      'Suncore',
      { Litres: 2000, HST: 397.8, Total: 3457.8 },
      ['Litres TXN-QTY-RANGE 2000.00 → 0.5 to 1500'],
    ],
    ['Suncore', { Litres: 1500, HST: 298.35, Total: 2593.35 }, []],
    [
      'Suncore',
      { Litres: 1500.01, HST: 298.35, Total: 2593.37 },
      ['Litres TXN-QTY-RANGE 1500.01 → 0.5 to 1500'],
    ],
    ['Suncore', { Litres: 0.5, HST: 0.1, Total: 0.87 }, []],
    [
      'Suncore',
      { Litres: 0.49, HST: 0.1, Total: 0.85 },
      ['Litres TXN-QTY-RANGE 0.49 → 0.5 to 1500'],
    ],
    ['Suncore', { Total: { fault: '#REF!' } }, ['Total TXN-CELL #REF! → null']],
    [
      'Suncore',
      { Prv: { fault: '#N/A' } },
      ['Prv TXN-CELL #N/A → null', 'Prv TXN-PROVINCE #N/A → null'],
    ],
    ['Suncore', { Prv: 'XX' }, ['Prv TXN-PROVINCE XX → null']],
    ['Suncore', { Time: '25:00' }, ['Time TXN-TIME 25:00 → HH:mm']],
    ['Suncore', { Litres: 1000000000000, Total: 1 }, ['Litres TXN-RANGE *********0000 → null']],
    ['Suncore', { Discount: 1.999, Total: 170.89 }, ['Discount TXN-PLACES 1.999 → null']],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': undefined, 'Base Price excl. tax': undefined },
      ['Price excl. GST/HST/PST TXN-REQUIRED  → null'],
    ],
    ['Suncore', { Litres: undefined }, ['Litres TXN-REQUIRED  → null']],
    ['Suncore', { Litres: 0 }, ['Total TXN-QTY 172.89 → 0.00', 'HST TAX-HST 19.89 → 0.00']],
    ['Suncore', { Litres: 0, HST: 0, Total: 0 }, ['Total TXN-ZERO 0 → null']],
    ['Suncore', { Litres: 0, HST: 0, Total: -5 }, ['Total TXN-CREDIT -5 → null']],
    ['Suncore', { Litres: -100 }, ['Total TXN-SIGN 172.89 → null', 'HST TAX-HST 19.89 → -19.89']],
    ['Suncore', { Date: undefined }, ['Date TXN-REQUIRED  → null']],
    [
      'Suncore',
      { 'Card Number': '7.07685E+15' },
      ['Card Number TXN-CARD-SCIENTIFIC …E+… → 16 digits as text'],
    ],
    [
      'Suncore',
      { 'Card Number': '70768500000001289' },
      ['Card Number TXN-CARD-LENGTH *************1289 → 16 digits as text'],
    ],
    ['Suncore', { 'Product Code': 'KEROSENE' }, ['Product Code TXN-PRODUCT KEROSENE → null']],
    ['Suncore', { Odometer: '18l204' }, ['Odometer TXN-ODOMETER 18l204 → a number']],
    [
      'Suncore',
      {
        'Price excl. GST/HST/PST': 153,
        Total: 17289,
        HST: 1989,
        'Base Price excl. tax': 144,
        'CBN+PFT+UTT': 9,
      },
      ['Price excl. GST/HST/PST TXN-CENTS 153 → 1.00 to 3.00'],
    ],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': 10, 'Base Price excl. tax': 9.91, Total: 1130, HST: 130 },
      ['Price excl. GST/HST/PST TXN-PRICE-RANGE 10 → 1.00 to 3.00'],
    ],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': 10.0001, 'Base Price excl. tax': 9.91, Total: 1130, HST: 130 },
      ['Price excl. GST/HST/PST TXN-CENTS 10.0001 → 1.00 to 3.00'],
    ],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': 0.99, 'Base Price excl. tax': 0.9, Total: 111.87, HST: 12.87 },
      ['Price excl. GST/HST/PST TXN-PRICE-RANGE 0.99 → 1.00 to 3.00'],
    ],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': 1, 'Base Price excl. tax': 0.91, Total: 113, HST: 13 },
      [],
    ],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': 3, 'Base Price excl. tax': 2.91, Total: 339, HST: 39 },
      [],
    ],
    [
      'Suncore',
      { 'Price excl. GST/HST/PST': 3.0001, 'Base Price excl. tax': 2.9101, Total: 339.01, HST: 39 },
      ['Price excl. GST/HST/PST TXN-PRICE-RANGE 3.0001 → 1.00 to 3.00'],
    ],
    ['Suncore', { Date: '18-Nov-62' }, ['Date TXN-DATE-FAR 2062-11-18 → null']],
    ['Suncore', { Date: '25-Nov-26' }, ['Date TXN-DATE-FUTURE 2026-11-25 → null']],
    [
      'Suncore',
      { Date: '18-Mar-26' },
      ['Date TXN-DATE-OLD 2026-03-18 → null', 'FCT+FET TAX-FET 0.0000 → 0.0400'],
    ],
    ['Suncore', { HST: 'n/a' }, ['HST TXN-NUMBER n/a → null']],
    ['Suncore', { HST: 19.91, Total: 172.91 }, ['HST TAX-HST 19.91 → 19.89']],
    ['Suncore', { HST: 1989 }, ['Total TXN-QTY 172.89 → 2142.00', 'HST TAX-HST 1989.00 → 19.89']],
    ['Pipeline', { 'Pre Tax Amt': 150, HST: 19.5 }, ['Pre Tax Amt TXN-PRETAX 150.00 → 150.50']],
    ['Pipeline', { Retail: 1.6, 'Disc Amt': 0 }, ['Retail TXN-RETAIL 1.6 → null']],
    ['Pipeline', { 'Disc Amt': 11 }, ['Disc Amt TXN-DISCOUNT 11.00 → 10.00']],
    ['Pipeline', { 'Disc Amt': 10.02 }, []],
    ['Pipeline', { 'Disc Amt': 10.03 }, ['Disc Amt TXN-DISCOUNT 10.03 → 10.00']],
    ['Pipeline', { UOM: 'BBL' }, ['UOM TXN-UNIT BBL → L']],
    ['Pipeline', { Cur: 'US' }, ['Cur TXN-CURRENCY US in ON → CAD', 'UOM TXN-UNIT L → USG']],
    ['Pipeline', { Cur: 'EUR' }, ['Cur TXN-CURRENCY EUR in ON → CAD']],
    ['Pipeline', { Cur: '' }, ['Cur TXN-REQUIRED  → null']],
    [
      'Pipeline',
      { Billed: 3.2, Retail: 3.3, 'Final Amt': 320, 'Pre Tax Amt': 283.19, HST: 36.81 },
      ['Billed TXN-PRICE-RANGE 3.2 → 1.00 to 3.00'],
    ],
    [
      'Pipeline',
      {
        Prov: 'OH',
        Cur: 'US',
        UOM: 'G',
        Billed: 3.5,
        Retail: 3.6,
        'Final Amt': 350,
        'Pre Tax Amt': 330.44,
      },
      ['HST TAX-US 19.56 → 0.00'],
    ],
    [
      'Pipeline',
      {
        Prov: 'OH',
        Cur: 'US',
        UOM: 'G',
        Billed: 3.5,
        Retail: 3.6,
        'Final Amt': 350,
        'Pre Tax Amt': 330.44,
        HST: 0,
        GST: 1,
        PST: 2,
        QST: 3,
      },
      [
        'Pre Tax Amt TXN-PRETAX 330.44 → 344.00',
        'GST TAX-US 1 → 0.00',
        'PST TAX-US 2 → 0.00',
        'QST TAX-US 3 → 0.00',
      ],
    ],
    [
      'Pipeline',
      { Billed: -0.02, 'Final Amt': -2, 'Pre Tax Amt': -1.77, HST: -0.23, 'Disc Amt': 0 },
      ['Final Amt TXN-CREDIT -2 → null'],
    ],
    [
      'Pipeline',
      { Qty: -100 },
      ['Final Amt TXN-SIGN 170 → null', 'Disc Amt TXN-DISCOUNT 10.00 → -10.00'],
    ],
    [
      'Pipeline',
      { 'Final Amt': 170.02, 'Pre Tax Amt': undefined },
      ['Final Amt TXN-QTY 170.02 → 170.00'],
    ],
    [
      'Pipeline',
      { Date: '2010-01-04', HST: 5, GST: 6, 'Pre Tax Amt': undefined },
      [
        'Date TXN-DATE-OLD 2010-01-04 → null',
        'HST TAX-UNKNOWN 5.00 → null',
        'GST TAX-UNKNOWN 6.00 → null',
      ],
    ],
    [
      'Comdata',
      { 'Total Amount Due': '$360.01' },
      ['Total Amount Due TXN-ROW-TOTAL 360.01 → 360.00'],
    ],
    [
      'Comdata',
      { 'Cost of Tractor Fuel': '$365.00', 'Total Amount Due': '$365.00' },
      ['Cost of Tractor Fuel TXN-QTY 365.00 → 360.00'],
    ],
    ['Comdata', { 'Cancel flag': 'Y' }, ['Cost of Tractor Fuel TXN-CANCEL $360.00 → null']],
    [
      'Comdata',
      { 'Product Code 1': 'Z', 'Product Amount 1': '$5.00' },
      ['Product Code 1 TXN-PRODUCT Z → null'],
    ],
    [
      'Comdata',
      {
        'Total Amount Due': '$0.00',
        'Number of Tractor Gallons': '0.00',
        'Cost of Tractor Fuel': '$0.00',
      },
      ['Total Amount Due TXN-ZERO $0.00 → null'],
    ],
    [
      'Comdata',
      { 'Canadian Tax Amount Canadian Dollars': '$5.00' },
      ['Canadian Tax Amount Canadian Dollars TAX-US $5.00 → 0.00'],
    ],
    [
      'Comdata',
      {
        'Truck Stop State': 'ON',
        'Billable Currency': 'C',
        'Canadian Tax Amount Canadian Dollars': '$18.00',
      },
      ['Canadian Tax Amount Canadian Dollars TAX-COMBINED 18.00 → 41.42'],
    ],
    [
      'Comdata',
      {
        'Truck Stop State': 'ON',
        'Billable Currency': 'C',
        'Canadian Tax Amount Canadian Dollars': '$41.43',
      },
      [],
    ],
    [
      'Comdata',
      {
        'Truck Stop State': 'ON',
        'Billable Currency': 'C',
        'Transaction Date': '01/04/2010',
        'Canadian Tax Amount Canadian Dollars': '$18.00',
      },
      [
        'Transaction Date TXN-DATE-OLD 2010-01-04 → null',
        'Canadian Tax Amount Canadian Dollars TAX-UNKNOWN 18.00 → null',
      ],
    ],
    [
      'Comdata',
      {
        'Other Fuel Gallons': '10',
        'Other Fuel Cost': '$30',
        'Other Fuel PPG': '3',
        'Number of Tractor Gallons': '110',
        'Total Amount Due': '$360.00',
      },
      ['Cost of Tractor Fuel TXN-QTY 360.00 → 396.00'],
    ],
    [
      'Comdata',
      {
        'Other Fuel Gallons': '10',
        'Other Fuel Cost': '$30',
        'Other Fuel PPG': '3',
        'Tractor Fuel Price Per Gallon': '3.5999',
        'Total Amount Due': '$360.00',
      },
      [],
    ],
    ['Comdata', { 'Hubometer Reading': -5 }, ['Hubometer Reading TXN-ODOMETER -5 → a number']],
    [
      'Comdata',
      {
        'Tractor Fuel Price Per Gallon': '$30.001',
        'Cost of Tractor Fuel': '3000.10',
        'Total Amount Due': '3000.10',
      },
      ['Tractor Fuel Price Per Gallon TXN-CENTS $30.001 → 2.50 to 10.00'],
    ],
    [
      'Comdata',
      {
        'Tractor Fuel Price Per Gallon': '$2.49',
        'Cost of Tractor Fuel': '249',
        'Total Amount Due': '249',
      },
      ['Tractor Fuel Price Per Gallon TXN-PRICE-RANGE $2.49 → 2.50 to 10.00'],
    ],
    [
      'Comdata',
      {
        'Tractor Fuel Price Per Gallon': '$10.001',
        'Cost of Tractor Fuel': '1000.1',
        'Total Amount Due': '1000.1',
      },
      ['Tractor Fuel Price Per Gallon TXN-PRICE-RANGE $10.001 → 2.50 to 10.00'],
    ],
    [
      'Comdata',
      {
        'Number of Tractor Gallons': '400.01',
        'Cost of Tractor Fuel': '1440.04',
        'Total Amount Due': '1440.04',
      },
      ['Number of Tractor Gallons TXN-QTY-RANGE 400.01 → 0.5 to 400'],
    ],
    [
      'Pipeline',
      { Qty: 10, Billed: 1.0005, 'Final Amt': 12, 'Pre Tax Amt': 10, HST: 1.3, 'Disc Amt': 0 },
      ['Final Amt TXN-QTY 12.00 → 10.01', 'Pre Tax Amt TXN-PRETAX 10.00 → 10.70'],
    ],
    [
      'Pipeline',
      { Qty: -10, Billed: 1.0005, 'Final Amt': -12, 'Pre Tax Amt': -10, HST: -1.3, 'Disc Amt': 0 },
      ['Final Amt TXN-QTY -12.00 → -10.01', 'Pre Tax Amt TXN-PRETAX -10.00 → -10.70'],
    ],
    ['Pipeline', { Qty: 100, 'Pre Tax Amt': 100.5, HST: 69.5 }, ['HST TAX-HST 69.50 → 13.07']],
    [
      'Pipeline',
      { Qty: -100, 'Final Amt': -170, 'Pre Tax Amt': -100.5, HST: -69.5, 'Disc Amt': -10 },
      ['HST TAX-HST -69.50 → -13.07'],
    ],
    [
      'Comdata',
      {
        ...{ 'Other Fuel Gallons': '10', 'Other Fuel Cost': '$30', 'Other Fuel PPG': '3' },
        ...{ 'Cost of Tractor Fuel': '360.06', 'Total Amount Due': '360.06' },
      },
      [],
    ],
    [
      'Comdata',
      {
        ...{ 'Other Fuel Gallons': '10', 'Other Fuel Cost': '$30', 'Other Fuel PPG': '3' },
        ...{ 'Cost of Tractor Fuel': '360.07', 'Total Amount Due': '360.07' },
      },
      ['Cost of Tractor Fuel TXN-QTY 360.07 → 360.00'],
    ],
    [
      'Comdata',
      {
        ...{ 'Other Fuel Gallons': '100', 'Other Fuel Cost': '$360', 'Other Fuel PPG': '3.6' },
        'Total Amount Due': '360.00',
      },
      [],
    ],
    [
      'Comdata',
      {
        ...{ 'Other Fuel Gallons': '0', 'Other Fuel Cost': '$30', 'Other Fuel PPG': '3' },
        ...{ 'Cost of Tractor Fuel': '390', 'Total Amount Due': '390' },
      },
      ['Cost of Tractor Fuel TXN-QTY 390.00 → 360.00', 'Other Fuel Cost TXN-QTY 30.00 → 0.00'],
    ],
    [
      'Comdata',
      {
        ...{ 'Truck Stop State': 'ON', 'Billable Currency': 'C', 'Transaction Date': 'soon' },
        'Canadian Tax Amount Canadian Dollars': '$18.00',
      },
      ['Transaction Date TXN-DATE soon → MM/DD/YYYY'],
    ],
  ] as const)('TXN-12 %s %j: %j', async (provider, changes, expected) => {
    const { report } = await checkRow(provider, changes);
    expect(
      report.issues.map(
        ({ column, expected: wanted, rule, value }) => `${column} ${rule} ${value} → ${wanted}`,
      ),
    ).toEqual(expected);
  });
});
