import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    // Each loads its program only on a Node that can run it.
    serve: 'src/programs/serve.ts',
    admin: 'src/programs/admin.ts',
    thread: 'src/thread.ts',
    'reading-thread': 'src/reading-thread.ts',
    'entry-thread': 'src/entry-thread.ts',
  },
  format: 'esm',
  target: 'node24',
  platform: 'node',
  // One process, one folder: everything is bundled, so that a start reads few files. But pdfkit finds its
  // fonts beside itself and piscina the program of its threads, and both are read when they are needed first.
  noExternal: [/^(?!(pdfkit|piscina)$)/],
  // node:sqlite exists under that name only.
  removeNodeProtocol: false,
  splitting: true,
  clean: true,
  minify: true,
  // Bundled CommonJS packages ask for Node's built-ins by require.
  banner: {
    js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
  },
  esbuildOptions(options) {
    // Beside those that go with each import and each require.
    options.conditions = ['source'];
  },
});
