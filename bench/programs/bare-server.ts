// node:http with a JSON answer of a fixed size: the limit for any server on Node.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answer = JSON.parse(process.env.BENCH_ANSWER ?? '{}');
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}).listen(0, '127.0.0.1', () => {
  console.log(`It is at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
