const TICK_MS = 5;

const worked = (): number => {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1_000;
};

/**
 * Watches how long this thread works on one thing, from now on. Late by the clock and by its own work: a machine that is
 * busy with others makes nothing stall.
 */
export function watchStalls() {
  let [worst, at, cpu] = [0, performance.now(), worked()];
  const mark = () => {
    at = performance.now();
    cpu = worked();
  };
  const look = () => {
    worst = Math.max(worst, Math.min(performance.now() - at, worked() - cpu) - TICK_MS);
    mark();
  };
  const timer = setInterval(look, TICK_MS);
  return {
    /** The longest in ms since the last question. */
    worst(): number {
      look();
      const ms = Math.round(worst);
      worst = 0;
      mark();
      return ms;
    },
    stop: () => clearInterval(timer),
  };
}
