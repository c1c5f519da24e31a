import type { Plugin } from 'vite';
import { sharedKeys } from '../src/words/shared-keys.js';

const isSaid = (key: string): boolean =>
  key.startsWith('app.') || sharedKeys.some((shared) => shared === key);

const catalogue = /\/messages\/catalogues\/[\w-]+\.json$/;

/** Of the words that server and app share, the app is given those that it says: mails are not written here. */
export const appMessages = (): Plugin => ({
  name: 'regrove:app-messages',
  enforce: 'pre',
  transform(code, id) {
    if (!catalogue.test(id.split('?')[0] ?? '')) return;
    const all = Object.entries(JSON.parse(code) as Record<string, string>);
    return { code: JSON.stringify(Object.fromEntries(all.filter(([key]) => isSaid(key)))), map: null };
  },
});
