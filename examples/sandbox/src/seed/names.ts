import type { Random } from './random.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Invented; any resemblance to real companies is unintended. */
const HOUSES = words(`Tamarvale Quillmoor Orrinbank Fennick Haldane Brackwater Sorrelton Wexmarsh
  Iverholm Kestrelby Dunmarrow Ashgrove Pellworth Larkspire Tolvane Greyhollow Merrowick Osterfell
  Cindermere Yarrowgate Velling Northmere Stonecrop Harrowfen Calderwyn Ridgeback Elmsward Torvale
  Brightwell Sablewood`);
const TRADES = ['Haulage', 'Freightways', 'Cartage', 'Transport', 'Logistics', 'Carriers', 'Lines'];
const ENDINGS = { CA: ['Ltd.', 'Inc.', 'Co.'], US: ['LLC', 'Inc.', 'Corp.'] } as const;

const FIRST =
  words(`Amrit Brielle Callum Danika Emeka Farid Gwen Harjit Ines Jasper Kamal Lena Marek
  Nadia Owen Priya Quentin Rosa Silas Tomas Ulla Viktor Wanda Xavier Yusuf Zora Adaeze Bram Celine
  Dilraj Etienne Fiona Gurpreet Hanne Ivo Jovana Kwame Luc Mireille Nils`);
const LAST = words(`Abara Beaulieu Castonguay Dhaliwal Ekström Fontaine Gagnier Hadley Ivanko
  Jaswal Kowalik Lindgren MacAuley Nadeau Okafor Pelletrin Quarshie Rasmus Sandhar Tremaine Ustinov
  Vasquez Whitlock Xenakis Yaremchuk Zielny Arsenal Brousseau Chima Desrochers`);

export const personName = (random: Random): readonly [first: string, last: string] => [
  random.pick(FIRST),
  random.pick(LAST),
];

/** Different numbers below 210 have different names. */
export function companyName(number: number, country: 'CA' | 'US'): string {
  const house = HOUSES[number % HOUSES.length];
  const trade = TRADES[(number + Math.floor(number / HOUSES.length)) % TRADES.length];
  return `${house} ${trade} ${ENDINGS[country][number % 3]}`;
}

/** A short code for a company: its initials and a number, unique among companies. */
export const companyCode = (name: string, number: number): string =>
  `${name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.slice(0, 2).toUpperCase())
    .join('')}${number}`;

export function plate(random: Random, province: string): string {
  const letters = Array.from({ length: 3 }, () => random.pick([...'ABCDEFGHJKLMNPRSTVWXYZ'])).join(
    '',
  );
  return `${province} ${letters} ${random.digits(4)}`;
}
