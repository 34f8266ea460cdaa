import { formatDay, isDay } from '@forecourt/core';
import { isVerified } from '@forecourt/core/provider-files';
import { usageError } from '../command-error.ts';
import { listDocument } from '../output/list-document.ts';
import { tableText } from '../output/table.ts';
import { isEndless, taxesText } from '../preflight/format-taxes.ts';
import { taxesOf } from '../preflight/own-tables.ts';
import { today } from '../today.ts';
import { handler } from '../work.ts';

const endText = (day: string | undefined): string =>
  day === undefined || isEndless(day) ? 'no end' : formatDay(day);

/** Lists the tax rates that checks use, all of them or those of one day (TXN-15). */
export const run = handler(async (work) => {
  const { options, output, runtime } = work;
  const on = options.on === undefined ? undefined : String(options.on);
  if (on !== undefined && !isDay(on)) throw usageError(`--on is a day as YYYY-MM-DD, not ${on}.`);
  const taxes = await taxesOf(work);
  const items = taxes.list(on);
  output.result({
    document: { ...listDocument(items), tables: taxes.facts(on ?? today(runtime)) },
    text: () =>
      tableText(output, {
        columns: [
          { label: 'Jurisdiction' },
          { label: 'Tax' },
          { label: 'Product' },
          { label: 'Rate', align: 'right' },
          { label: 'From' },
          { label: 'To' },
          { label: 'Basis' },
          { label: 'Verified until' },
          { label: 'Source', gives: true },
        ],
        rows: items.map((rate) => [
          rate.jurisdiction,
          rate.tax,
          rate.product,
          rate.rate.toFixed(5),
          formatDay(rate.from),
          endText(rate.to),
          rate.basis,
          isVerified(rate) ? endText(rate.verified_until) : 'never',
          rate.source,
        ]),
      }),
  });
  output.note(`Tables: ${taxesText(taxes.facts(on ?? today(runtime)))}.`);
  return undefined;
});
