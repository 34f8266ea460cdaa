// Your own service for providers' files: checks each file, sends it once, and returns its outcome.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { importFile } from './import-file.ts';
import { openClient } from './open-client.ts';

const {
  FORECOURT_BASE_URL: baseUrl = 'http://127.0.0.1:4300/api/v1',
  FORECOURT_EMAIL: email = 'admin@forecourt.test',
  FORECOURT_PASSWORD: password = '',
  PORT = '4400',
} = process.env;
const MAX_BYTES = 50_000_000;

const client = await openClient(baseUrl, { email, password });

/** Returns the whole body, or undefined if it is larger than any provider's file. */
async function readBody(request: IncomingMessage): Promise<Blob | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) return undefined;
    pieces.push(piece);
  }
  return new Blob(pieces as BlobPart[]);
}

function answer(response: ServerResponse, status: number, document: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(document, null, 2)}\n`);
}

async function importInboxFile(request: IncomingMessage, response: ServerResponse, url: URL) {
  const blob = await readBody(request);
  if (!blob) return answer(response, 413, { error: `A file has at most ${MAX_BYTES} bytes.` });
  const name = url.searchParams.get('name') ?? 'upload';
  const provider = url.searchParams.get('provider') ?? '';
  const { status, ...document } = await importFile(client, { name, blob }, provider);
  answer(response, status, document);
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://service');
  if (request.method !== 'POST' || url.pathname !== '/imports') {
    return answer(response, 404, { error: 'POST /imports?provider=ESSO&name=file.xls' });
  }
  importInboxFile(request, response, url).catch((error: Error) =>
    answer(response, 500, { error: error.message }),
  );
});

server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : PORT;
  console.log(`Taking files at http://127.0.0.1:${port}/imports`);
});
