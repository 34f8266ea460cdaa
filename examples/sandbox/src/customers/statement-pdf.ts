import { COLOURS } from '../documents/colours.ts';
import type { DocumentBrand } from '../documents/document-brand.ts';
import { amountText, dayText } from '../documents/document-text.ts';
import {
  createPdf,
  finishPdf,
  letterhead,
  PAGE,
  type Pdf,
  party,
  put,
} from '../documents/pdf-document.ts';
import { drawTable, type TableRow } from '../documents/pdf-table.ts';
import type { Recipient } from '../invoices/invoice-document.ts';
import type { StatementAccount } from './statement.ts';
import { kindText, paymentText } from './statement-words.ts';

/** Everything that a statement's document shows. */
export interface StatementDocument {
  readonly customer: Recipient;
  /** YYYY-MM-DD, inclusive. */
  readonly from: string;
  readonly to: string;
  readonly accounts: readonly StatementAccount[];
}

const QUIET = { colour: COLOURS.quiet } as const;

function parties(pdf: Pdf, { customer, from, to }: StatementDocument, y: number): number {
  const { address, email, phone } = pdf.brand.sender;
  const sender = [pdf.brand.issuer, ...address, `${email}, ${phone}`];
  const recipient = [customer.name, ...customer.address];
  const ends = [
    party(pdf, 'Customer', recipient, { x: PAGE.left, y, width: 250 }),
    party(pdf, 'From', sender, { x: 320, y, width: 250 }),
  ];
  const end = Math.max(...ends) + 12;
  put(pdf, `${dayText(from)} to ${dayText(to)}`, PAGE.left, end, { size: 12, bold: true });
  return end + 26;
}

const MOVEMENTS = [
  { title: 'Date', width: 66 },
  { title: 'Type', width: 92 },
  { title: 'Invoice', width: 104 },
  { title: 'Payment', width: 118 },
  { title: 'Amount', width: 76, align: 'right' },
  { title: 'Balance', width: 76, align: 'right' },
] as const;

function* movementRows(
  { from, to }: StatementDocument,
  { closing, currency, movements, opening }: StatementAccount,
): Generator<TableRow> {
  yield { cells: [dayText(from), 'Opening balance', '', '', '', amountText(opening)] };
  for (const line of movements) {
    const amounts = [amountText(line.amount), amountText(line.balance)];
    yield {
      cells: [dayText(line.day), kindText(line), line.invoice, paymentText(line), ...amounts],
    };
  }
  const end = amountText(closing);
  yield { cells: [dayText(to), 'Closing balance', '', '', currency, end], total: true };
}

/** What is open at the end, by age, next to each other. */
function agesTable(account: StatementAccount) {
  const titles = [...account.ages.map(({ title }) => title), `Total ${account.currency}`];
  const amounts = [...account.ages.map(({ amount }) => amount), account.closing];
  const width = PAGE.width / titles.length;
  return {
    columns: titles.map((title) => ({ title, width, align: 'right' as const })),
    rows: [{ cells: amounts.map(amountText) }],
  };
}

/** Room for an account's title, head and first rows. */
const ACCOUNT = 90;
/** Room for its ages, which would look lost on a page of their own. */
const AGES = 56;

/** Draws a statement in its customer's brand: each currency with its movements, and the age of what is open. */
export async function statementPdf(
  document: StatementDocument,
  { at, brand }: { readonly at: Date; readonly brand: DocumentBrand },
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = createPdf({ title: `Statement ${document.customer.name}`, at, brand });
  const newPage = (): number => {
    pdf.addPage();
    letterhead(pdf, 'Statement');
    return PAGE.top + 56;
  };
  const withRoom = (y: number, room: number, next = newPage): number =>
    y > PAGE.bottom - room ? next() : y;
  const heading = (title: string, y: number): number => {
    put(pdf, title, PAGE.left, y, { size: 12, bold: true, colour: pdf.brand.colour });
    return y + 18;
  };
  letterhead(pdf, 'Statement');
  let y = parties(pdf, document, PAGE.top + 64);
  if (document.accounts.length === 0) {
    put(pdf, 'Nothing was invoiced or paid, and nothing is due.', PAGE.left, y, { size: 11 });
  }
  for (const account of document.accounts) {
    y = withRoom(y, ACCOUNT);
    // Each page says whose amounts it has.
    const title = `Account ${account.currency}`;
    const goOn = (): number => heading(`${title}, continued`, newPage());
    const rows = movementRows(document, account);
    y = await drawTable(pdf, heading(title, y), { columns: MOVEMENTS, rows, newPage: goOn });
    y = withRoom(y + 16, AGES, goOn);
    put(pdf, 'Open at the end, by days since the invoice was issued', PAGE.left, y, QUIET);
    y = (await drawTable(pdf, y + 14, { ...agesTable(account), newPage: goOn })) + 28;
  }
  return finishPdf(pdf, `${pdf.brand.issuer} · Statement of ${document.customer.name}`);
}
