const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The days of a day map, and N/A as `na`. */
export const MAP_DAYS: readonly string[] = [...WEEK, 'na'];

/** A day map as the wire's JSON text, with every day in it. */
export const dayMap = (on: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(MAP_DAYS.map((day) => [day, on.includes(day)])));

const nameOf = (day: string): string =>
  day === 'na' ? 'N/A' : `${day.charAt(0).toUpperCase()}${day.slice(1)}`;

/** A day map's JSON text as people read it and an import takes it: 'Monday, Thursday', 'N/A', or ''. */
export function dayNames(text: string): string {
  const map = JSON.parse(text || '{}') as Record<string, boolean>;
  return MAP_DAYS.filter((day) => map[day] === true)
    .map(nameOf)
    .join(', ');
}

/** JSON text of some days → of all of them. */
export const wholeWeek = (text: string): string => {
  const map = JSON.parse(text || '{}') as Record<string, boolean>;
  return dayMap(MAP_DAYS.filter((day) => map[day] === true));
};
