import { getRateDays } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { plainQuery } from '../client/plain-days.ts';
import { readQuery } from '../input/list-query.ts';
import { listedResource } from '../input/resource.ts';
import { chartDocument, chartText } from '../output/chart-text.ts';
import { handler } from '../work.ts';

/** Shows what stored rates were day by day (RATE-03). */
export const run = handler(async (work) => {
  const { options, output, settings, signal } = work;
  const definition = await listedResource(work);
  const asked = readQuery(definition, options);
  const client = openSignedIn(work, settings, output);
  await permitted(client, 'rates.list', signal);
  const { filters = [], from, to } = await plainQuery(work, client, definition, asked);
  const rates = await getRateDays(client, { filters, from, to }, signal);
  output.result({
    document: { from: rates.from, to: rates.to, charts: rates.charts.map(chartDocument) },
    text: () =>
      rates.charts.map((chart) => chartText(output, chart)).join(output.terminal ? '\n\n' : '\n'),
  });
  if (rates.charts.length === 0) {
    output.note(`No rates are stored from ${rates.from} to ${rates.to} for these filters.`);
  }
});
