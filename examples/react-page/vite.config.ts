import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The service is reached under this page's own address.
export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api': process.env.FORECOURT_API ?? 'http://127.0.0.1:4300' } },
  preview: { proxy: { '/api': process.env.FORECOURT_API ?? 'http://127.0.0.1:4300' } },
});
