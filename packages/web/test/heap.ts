import type { CDPSession } from 'playwright-core';

/** What a page holds once its garbage is collected. */
export interface Held {
  readonly bytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

export async function heldBy(session: CDPSession): Promise<Held> {
  await session.send('Performance.enable');
  // Twice: what finalizers of the first collection let go of is collected by the second.
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { bytes: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Objects of a heap: how many, and their own bytes. */
interface Amount {
  readonly count: number;
  readonly bytes: number;
}

/** By kind, as 'object' or 'code', and constructor, where there is one. */
export type Heap = ReadonlyMap<string, Amount>;

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

/** Takes a heap snapshot, which collects garbage first. */
export async function snapshotOf(session: CDPSession): Promise<Heap> {
  const pieces: string[] = [];
  const add = ({ chunk }: { chunk: string }) => void pieces.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', add);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', add);
  const { snapshot, nodes, strings } = JSON.parse(pieces.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  const found = new Map<string, Amount>();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const value = (field = 0) => nodes[at + field] ?? 0;
    const kind = types[0][value(type)] ?? '';
    const constructed = kind === 'object' || kind === 'native';
    const key = constructed ? `${kind} ${strings[value(name)]}` : kind;
    const { count, bytes } = found.get(key) ?? { count: 0, bytes: 0 };
    found.set(key, { count: count + 1, bytes: bytes + value(size) });
  }
  return found;
}

/** Bytes of the objects of these kinds. */
export const bytesOf = (heap: Heap, kinds: readonly string[]): number =>
  [...heap]
    .filter(([key]) => kinds.includes(key.split(' ')[0] ?? ''))
    .reduce((sum, [, { bytes }]) => sum + bytes, 0);

/** What takes more bytes later than before, most first. */
export const grown = (before: Heap, after: Heap) =>
  [...after]
    .map(([key, { count, bytes }]) => ({
      key,
      count: count - (before.get(key)?.count ?? 0),
      bytes: bytes - (before.get(key)?.bytes ?? 0),
    }))
    .filter(({ bytes }) => bytes > 0)
    .sort((left, right) => right.bytes - left.bytes);
