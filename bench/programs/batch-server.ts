// The simplest server that accepts rows: JSON into one table, in one transaction per call.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(String(process.env.BENCH_DATABASE));
database.exec('pragma journal_mode = wal; pragma synchronous = normal');
database.exec('create table rows (id integer primary key, content text)');
const insert = database.prepare('insert into rows (content) values (?)');

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const rows: unknown[] = JSON.parse(Buffer.concat(parts).toString());
  database.exec('begin');
  for (const row of rows) insert.run(JSON.stringify(row));
  database.exec('commit');
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}).listen(0, '127.0.0.1', () => {
  console.log(`It is at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
