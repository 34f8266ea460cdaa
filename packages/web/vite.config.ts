import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const api = process.env.FORECOURT_API ?? 'http://127.0.0.1:4300';

export default defineConfig({
  plugins: [react(), precompress()],
  resolve: { conditions: ['source'] },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    // The content security policy allows no inline script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': api } },
});
