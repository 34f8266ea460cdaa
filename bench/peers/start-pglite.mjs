import { PGlite } from '@electric-sql/pglite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { firstAnswer } from './first-answer.mjs';

const database = new PGlite();
const app = new Hono();
app.get('/', async (c) => c.json((await database.query('select 1 as one')).rows[0]));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, firstAnswer);
