import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json)$/;
const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    toGzip(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
    toBrotli(content, brotli).then((packed) => writeFile(`${path}.br`, packed)),
  ]);
}

/** Writes a .br and a .gz next to every text file of the build, so that servers need not compress. */
export function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'forecourt:precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: {
      order: 'post',
      async handler() {
        const files = await readdir(folder, { recursive: true });
        await Promise.all(
          files.filter((file) => TEXT.test(file)).map((file) => compressFile(join(folder, file))),
        );
      },
    },
  };
}
