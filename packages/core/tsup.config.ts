import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'provider-files/index': 'src/provider-files/index.ts',
    'testing/index': 'src/testing/index.ts',
  },
  format: 'esm',
  target: 'es2024',
  platform: 'neutral',
  splitting: true,
  sourcemap: true,
  clean: true,
  dts: true,
});
