import { addDays, daysBetween } from '../days.ts';
import type { Store } from '../db/store.ts';
import { dieselPrice } from './demo-lines.ts';
import type { DemoStation } from './demo-stations.ts';
import { dieselTaxes } from './taxes.ts';

const DAYS = 7;
/** Stations' network → the name rate files go by. */
const RATE_NAMES: Readonly<Record<string, string>> = {
  ESSO: 'Esso',
  Pipeline: 'Pipeline',
  TAPetro: 'TA-Petro',
};

/** Daily rates of the last days, at every station of the networks that publish some. */
export function seedRates(
  store: Store,
  stations: readonly DemoStation[],
  referenceDay: string,
): void {
  const days = Array.from({ length: DAYS }, (_, back) => addDays(referenceDay, -back));
  store.insertMany(
    'rates',
    stations
      .filter(({ provider }) => RATE_NAMES[provider] !== undefined)
      .flatMap((station) =>
        days.map((day) => {
          const { town } = station;
          const net = dieselPrice(town.country, daysBetween('2025-01-01', day)) + station.offset;
          const taxes = dieselTaxes(town.province, day);
          const canadian = town.country === 'CA';
          const pump = canadian ? net + taxes.fet + taxes.pft : net;
          const sales = canadian ? taxes.gst + taxes.hst + taxes.qst : 0;
          return {
            provider: RATE_NAMES[station.provider] ?? '',
            effective_date: day,
            site_number: station.number,
            site_name: station.name,
            product: 'DIESEL',
            product_code: 'DIESEL',
            effective_to: day,
            city: town.name,
            province: town.province,
            currency: canadian ? 'CAD' : 'USD',
            unit: canadian ? 'L' : 'USG',
            net_price_e5: net,
            price_e5: pump,
            retail_price_e5: pump,
            total_price_e5: pump + Math.round((pump * sales) / 1e5),
          };
        }),
      ),
  );
}
