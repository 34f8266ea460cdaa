import { setTimeout } from 'node:timers/promises';
import {
  billUnbilled,
  type Client,
  Decimal,
  formatMoney,
  getOptions,
  isDay,
  previewUnbilled,
  type SeenLines,
  toFailure,
} from '@forecourt/core';
import { failureText } from './failure-text.ts';
import type { Office } from './office.ts';
import { AlreadyMade, type Once, openOnce } from './once.ts';
import { permitted } from './reads.ts';
import { type Answer, type Args, type Params, Refusal, type Tool, type Turn } from './tool.ts';

const PARAMS: Params = {
  company: { type: 'string', required: true, description: 'Name or id of the company' },
  from: { type: 'string', required: true, description: 'First day, YYYY-MM-DD' },
  to: { type: 'string', required: true, description: 'Last day, YYYY-MM-DD' },
};

interface Period {
  readonly company: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
}

/** What one invoice would bill, and the token of exactly these lines. */
interface Seen {
  readonly period: Period;
  readonly count: number;
  readonly total: Decimal;
  readonly seen: SeenLines['seen'];
}

async function companyIn(client: Client, text: string, signal: AbortSignal): Promise<string> {
  const all = await getOptions(client, 'cardCompanies', [], signal);
  const found = all.filter(({ key, value }) => key === text || value === text);
  if (found.length === 1 && found[0]) return found[0].value;
  const why = found.length > 1 ? 'is the name of one and the id of another' : 'is none';
  throw new Refusal(`Company '${text.slice(0, 60)}' ${why}; find or list_customers shows them.`);
}

/** The company's period in each currency. */
async function periodsOf(
  args: Args,
  { client }: Office,
  signal: AbortSignal,
): Promise<readonly Period[]> {
  const [from, to] = [String(args.from), String(args.to)];
  for (const [name, day] of Object.entries({ from, to })) {
    if (!isDay(day)) throw new Refusal(`'${name}' is a day of the calendar, YYYY-MM-DD.`);
  }
  if (to < from) throw new Refusal("'to' cannot be before 'from'.");
  const company = await companyIn(client, String(args.company), signal);
  const currencies = await getOptions(client, 'currencies', [], signal);
  return currencies.map(({ key: currency }) => ({ company, currency, from, to }));
}

/** What is unbilled in each currency. A credit or nothing makes no invoice. */
async function look(args: Args, { office, signal }: Turn): Promise<readonly Seen[]> {
  const { client } = office;
  const seen: Seen[] = [];
  for (const period of await periodsOf(args, office, signal)) {
    const {
      count,
      seen: token,
      total_amount,
    } = await previewUnbilled(client, period, {
      lines: false,
      signal,
    });
    const isOwed = count > 0 && total_amount.compare(Decimal.ZERO) >= 0;
    if (isOwed) seen.push({ period, count, total: total_amount, seen: token });
  }
  return seen;
}

const lineOf = ({ count, period, total }: Seen): string =>
  `${period.company}, ${period.from} to ${period.to}: ${count} lines, ${formatMoney(total, period.currency)}`;

export const previewBilling: Tool = {
  name: 'preview_billing',
  title: 'Preview a customer’s invoices',
  description: 'Says what billing a customer for a period would invoice. Makes nothing.',
  params: PARAMS,
  async run(args, turn) {
    await permitted(turn.office, 'invoices.preview');
    const seen = await look(args, turn);
    return {
      said: `${seen.length} invoices would be made. Nothing was made.`,
      data: seen.map(({ count, period, total }) => ({ ...period, lines: count, total })),
    };
  },
};

const madeText = (period: Period, invoice: unknown): string => {
  const { invoice_number: number } = (invoice ?? {}) as { readonly invoice_number?: string };
  return `Invoice ${number ?? ''} of ${period.company} in ${period.currency} was made.`;
};

/** The lines as they were seen, in a form to keep. */
interface Payload {
  readonly seen: SeenLines['seen'];
  readonly total: string;
}

const bill = ({ client }: Office, period: Period, { seen, total }: Payload, key: string) => {
  const lines = { seen, total_amount: Decimal.from(total) };
  return billUnbilled(client, period, lines, key, new AbortController().signal);
};

const doorOf = ({ asker, office, signal }: Turn, period: Period): Once =>
  openOnce(office.journal, {
    tool: 'bill_customer',
    target: JSON.stringify(period),
    asked: {},
    asker,
    records: [],
    // The service bills each line once; what is kept is only what has no known outcome.
    repeatable: true,
    said: (invoice) => madeText(period, invoice),
    now: async () => {
      const { count, total_amount } = await previewUnbilled(office.client, period, {
        lines: false,
        signal,
      });
      return [`Not billed yet: ${count} lines, ${formatMoney(total_amount, period.currency)}`];
    },
    again: ({ key, payload }) => bill(office, period, payload as Payload, key),
  });

/** Attempts under one key, and the pause between them in ms. */
const ATTEMPTS = 3;
const PAUSE_MS = 1000;

/** Makes one invoice of the lines that were seen; refused if they are others by now. */
async function make(one: Seen, turn: Turn): Promise<string> {
  const { period, seen, total } = one;
  const { office } = turn;
  const payload: Payload = { seen, total: total.toString() };
  const door = doorOf(turn, period);
  const key = crypto.randomUUID();
  const entered = lineOf(one);
  await door.check({}, { entered, question: ['Make invoices', entered] });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const invoice = await door.send({ key, payload }, (kept) =>
        bill(office, period, kept.payload as Payload, kept.key),
      );
      return madeText(period, invoice);
    } catch (error) {
      if (error instanceof AlreadyMade) return error.answer.said;
      if (toFailure(error).outcome !== 'unknown' || attempt === ATTEMPTS) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

/** The outcomes of what earlier calls left open. */
async function settled(args: Args, turn: Turn): Promise<string[]> {
  const texts: string[] = [];
  for (const period of await periodsOf(args, turn.office, turn.signal)) {
    const before = await doorOf(turn, period).before();
    if (before) texts.push(before.said);
  }
  return texts;
}

async function billCustomer(args: Args, turn: Turn): Promise<Answer> {
  const { asker, office, signal } = turn;
  await permitted(office, 'invoices.create');
  return office.inTurn(`bill_customer ${args.company}`, async () => {
    const before = await settled(args, turn);
    if (before.length > 0) return { said: before.join('\n') };
    const seen = await look(args, turn);
    if (seen.length === 0) return { said: 'Nothing is left to bill. Nothing was made.' };
    await asker.toConfirm('Make invoices', seen.map(lineOf));
    if (signal.aborted) throw new Refusal('The call was cancelled; nothing was done.');
    const made: string[] = [];
    for (const one of seen) {
      try {
        made.push(await make(one, turn));
      } catch (error) {
        const why = failureText(toFailure(error), true);
        throw new Refusal([...made, `${lineOf(one)}: ${why}`].join('\n'));
      }
    }
    return { said: made.join('\n') };
  });
}

export const billCustomerTool: Tool = {
  name: 'bill_customer',
  title: 'Make a customer’s invoices',
  description:
    'Makes the invoices of what is unbilled of a customer in a period. A person confirms the totals first. Each line is billed once, so after a lost answer just call it again.',
  params: PARAMS,
  changes: true,
  run: billCustomer,
};
