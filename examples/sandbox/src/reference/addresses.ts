import { TOWNS, type Town } from './towns.ts';

const FOUND_AT_MOST = 10;

interface Address {
  readonly id: string;
  readonly address1: string;
  readonly town: Town;
}

const idOf = (town: Town): string =>
  `${town.name}-${town.province}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const addressIn = (town: Town, house: string): Address => ({
  id: house === '' ? idOf(town) : `${house}.${idOf(town)}`,
  address1: [house, town.road].filter(Boolean).join(' '),
  town,
});

/** Splits the input into a leading house number and lower-case words. */
function parts(input: string): { house: string; words: string[] } {
  const [, house = '', rest = ''] = /^(\d{1,6}\b)?[\s,]*(.*)$/s.exec(input.trim()) ?? [];
  return {
    house,
    words: rest
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  };
}

/** Returns addresses on the towns' main roads that contain all words, with the house number. */
export function findAddresses(input: string): { id: string; description: string }[] {
  const { house, words } = parts(input);
  if (words.length === 0) return [];
  return TOWNS.map((town) => addressIn(town, house))
    .map(({ address1, id, town }) => ({
      id,
      description: `${address1}, ${town.name}, ${town.province}`,
    }))
    .filter(({ description }) => words.every((word) => description.toLowerCase().includes(word)))
    .slice(0, FOUND_AT_MOST);
}

/** Returns the address with that id; undefined if there is none. The towns have no postal codes. */
export function addressOf(id: string) {
  const [, house = '', rest = ''] = /^(?:(\d{1,6})\.)?([a-z0-9-]+)$/.exec(id) ?? [];
  const town = TOWNS.find((candidate) => idOf(candidate) === rest);
  if (!town) return undefined;
  return {
    id,
    address1: addressIn(town, house).address1,
    city: town.name,
    state: town.province,
    country: town.country,
    postal_code: '',
    lat: town.lat,
    lng: town.lng,
  };
}
