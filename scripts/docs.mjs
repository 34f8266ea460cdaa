// `npm run docs`: builds the documentation as one site and serves it on 127.0.0.1.
// `--build` stops before serving, `--write` regenerates docs/reference.
import { rmSync } from 'node:fs';
import { at, become, build, install, node, run } from './tasks.mjs';

const PORT = process.env.PORT ?? '4310';
const docs = at('docs');
const tool = (...parts) => at('docs', 'node_modules', ...parts);

install();
if (process.argv.includes('--write')) {
  run(node, ['--conditions=source', at('docs', 'generate', 'write.ts')]);
} else {
  // The API reference is built from the type declarations, as users of the package see them.
  build();
  rmSync(at('docs', 'api'), { recursive: true, force: true });
  run(node, [tool('typedoc', 'bin', 'typedoc'), '--options', at('docs', 'typedoc.json')], {
    cwd: docs,
  });
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
