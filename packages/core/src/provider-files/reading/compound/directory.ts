import { CompoundDamage } from './sector-table.ts';

const ENTRY_SIZE = 128;
const STREAM = 2;
const ROOT = 5;
const NONE = 0xffffffff;

/** One stream of a compound file. */
export interface Entry {
  readonly start: number;
  readonly size: number;
}

interface Node extends Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
}

function node(directory: DataView, index: number): Node {
  const at = index * ENTRY_SIZE;
  if (at + ENTRY_SIZE > directory.byteLength) throw new CompoundDamage('its directory is cut off');
  const length = Math.min(directory.getUint16(at + 64, true), 64);
  const name = new Uint8Array(directory.buffer, directory.byteOffset + at, length);
  return {
    name: new TextDecoder('utf-16le').decode(name).replace(/\0+$/, ''),
    type: directory.getUint8(at + 66),
    left: directory.getUint32(at + 68, true),
    right: directory.getUint32(at + 72, true),
    child: directory.getUint32(at + 76, true),
    start: directory.getUint32(at + 116, true),
    size: directory.getUint32(at + 120, true),
  };
}

/**
 * Returns the root and the streams directly below it from a directory's bytes, whose entries form a tree.
 */
export function rootStreams(bytes: Uint8Array): {
  readonly root: Entry;
  readonly streams: ReadonlyMap<string, Entry>;
} {
  const directory = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const root = node(directory, 0);
  if (root.type !== ROOT) throw new CompoundDamage('its directory has no root');
  const streams = new Map<string, Entry>();
  const seen = new Set<number>([NONE]);
  const waiting = [root.child];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen.has(index)) continue;
    seen.add(index);
    const { left, name, right, size, start, type } = node(directory, index);
    waiting.push(left, right);
    if (type === STREAM) streams.set(name.toLowerCase(), { start, size });
  }
  return { root, streams };
}
