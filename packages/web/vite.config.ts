import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const api = process.env.FORECOURT_API ?? 'http://127.0.0.1:4300';

/**
 * Small modules that are always wanted together come as one file: forty files of a few hundred bytes each pack badly.
 * What the sign-in page needs, and what every screen after it does.
 */
const CHUNKS = [
  {
    name: 'base',
    test: /web\/src\/(platform\/(asked-route|drafts|history-owner|owner|portal-context|random-key|start-anew)|parts\/Icon|shell\/(ErrorPanel|NotFound|Toasts))|core\/src\/(format\/email|messages\/messages|permissions\/|workflows\/per-run)/,
  },
  {
    name: 'frame',
    test: /web\/src\/(portal\.tsx|routes\.tsx|shell\/(AskFirst|Guarded|Layout|log-out|PaletteButton|ScreenBoundary|TopBar|UserMenu)|platform\/asked-action|parts\/Pop(over|Menu)|screens\/areas\/|views\/(EmptyPanel|NestedTable|dialogs\/use-action|form\/use-draft|list\/(address|ListNeighbours)))|core\/src\/(format\/(dates|decimal|values)|resources\/(registry|menu|\w+\/\w+\.meta)|resource\/wire-values|workflows\/(confirmations|sending))/,
  },
];

export default defineConfig({
  plugins: [react(), precompress()],
  // With the usual ones: without them a library gives its development build.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    // All of these have light-dark(), which a brand's own colours are told by.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5'],
    // The content security policy allows no inline script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // All styles are 9 kB as one file, and 15 kB as twenty.
    cssCodeSplit: false,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: CHUNKS } },
    },
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': api } },
});
