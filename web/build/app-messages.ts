import type { Plugin } from 'vite';
import { sharedMessageKeys } from '../src/i18n/shared-message-keys.js';

/** What is refused in the operator's area alone, among it what is wrong with pictures and files of credits. */
const operatorRefusals =
  /^refusal\.(picture-|serial-|credits-|no-carbon-project|vintage-order|name-is-id|month-not-over|capacity-used-up|file-not-commas)/;

const isOperators = (key: string): boolean => key.startsWith('app.operator.') || operatorRefusals.test(key);

const isSaidToAll = (key: string): boolean =>
  (/^(app|refusal)\./.test(key) && !isOperators(key)) || sharedMessageKeys.some((shared) => shared === key);

const catalogue = /\/messages\/catalogues\/[\w-]+\.json$/;

/**
 * Of the words that server and app share, the app is given those that it says: mails are not written here. What is said to
 * operators alone is a file of its own, `?operator`.
 */
export const appMessages = (): Plugin => ({
  name: 'regrove:app-messages',
  enforce: 'pre',
  transform(code, id) {
    const [file = '', query = ''] = id.split('?');
    if (!catalogue.test(file)) return;
    const isForOperators = query === 'operator';
    const all = Object.entries(JSON.parse(code) as Record<string, string>);
    const said = all.filter(([key]) => (isForOperators ? isOperators(key) : isSaidToAll(key)));
    const words = JSON.stringify(Object.fromEntries(said));
    // With a query, it is no file of JSON to the bundler any more.
    return isForOperators
      ? { code: `export default ${words}`, moduleType: 'js', map: null }
      : { code: words, map: null };
  },
});
