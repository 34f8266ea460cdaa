import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';
import { firstAnswer } from './first-answer.mjs';

const database = new DatabaseSync(':memory:');
const app = fastify();
app.get('/', async () => database.prepare('select 1 as one').get());
await app.listen({ port: 0, host: '127.0.0.1' });
firstAnswer(app.server.address());
