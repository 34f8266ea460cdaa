import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Every module stays a file of its own, so that bundlers leave out whole modules that nobody uses. */
const moduleByModule: Plugin = {
  name: 'module-by-module',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
    );
  },
};

const doors = {
  index: 'src/index.ts',
  'opentelemetry/index': 'src/opentelemetry/index.ts',
  'provider-files/index': 'src/provider-files/index.ts',
  'react/index': 'src/react/index.ts',
  'recorder/index': 'src/recorder/index.ts',
  'testing/index': 'src/testing/index.ts',
};

/** The packaging tests build beside the package's own build, not over it. */
const OUT = process.env.FORECOURT_BUILD_DIR || 'dist';

export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts', '!src/**/*.test-kit.ts', '!src/**/*.types.ts'],
  outDir: OUT,
  format: 'esm',
  target: 'es2024',
  platform: 'neutral',
  splitting: false,
  sourcemap: true,
  clean: true,
  dts: { entry: doors },
  silent: true,
  esbuildPlugins: [moduleByModule],
});
