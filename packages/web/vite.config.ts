import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const api = process.env.FORECOURT_API ?? 'http://127.0.0.1:4300';

/**
 * Bundles small modules that always load together into one file, because forty files of a few
 * hundred bytes compress badly, and each takes a request: one for the sign-in page, one for what
 * every later screen needs, and two for what every dialog and form needs.
 */
// A group must not import a chunk that imports it: what is called while modules load would not be there yet.
const CHUNKS = [
  {
    name: 'base',
    test: /vite\/preload-helper|node_modules\/.*\/(ky|xstate)\/|web\/src\/(platform\/(asked-route|drafts|history-owner|owner|portal-client|portal-context|random-key|session-end|start-anew)|parts\/(Icon|loadable)|shell\/(ErrorPanel|NotFound|Toasts)|brand\/color-scheme)|core\/src\/(client\/(client\.|sign-in)|http\/(attempts|base-address|create-http|transfer|bodies|foreign-answers|mask-secrets|not-the-service|outcome|redirects)|session\/create-session|format\/email|messages\/login-messages|permissions\/|workflows\/(commands|failure|per-run|persist|placeholder|workflow\.)|react\/use-workflow|resource\/(path-part|own-(registrar|registry|meta)\.))/,
  },
  {
    // What every dialog and form needs of PrimeReact; each further component is loaded with its screen.
    name: 'prime',
    test: /node_modules\/.*(primereact\/(api|button|checkbox|componentbase|confirmdialog|csstransition|dialog|focustrap|hooks|iconbase|icons\/(check|chevron\w+|spinner|exclamationtriangle|infocircle|times|timescircle|windowmaximize|windowminimize)|inputswitch|inputtext|inputtextarea|keyfilter|message|overlayservice|passthrough|portal|radiobutton|ripple|utils)\/|react-transition-group|dom-helpers|@babel\/runtime)|web\/(build\/no-tooltip|src\/(parts\/(ConfirmDialog|Dialog|Notice|Prime|prime-styles|use-dialog-focus)|fields\/inputs))/,
  },
  {
    name: 'frame',
    test: /web\/src\/(portal\.tsx|routes\.tsx|shell\/(AskFirst|dialog-on-demand|Guarded|Layout|log-out|PaletteButton|ScreenBoundary|switching\/use-switch-back|TopBar|UserMenu)|platform\/(asked-action|service-day|way-back)|parts\/Pop(over|Menu)|screens\/areas\/|views\/(EmptyPanel|NestedTable|PageTools|RecordLink|Value|dialogs\/use-action|form\/use-draft|list\/(address|list-layout|use-columns|ListNeighbours|RowActions)|slots))|core\/src\/(messages\/messages|client\/(account\.schema|lenient|load-access|ports\.|record-links|send-change)|format\/(card-number|dates|decimal|paging|place-names|missing-days|relative-days|values)|http\/(count-rows|list-dialects)|resources\/(registry|menu|\w+\/[\w-]+\.meta)|resource\/(decode-row|form-fields|resource-client|row-label|states|relative-filters|typed-\w+|wire-values)|workflows\/(actions-of|confirmations|list\/|sending))/,
  },
  {
    name: 'react',
    test: /node_modules\/(.*\/)?(react\/|react-dom\/(index|cjs\/react-dom\.production))/,
  },
  {
    // What every form asks with.
    name: 'fields',
    test: /web\/src\/fields\/(ChoiceField|FileDrop|FlagField|FlagsField|MomentField|NeedField|TextField|instant)\./,
  },
];

export default defineConfig({
  plugins: [react(), precompress()],
  // Keeps the default conditions: without them a library resolves to its development build.
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: { 'primereact/tooltip': fileURLToPath(new URL('build/no-tooltip.ts', import.meta.url)) },
  },
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
