import type { ResourceMeta } from '../../resource/resource.types.ts';

/**
 * What happened, by whom and as whom (SHELL-14). Open to every signed-in user; the service shows each account its own
 * actions and those on records that it may read.
 */
export const trailMeta = {
  name: 'trail',
  noun: ['event', 'events'],
  menu: 'session',
  menuLabel: 'Trail',
  route: '/tracking-logs',
  record: { unsearched: true },
} as const satisfies ResourceMeta;
