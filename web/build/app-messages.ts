import type { Plugin } from 'vite';
import { sharedMessageKeys } from '../src/i18n/shared-message-keys.js';

/** What is refused in the operator's area alone, among it what is wrong with pictures and files of credits. */
const operatorRefusals =
  /^refusal\.(picture-|serial-|credits-|no-carbon-project|vintage-order|name-is-id|month-not-over|capacity-used-up|file-not-commas)/;

/** What is refused about endpoints of webhooks. */
const webhookRefusals =
  /^refusal\.(bad-webhook-url|url-(has-fragment|needs-https|is-private)|too-many-(endpoints|pending)|replay-running)$/;

/** What only some screens say, by the query that their file has. */
const parts: Readonly<Record<string, (key: string) => boolean>> = {
  operator: (key) => key.startsWith('app.operator.') || operatorRefusals.test(key),
  // The navigation has their titles.
  events: (key) => /^app\.(events|activity|webhooks)\.(?!title$)/.test(key) || webhookRefusals.test(key),
};

const isSaidToAll = (key: string): boolean =>
  (/^(app|refusal)\./.test(key) && !Object.values(parts).some((isPart) => isPart(key))) ||
  sharedMessageKeys.some((shared) => shared === key);

const catalogue = /\/messages\/catalogues\/[\w-]+\.json$/;

/**
 * Of the words that server and app share, the app is given those that it says: mails are not written here. What is said to
 * operators alone is a file of its own, `?operator`, and so is what is said about events, `?events`.
 */
export const appMessages = (): Plugin => ({
  name: 'regrove:app-messages',
  enforce: 'pre',
  transform(code, id) {
    const [file = '', query = ''] = id.split('?');
    if (!catalogue.test(file)) return;
    const isPart = parts[query];
    const all = Object.entries(JSON.parse(code) as Record<string, string>);
    const said = all.filter(([key]) => (isPart ?? isSaidToAll)(key));
    const words = JSON.stringify(Object.fromEntries(said));
    // With a query, it is no file of JSON to the bundler any more.
    return isPart
      ? { code: `export default ${words}`, moduleType: 'js', map: null }
      : { code: words, map: null };
  },
});
