import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
export function importRoutes(_app: Hono<AppEnv>): void {}
