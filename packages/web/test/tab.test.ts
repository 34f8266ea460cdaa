import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { expect, it } from 'vitest';
import { heldBy } from './heap.ts';
import { workAMinute } from './minute.ts';
import { browserSuite } from './suite.ts';

const suite = browserSuite();

it('a tab holds no list, form or import that was left, however long it is worked in', async () => {
  const bytes = workbookBytes([pipelineSheet('2026-11-18', 40)]);
  const file = Buffer.from(bytes).toString('base64');
  const page = await suite.openAs('/transactions');
  const session = await page.context().newCDPSession(page);
  await workAMinute(page, file);
  await workAMinute(page, file);
  const before = await heldBy(session);
  for (let minute = 0; minute < 3; minute += 1) await workAMinute(page, file);
  const after = await heldBy(session);
  // One dialog that stayed would be 243 nodes a minute; a notification that is about to go is a few.
  expect(after.nodes - before.nodes).toBeLessThan(60);
  expect(after.listeners - before.listeners).toBeLessThan(10);
}, 120_000);
