import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` without the database's triggers, and creates them again. In a transaction: if `work` throws, the caller
 * rolls back, and the triggers are as they were.
 */
export async function withoutTriggers(
  raw: DatabaseSync,
  work: () => void | Promise<void>,
): Promise<void> {
  const triggers = raw
    .prepare("select name, sql from main.sqlite_master where type = 'trigger'")
    .all();
  for (const { name } of triggers) raw.exec(`drop trigger main."${String(name)}"`);
  await work();
  for (const { sql } of triggers) raw.exec(String(sql));
}
