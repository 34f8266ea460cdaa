import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface CallOptions {
  readonly method?: string;
  readonly json?: unknown;
  /** A file to send as a form. */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
  readonly key?: string;
}

/** A path within the API, or from the root if it begins with a slash. */
export type Call = (path: string, options?: CallOptions) => Promise<Answer>;

function bodyOf({ json, file }: CallOptions): { type?: string; bytes?: Buffer } {
  if (json !== undefined) {
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
  }
  if (!file) return {};
  const edge = 'forecourt-bench';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${edge}`,
    bytes: Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  };
}

/** Makes calls for one account over persistent connections. Rejects if there is no answer. */
export function caller(url: string, authorization: string): Call {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  return (path, options = {}) => {
    const { type, bytes } = bodyOf(options);
    const method = options.method ?? (bytes ? 'POST' : 'GET');
    const headers = {
      authorization,
      ...(type && { 'content-type': type }),
      ...(bytes && { 'content-length': String(bytes.length) }),
      ...(options.key && { 'idempotency-key': options.key }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          hostname,
          port,
          path: path.startsWith('/') ? path : `/api/v1/${path}`,
          method,
          headers,
        },
        (answer) => {
          let body = '';
          answer.setEncoding('utf8').on('data', (text) => {
            body += text;
          });
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }),
          );
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(bytes);
    });
  };
}
