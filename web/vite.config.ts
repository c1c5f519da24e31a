import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { appMessages } from './build/app-messages.js';
import { compressed } from './build/compressed.js';
import { earlyTheme } from './build/early-theme.js';

const target = 'https://127.0.0.1:8443';
const ofTheServer = [
  '/v1',
  '/app/',
  '/sign-in',
  '/docs',
  '/certificates',
  '^/projects/[^/]+/picture',
  '^/accounts/[^/]+/badge.svg',
];

/** Of the words of some screens, to tell their files from those of all others. */
const partOf = (id: string | null): string => {
  const part = /\.json\?(\w+)$/.exec(id ?? '')?.[1];
  return part === undefined ? '' : `${part}-`;
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [appMessages(), react(), earlyTheme(), compressed()],
  resolve: {
    alias: {
      // From its source, so that a change in it is seen without a build in between.
      '@regrove/sdk': fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url)),
    },
  },
  build: {
    target: 'es2022',
    // A file inlined as data would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One file of 24 kB. Separately, the styles of all screens would be 33 kB in 42 files.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      output: {
        chunkFileNames: ({ facadeModuleId }) => `assets/${partOf(facadeModuleId)}[name]-[hash].js`,
        // What many screens import is one file. By default there would be a file for each combination of screens, and a browser loads
        // at most six at a time from a server without HTTP/2.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 10, test: /\.(?:m?js|tsx?)$/ }] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(ofTheServer.map((path) => [path, { target, secure: false }])),
  },
});
