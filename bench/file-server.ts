import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../examples/cluster/service.ts';
import { debianProgram } from './debian.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** A web server that serves a file as fast as the machine can: nginx with sendfile. */
export async function serveFiles(folder: string): Promise<Pick<Service, 'url' | 'stop'>> {
  const nginx = debianProgram('/usr/sbin/nginx', 'nginx-light');
  const own = mkdtempSync(join(tmpdir(), 'forecourt-nginx-'));
  const port = await freePort();
  const config = join(own, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${own}/pid; error_log ${own}/errors;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 64; }
http { access_log off; sendfile on; client_body_temp_path ${own}/body; proxy_temp_path ${own}/proxy;
  fastcgi_temp_path ${own}/f; uwsgi_temp_path ${own}/u; scgi_temp_path ${own}/s;
  server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const child = spawn(nginx, ['-c', config, '-p', own], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) break;
    await delay(50);
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(own, { recursive: true, force: true });
    },
  };
}
