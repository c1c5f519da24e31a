import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const name = 'early-theme.js';

/** A script of its own that the page waits for: those that Vite knows run after the first paint. */
export const earlyTheme = (): Plugin => ({
  name: 'regrove:early-theme',
  apply: 'build',
  buildStart() {
    const source = readFileSync(new URL(`../src/theme/${name}`, import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', name, source });
  },
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const file = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes(name));
      if (!file) throw new Error(`${name} was not built`);
      return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head' }];
    },
  },
});
