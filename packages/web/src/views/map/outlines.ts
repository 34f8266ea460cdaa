import lakes from './lakes.json' with { type: 'json' };
import regions from './regions.json' with { type: 'json' };

type Point = [lat: number, lng: number];

/** A province, territory or state, drawn by its outer lines. */
export interface Outline {
  /** 'ON' */
  readonly code: string;
  readonly name: string;
  readonly rings: readonly Point[][];
}

/** Units of the stored numbers in a degree. */
const SCALE = 100;

/** Reads a line: differences of latitude and longitude in turn, each in groups of five bits, the lowest first. */
function pointsOf(line: string): Point[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of line) {
    const bits = letter.charCodeAt(0) - 63;
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits >= 32) continue;
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  const points: Point[] = [];
  let [lat, lng] = [0, 0];
  for (let at = 0; at < numbers.length; at += 2) {
    lat += numbers[at] ?? 0;
    lng += numbers[at + 1] ?? 0;
    points.push([lat / SCALE, lng / SCALE]);
  }
  return points;
}

/** Canada's provinces and territories and the states of the US: Natural Earth, 1:50 million, public domain (decision 52). */
export const OUTLINES: readonly Outline[] = Object.entries(regions).map(
  ([code, [name = '', ...lines]]) => ({ code, name, rings: lines.map(pointsOf) }),
);

/** The Great Lakes and others of their size, each by its shore and its large islands: the regions' outlines run through them. */
export const LAKES: readonly Point[][][] = lakes.map((lines) => lines.map(pointsOf));
