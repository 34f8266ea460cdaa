import type { BillingPorts, KeptChange } from './billing.types.ts';

/**
 * Keeps calls with an unknown outcome in memory, for one run: another try repeats them under their key. Beyond it nothing
 * has to be kept, because the service bills each line once and a new preview shows what is left.
 */
export function memoryKeeper(): BillingPorts['keeper'] {
  const kept = new Map<string, NonNullable<KeptChange['open']>>();
  return ({ company, currency, from, to }) => {
    const name = JSON.stringify([company, currency, from, to]);
    return {
      open: kept.get(name),
      async send(change, send) {
        kept.set(name, change);
        const answer = await send(change.key);
        kept.delete(name);
        return answer;
      },
      forget: () => void kept.delete(name),
    };
  };
}
