import { demoCardNumber } from '../../provider-files/demo-cards.ts';
import { ESSO_HEADER, essoRecords } from '../../provider-files/esso.ts';

type Row = (string | number)[];

/** One sale of 500 L of diesel in Ontario for 864.45, or its reversal. */
export function essoLine(line: {
  readonly number: string;
  readonly product?: string;
  readonly card?: string;
  readonly sign?: 1 | -1;
  /** Written 20261118. */
  readonly day?: string;
}): Row {
  const sign = line.sign ?? 1;
  const cells: Partial<Record<(typeof ESSO_HEADER)[number], string | number>> = {
    REC_TYPE: 'DTL',
    CARD_NO: line.card ?? demoCardNumber(0),
    TRAN_DATE: line.day ?? '20261118',
    TRAN_TIME: '0815',
    TRAN_NO: line.number,
    AUTH_ID: `A${line.number}`,
    STN_NO: '53936',
    STN_NAME: 'NAPANEE CARDLOCK',
    STN_ADDR: '1 PALACE RD',
    STN_CITY: 'NAPANEE',
    STN_PRV: 'ON',
    PRD_CD: line.product ?? 'D1',
    PRD_DESC: 'DIESEL LS',
    QTY: 500 * sign,
    RETAIL_PRICE: 1.7289,
    NET_PRICE: 1.44,
    FET_RT: 0,
    PFT_RT: 0.09,
    CBT_RT: 0,
    GST_AMT: 0,
    HST_AMT: 99.45 * sign,
    PST_AMT: 0,
    QST_AMT: 0,
    MISC: 0,
    DISCOUNT: 0,
    AMT: 864.45 * sign,
    ODOMETER: 120_000,
    UNIT: '1036',
    DRIVER_ID: 'SINGH JASPREET',
    SLS_TYPE: 'F',
    BRKN_NAME: 'LINEHAUL',
  };
  return ESSO_HEADER.map((name) => cells[name] ?? '');
}

/** An ESSO file of these lines as comma-separated text; its first data row is row 3. */
export function essoFile(
  lines: readonly Row[],
  wrong: { readonly total?: string } = {},
): Uint8Array {
  const records = essoRecords('2026-11-18', lines).map((row) => row.map(String));
  const trailer = records.at(-1);
  if (trailer && wrong.total !== undefined) trailer[3] = wrong.total;
  return new TextEncoder().encode(records.map((row) => row.join(',')).join('\r\n'));
}
