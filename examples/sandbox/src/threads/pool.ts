import type { Piscina } from 'piscina';
import { Problem } from '../http/problem.ts';
import type { THREAD } from '../repository.ts';

const IDLE_MS = 60_000;

type Options = Pick<Piscina['options'], 'concurrentTasksPerWorker' | 'loadBalancer' | 'workerData'>;

/** Threads that run a program: started when they are needed, ended when they are idle. */
export async function openPool(
  { execArgv, path }: typeof THREAD,
  { heapMb, threads, ...options }: Partial<Options> & { heapMb: number; threads: number },
): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    ...options,
    filename: path,
    execArgv: [...execArgv],
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // Its connections and timers go on while it waits for the next call.
    atomics: 'disabled',
  });
}

export const shuttingDown = (): Problem =>
  new Problem(503, 'The service is shutting down.', { headers: { 'retry-after': '5' } });
