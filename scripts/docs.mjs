// `npm run docs`: builds the documentation as one site and serves it on 127.0.0.1.
// `--build` stops before serving, `--write` regenerates docs/reference and docs/openapi.json.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { at, become, build, install, node, run } from './tasks.mjs';

const PORT = process.env.PORT ?? '4310';
const docs = at('docs');
const tool = (...parts) => at('docs', 'node_modules', ...parts);

install();
if (process.argv.includes('--write')) {
  for (const part of ['generate', 'openapi'])
    run(node, ['--conditions=source', at('docs', part, 'write.ts')]);
} else {
  // The API reference is built from the type declarations, as users of the package see them.
  build();
  rmSync(at('docs', 'api'), { recursive: true, force: true });
  // The host's pages lie below those of the SDK, whose run empties the folder.
  for (const options of ['typedoc.json', 'typedoc.host.json'])
    run(node, [tool('typedoc', 'bin', 'typedoc'), '--options', join(docs, options)], { cwd: docs });
  run(node, [tool('vitepress', 'bin', 'vitepress.js'), 'build', '.'], { cwd: docs });
  if (!process.argv.includes('--build')) {
    console.log(`Documentation: http://127.0.0.1:${PORT}`);
    process.chdir(docs);
    await become(node, [
      tool('vitepress', 'bin', 'vitepress.js'),
      'preview',
      docs,
      '--host',
      '127.0.0.1',
      '--port',
      PORT,
    ]);
  }
}
