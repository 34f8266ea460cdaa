/** '14:05', in the time of this machine; of another day 'Nov 23, 14:05'. */
export function timeOf(then: Date): string {
  const today = then.toDateString() === new Date().toDateString();
  return then.toLocaleString('en-CA', {
    ...(!today && { month: 'short', day: 'numeric' }),
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
}
