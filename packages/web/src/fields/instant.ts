const INSTANT = /^([^T ]*)(?:[T ](\d{2}:\d{2})?(.*))?$/;

/** Splits an instant into date, time and 'rest' (seconds and offset), which an edit keeps. */
export function splitInstant(value: string): { day: string; time: string; rest: string } {
  const [, day = '', time = '', rest = ''] = INSTANT.exec(value) ?? [];
  return { day, time, rest };
}

const joined = (day: string, time: string, rest: string): string => {
  if (day === '' && time === '') return '';
  return time === '' ? day : `${day}T${time}${rest || ':00'}`;
};

export function withDay(value: string, day: string): string {
  const { time, rest } = splitInstant(value);
  return joined(day, time, rest);
}

export function withTime(value: string, time: string): string {
  const { day, rest } = splitInstant(value);
  return joined(day, time, rest);
}
