import * as z from 'zod/mini';
import { EXCEPTION_RULES } from '../exceptions/exception-rules.ts';
import { isDay } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { formatCount, formatMoney } from '../format/values.ts';
import { parseFilterText } from '../http/list-dialects.ts';
import { decimal, integer, text } from '../resource/wire-values.ts';
import { daysText } from '../resources/exceptions/unjudged-days.ts';
import { findResource } from '../resources/registry.ts';
import type {
  DashboardFigure,
  FigureLine,
  ListBehind,
} from '../workflows/dashboard/dashboard.types.ts';

/** What a service says of the list behind a figure. */
export const sentList = z.nullish(
  z.object({
    resource: z.string(),
    filter: z.nullish(z.array(z.string())),
    from: text(),
    to: text(),
  }),
);
export type SentList = z.output<typeof sentList>;

/** An amount with its count. */
interface SentSum {
  readonly amount?: Decimal | null | undefined;
  readonly count?: number | null | undefined;
  readonly list?: SentList;
}

/** Fields of an amount with its count. */
export const sentSum = { amount: decimal(), count: integer(), list: sentList };

/** Returns the list that a service named, with its portal route. The trail lists imports, on every surface. */
export function listBehind(sent: SentList): ListBehind | undefined {
  if (!sent) return undefined;
  const { from, to } = sent;
  const isImports = sent.resource === 'imports';
  const resource = isImports ? 'trail' : sent.resource;
  const texts = [...(isImports ? ['kind:Import'] : []), ...(sent.filter ?? [])];
  const route = findResource(resource)?.route;
  const query = new URLSearchParams(texts.map((one) => ['filter', one]));
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  const asked = query.size > 0 ? `?${query}` : '';
  return {
    resource,
    filters: texts.flatMap((one) => parseFilterText(one) ?? []),
    from: from ?? undefined,
    to: to ?? undefined,
    route: route && `${route}${asked}`,
  };
}

/** '1,204 invoices' */
export const counted = (count: number | null | undefined, [one, many]: readonly [string, string]) =>
  `${formatCount(count ?? 0)} ${count === 1 ? one : many}`;

/** A line of an amount: '54,113.68 CAD'. */
export function moneyLine(
  unit: string | null | undefined,
  { amount, count, list: behind }: SentSum,
  noun: readonly [string, string],
): FigureLine {
  const value = amount ?? Decimal.ZERO;
  return {
    label: unit ?? '',
    value,
    unit: unit ?? '',
    text: `${formatMoney(value)} ${unit ?? ''}`.trim(),
    note: counted(count, noun),
    list: listBehind(behind),
  };
}

/** A line of a count: 'Cards 1,204'. */
export const countLine = (
  label: string,
  count: number | null | undefined,
  behind: SentList,
): FigureLine => ({
  label,
  value: Decimal.of(count ?? 0),
  unit: '',
  text: formatCount(count ?? 0),
  list: listBehind(behind),
});

export const INVOICES = ['invoice', 'invoices'] as const;
export const PURCHASES = ['purchase', 'purchases'] as const;

/** What the service says of open exceptions, by rule. */
export const sentExceptions = z.nullish(
  z.object({
    count: integer(),
    list: sentList,
    /** Days of purchases that were never judged, of a customer's page. */
    unjudged: z.nullish(z.array(z.object({ from: text(), to: text(), list: sentList }))),
    rules: z.nullish(
      z.array(z.object({ rule: text(), name: text(), count: integer(), list: sentList })),
    ),
  }),
);

/** Lines of days that were never judged: without them, no open exception would seem to be a finding (TXN-18). */
const unjudgedLines = (found: NonNullable<z.output<typeof sentExceptions>>): FigureLine[] =>
  (found.unjudged ?? []).flatMap(({ from, list: behind, to }) =>
    from && to && isDay(from) && isDay(to)
      ? [
          {
            ...{ label: 'Never judged', text: daysText({ from, to }), unit: '' },
            value: Decimal.of((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1),
            list: listBehind(behind),
          },
        ]
      : [],
  );

/** Lines of open exceptions: all of them, then each rule, then the days that were never judged. */
export const exceptionLines = (
  found: z.output<typeof sentExceptions>,
): readonly FigureLine[] | null | undefined =>
  found &&
  ((found.count ?? 0) === 0
    ? found.unjudged?.length
      ? [countLine('All rules', 0, found.list), ...unjudgedLines(found)]
      : []
    : [
        countLine('All rules', found.count, found.list),
        ...(found.rules ?? []).map(({ count, list: behind, name, rule }) =>
          countLine(
            EXCEPTION_RULES.find((known) => known.name === rule)?.label ?? name ?? '',
            count,
            behind,
          ),
        ),
        ...unjudgedLines(found),
      ]);

/** What the service says of money owed, by currency. */
export const sentOwed = z.nullish(
  z.array(
    z.object({
      currency: text(),
      overdue: z.nullish(z.object(sentSum)),
      due_soon: z.nullish(z.object(sentSum)),
    }),
  ),
);

/** Lines of what is overdue or due soon, by currency; none of a currency in which nothing is. */
export const owedLines = (
  owed: z.output<typeof sentOwed>,
  name: 'overdue' | 'due_soon',
): readonly FigureLine[] | undefined =>
  owed?.flatMap((one) => {
    const sent = one[name];
    return sent && (sent.count ?? 0) > 0 ? [moneyLine(one.currency, sent, INVOICES)] : [];
  });

/**
 * Makes the figures of a page: of a part that is neither in the answer nor among the `lost` ones, which the service
 * couldn't compute, there is none.
 */
export const figureOf =
  (lost: readonly string[]) =>
  (
    part: string,
    name: string,
    title: string,
    empty: string,
    lines: readonly FigureLine[] | null | undefined,
    urgent = false,
  ): readonly DashboardFigure[] =>
    lines || lost.includes(part)
      ? [{ name, title, empty, lines: lines ?? [], urgent, unavailable: !lines }]
      : [];
