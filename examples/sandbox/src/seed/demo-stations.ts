import type { Store } from '../db/store.ts';
import { TOWNS, type Town } from '../reference/towns.ts';
import type { Random } from './random.ts';

export interface DemoStation {
  readonly id: number;
  readonly provider: string;
  readonly number: string;
  readonly name: string;
  readonly address: string;
  readonly town: Town;
  /** What this station's price differs from the day's, in 1/100,000. */
  readonly offset: number;
}

const NETWORKS = {
  CA: [
    { provider: 'ESSO', sign: 'Esso Cardlock', first: 53_100 },
    { provider: 'Suncore', sign: 'SuperPass Cardlock', first: 4_200 },
    { provider: 'Pipeline', sign: 'Pipeline Travel Stop', first: 810 },
  ],
  US: [
    { provider: 'Comdata', sign: 'Crossroads Plaza', first: 9_100 },
    { provider: 'TAPetro', sign: 'TA', first: 6_300 },
  ],
} as const;

/** One station a town for each network of its country. */
export function seedStations(store: Store, random: Random): DemoStation[] {
  const stations = TOWNS.flatMap((town, index) =>
    NETWORKS[town.country].map(({ provider, sign, first }, network) => ({
      id: index * 3 + network + 1,
      provider,
      number: String(first + index),
      name: `${sign} ${town.name}`,
      address: `${random.whole(10, 9_800)} ${town.road}, ${town.name}`,
      town,
      offset: random.whole(-30, 35) * 100,
    })),
  );
  store.insertMany(
    'stations',
    stations.map(({ id, provider, number, name, address, town }) => ({
      id,
      provider,
      number,
      name,
      address,
      city: town.name,
      province: town.province,
      country: town.country,
      lat_e6: Math.round(town.lat * 1e6) + random.whole(-20_000, 20_000),
      lng_e6: Math.round(town.lng * 1e6) + random.whole(-20_000, 20_000),
    })),
  );
  return stations;
}
