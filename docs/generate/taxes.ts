import { CANADIAN_TAXES, isVerified, type TaxRate } from '@forecourt/core/provider-files';
import { code, page, table } from './markdown.ts';

const SHARES: readonly string[] = ['gst', 'hst', 'qst', 'pst'];

const rateText = ({ rate, tax }: TaxRate): string =>
  SHARES.includes(tax) ? `${Number((rate * 100).toFixed(3))} %` : `${rate} $/L`;

/** Gaps in the table, because no public source was found. */
const UNKNOWN = [
  'Carbon tax in Nova Scotia before 2023-07-01 and in Québec before 2025-04-01: both had cap and trade, without a rate per litre.',
  'Carbon tax in Newfoundland and Labrador from 2020-10-01 to 2020-11-06, and in the Northwest Territories from 2019-09-01 to 2023-03-31.',
  'Whether the fuel taxes of the Northwest Territories, of Nunavut on diesel, and of Yukon changed since their documents of 2006 and 2018. They are listed and count as verified on no day.',
  'Alberta after 2026-12-31, and any rate after its last verified day.',
  'The reduced rates of Québec’s border and peripheral regions, and the cent that Gaspésie–Îles-de-la-Madeleine adds on gasoline.',
  'Marked and dyed fuel, fuel for reefers, and First Nations taxes: they depend on use and place, so the check ignores them.',
];

const sourceText = ({ source, url }: TaxRate): string =>
  url === undefined ? source : `[${source}](${url})`;

/** Returns the page of the built-in tax table (TXN-15). */
export function taxesPage(): string {
  return page(
    'Taxes',
    `The table \`${CANADIAN_TAXES.name}\`, last compared with its sources on ${CANADIAN_TAXES.verified_on}. ` +
      'After the day in `verified until` a difference is a guard, which can be accepted, not an error. A rate whose basis is ' +
      '`recalled` comes from general knowledge: no document was found, so it is verified on no day. Your own tax table ' +
      'applies on the days that it covers (`--tax-tables`, [guide](../guide/add-a-tax-table.md)). ' +
      '`forecourt taxes list` prints the rates of a day.',
    table(
      ['jurisdiction', 'tax', 'product', 'from', 'to', 'rate', 'basis', 'verified until', 'source'],
      CANADIAN_TAXES.rates.map((rate) => [
        rate.jurisdiction,
        code(rate.tax),
        rate.product,
        rate.from,
        rate.to ?? '',
        rateText(rate),
        rate.basis,
        isVerified(rate) ? rate.verified_until : 'never',
        sourceText(rate),
      ]),
    ),
    `## Unknown rates\n\n${UNKNOWN.map((line) => `- ${line}`).join('\n')}`,
  );
}
