import { connect, createServer, type Server, type Socket } from 'node:net';

/** Where the line fails (at which byte of which exchange) and what it does then. */
export interface LineStrike {
  readonly exchange: 'import' | 'lookup';
  /** 'up': after that many bytes of the request; 'down': after that many of the answer. */
  readonly direction: 'up' | 'down';
  readonly bytes: number;
  /** Both ends are disconnected once this resolves. */
  readonly act: () => Promise<void>;
}

/** Bytes transferred on the connections of the exchange. */
export interface Passed {
  readonly up: number;
  readonly down: number;
}

const BEGINNINGS = { import: 'POST /api/v1/import_transactions', lookup: 'GET /api/v1/imports' };

/** A proxy between client and service that cuts the connection at a chosen byte. */
export class Line {
  readonly #server: Server;
  #strike: LineStrike | undefined;
  #struck = false;
  #passed = { up: 0, down: 0 };

  constructor(target: () => number) {
    this.#server = createServer((client) => this.#connect(client, target()));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The line has no port.');
    return `http://127.0.0.1:${address.port}/api/v1`;
  }

  /** Sets the next strike; undefined lets everything through. */
  expect(strike: LineStrike | undefined): void {
    this.#strike = strike;
    this.#struck = false;
    this.#passed = { up: 0, down: 0 };
  }

  get struck(): boolean {
    return this.#struck;
  }

  /** Bytes of the last connection of an import. */
  get passed(): Passed {
    return this.#passed;
  }

  close(): void {
    this.#server.close();
  }

  #connect(client: Socket, port: number): void {
    const service = connect(port, '127.0.0.1');
    const counts = { up: 0, down: 0 };
    let exchange: keyof typeof BEGINNINGS | undefined;
    // While the strike runs, nothing passes in either direction.
    let held = false;
    const cut = () => {
      client.destroy();
      service.destroy();
    };
    const pass = (to: Socket, direction: 'up' | 'down', chunk: Buffer) => {
      const strike = this.#strike;
      const isMeant =
        !this.#struck && strike?.exchange === exchange && strike?.direction === direction;
      const room = isMeant && strike ? strike.bytes - counts[direction] : Number.POSITIVE_INFINITY;
      counts[direction] += Math.min(room, chunk.length);
      if (exchange === 'import') this.#passed = { ...counts };
      if (!strike || chunk.length < room) return void to.write(chunk);
      this.#struck = true;
      held = true;
      client.pause();
      service.pause();
      const act = () => strike.act().finally(cut);
      if (room > 0) to.write(chunk.subarray(0, room), act);
      else act();
    };
    client.on('data', (chunk) => {
      const head = counts.up === 0 ? chunk.toString('latin1', 0, 40) : '';
      if (head.startsWith(BEGINNINGS.import)) exchange = 'import';
      else if (head.startsWith(BEGINNINGS.lookup)) exchange = 'lookup';
      pass(service, 'up', chunk);
    });
    service.on('data', (chunk) => pass(client, 'down', chunk));
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      one.on('error', cut);
      one.on('end', () => held || other.end());
      one.on('close', () => held || other.destroy());
    }
  }
}
