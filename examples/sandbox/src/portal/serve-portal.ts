import { readFile, stat } from 'node:fs/promises';
import { basename, extname, join, normalize, resolve } from 'node:path';
import type { Hono } from 'hono';
import type { AppContext, AppEnv } from '../http/env.ts';
import { answerNotFound } from '../http/failures.ts';
import { decodePath } from '../http/malformed-address.ts';
import { Problem } from '../http/problem.ts';
import { inRepository } from '../repository.ts';
import { portalHeaders } from './portal-headers.ts';

export interface PortalOptions {
  readonly portalDir?: string;
  readonly brandsFile?: string;
  /** Modules with resources of your own, each served as one file below /plugins. */
  readonly plugins?: readonly string[];
}

const BUILT_PORTAL = inRepository('packages/web/dist');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Folders that have files and none of the portal's routes. */
const FILES_ONLY = /^(assets|plugins)\//;

const NOT_BUILT =
  'The portal is not built here. Run "npm run build", then start again. The API is at /api/v1.\n';

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * How much a client wants an encoding, from 0 (not at all) to 1, by its Accept-Encoding (RFC 9110, 12.5.3). `*` is every
 * encoding that isn't named; without it, plain bytes are wanted as they are and no other is.
 */
function qualitiesIn(accepted: string): (encoding: string) => number {
  const named = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
        const quality = parameters.find((text) => /^q\s*=/.test(text))?.replace(/^q\s*=\s*/, '');
        return [name, quality === undefined ? 1 : Number(quality) || 0] as const;
      }),
  );
  return (encoding) => named.get(encoding) ?? named.get('*') ?? (encoding === 'identity' ? 1 : 0);
}

interface Found {
  readonly path: string;
  readonly changed: string;
}

/** A list that can't be read names no hosts; the portal then uses its built-in one. */
async function brandsIn(path: string): Promise<unknown> {
  return readFile(path, 'utf8')
    .then(JSON.parse)
    .catch(() => []);
}

async function fileAt(path: string): Promise<Found | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  return {
    path,
    changed: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`,
  };
}

async function answerFile(
  c: AppContext,
  { changed, path }: Found,
  security: Readonly<Record<string, string>>,
  immutable: boolean,
): Promise<Response> {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const headers: Record<string, string> = {
    'content-type': type,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: changed,
    vary: 'accept-encoding',
    ...security,
  };
  if (c.req.header('if-none-match') === changed) return c.body(null, 304, headers);
  const qualityOf = qualitiesIn(c.req.header('accept-encoding') ?? '');
  const wanted = encodings
    .filter(([encoding]) => qualityOf(encoding) > 0)
    .sort(([one], [other]) => qualityOf(other) - qualityOf(one));
  for (const [encoding, suffix] of wanted) {
    const packed = await fileAt(path + suffix);
    if (packed) {
      return c.body(await readFile(packed.path), 200, { ...headers, 'content-encoding': encoding });
    }
  }
  if (qualityOf('identity') === 0) {
    throw new Problem(406, 'This file is not there in an encoding that Accept-Encoding allows.');
  }
  return c.body(await readFile(path), 200, headers);
}

/** Serves the built portal at `/`: its files, and its page for each of its routes (SHELL-01). */
export const servePortal =
  (options: PortalOptions) =>
  (app: Hono<AppEnv>): void => {
    const root = options.portalDir ?? BUILT_PORTAL;
    const brandsFile = options.brandsFile ?? join(root, 'brands.json');
    const plugins = new Map(
      (options.plugins ?? []).map((file, at) => [
        `/plugins/${at}/${basename(file)}`,
        resolve(file),
      ]),
    );
    if (plugins.size > 0) app.get('/plugins.json', (c) => c.json([...plugins.keys()]));
    app.get('*', async (c) => {
      // A person whose address can't be decoded gets the portal, which says that nothing is there.
      const path = decodePath(c.req.path) ?? c.req.path;
      if (path.startsWith('/api/')) return answerNotFound(c);
      const inside = normalize(path).replace(/^[/\\]+/, '');
      if (inside.startsWith('..')) return answerNotFound(c);
      const own = path === '/brands.json' ? brandsFile : plugins.get(path);
      const file = await fileAt(own ?? join(root, inside));
      const security = portalHeaders(await brandsIn(brandsFile));
      if (file) return answerFile(c, file, security, inside.startsWith('assets/'));
      // A route may end in a name with a dot: /customer/by/name/North%20Haul%20Ltd.
      if (extname(inside) in TYPES || FILES_ONLY.test(inside)) return answerNotFound(c);
      const page = await fileAt(join(root, 'index.html'));
      return page ? answerFile(c, page, security, false) : c.text(NOT_BUILT, 404);
    });
  };
