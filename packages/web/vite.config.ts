import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const api = process.env.FORECOURT_API ?? 'http://127.0.0.1:4300';

/**
 * Bundles small modules that always load together into one file, because forty files of a few
 * hundred bytes compress badly: one for the sign-in page, one for what every later screen needs.
 */
const CHUNKS = [
  {
    name: 'base',
    test: /web\/src\/(platform\/(asked-route|drafts|history-owner|owner|portal-context|random-key|start-anew)|parts\/Icon|shell\/(ErrorPanel|NotFound|Toasts))|core\/src\/(format\/email|messages\/(login-)?messages|permissions\/|workflows\/per-run)/,
  },
  {
    name: 'frame',
    test: /web\/src\/(portal\.tsx|routes\.tsx|shell\/(AskFirst|Guarded|Layout|log-out|PaletteButton|ScreenBoundary|TopBar|UserMenu)|platform\/asked-action|parts\/Pop(over|Menu)|screens\/areas\/|views\/(EmptyPanel|NestedTable|dialogs\/use-action|form\/use-draft|list\/(address|ListNeighbours)))|core\/src\/(format\/(dates|decimal|values)|resources\/(registry|menu|\w+\/\w+\.meta)|resource\/wire-values|workflows\/(confirmations|sending))/,
  },
];

export default defineConfig({
  plugins: [react(), precompress()],
  // Keeps the default conditions: without them a library resolves to its development build.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    // All of these support light-dark(), which a brand's colours rely on.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5'],
    // The content security policy allows no inline script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // All styles are 9 kB as one file and 15 kB as twenty.
    cssCodeSplit: false,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: CHUNKS } },
    },
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': api } },
});
