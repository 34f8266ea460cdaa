// A framework's server with a database, and its first answer: the minimum for a sandbox.
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { firstAnswer } from './first-answer.mjs';

const database = new DatabaseSync(':memory:');
const app = new Hono();
app.get('/', (c) => c.json(database.prepare('select 1 as one').get()));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, firstAnswer);
