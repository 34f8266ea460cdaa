/** The month before a day's own, YYYY-MM-DD: most statements and invoices are of it. */
export function lastMonth(today: string): { readonly from: string; readonly to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const day = (date: number): string => new Date(date).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) };
}
