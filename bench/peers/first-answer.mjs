import { get } from 'node:http';

/** Ends the process after the server's first answer. */
export function firstAnswer({ port }) {
  get({ port, host: '127.0.0.1', path: '/' }, (answer) => {
    answer.resume();
    answer.on('end', () => process.exit(answer.statusCode === 200 ? 0 : 1));
  });
}
