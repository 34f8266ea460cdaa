import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox, type SandboxOptions } from '../src/index.ts';

const DATABASE = 'forecourt.sqlite';

/** Seeded databases, by what they are seeded from. */
const seeded = new Map<string, Promise<Buffer>>();

/** Seeds a database in a folder of its own and returns the file. */
async function seed(options: SandboxOptions): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-seed-'));
  try {
    await (await createSandbox({ ...options, dataDir, synchronous: 'normal' })).close();
    return await readFile(join(dataDir, DATABASE));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function seededDatabase({ seed: kind, demo, passwordCost, referenceDay, now }: SandboxOptions) {
  // The accounts and sessions of a new database have the moment of their creation.
  const day = (now?.() ?? new Date()).toISOString().slice(0, 10);
  const key = JSON.stringify([kind, demo, passwordCost, referenceDay, day]);
  const known = seeded.get(key);
  if (known) return known;
  const made = seed({ seed: kind, demo, passwordCost, referenceDay, now } as SandboxOptions);
  seeded.set(key, made);
  return made;
}

/** Writes the database that `createSandbox` would seed into a folder, for a test that needs the folder. */
export async function copySeeded(dataDir: string, options: SandboxOptions): Promise<void> {
  const database = await seededDatabase(options);
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, DATABASE), database);
}

/**
 * A sandbox like `createSandbox` opens, on a copy of data that this process has seeded once: a copy takes milliseconds,
 * seeding takes up to two seconds. Options that name a place of their own are passed on.
 */
export async function openSeeded(options: SandboxOptions): Promise<Sandbox> {
  if (options.dataDir !== undefined || options.databaseUrl !== undefined)
    return createSandbox(options);
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-sandbox-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    await copySeeded(dataDir, options);
    const sandbox = await createSandbox({ ...options, dataDir, synchronous: 'normal' });
    return {
      ...sandbox,
      close: async (graceMs) => {
        await sandbox.close(graceMs);
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
