// What revision 1.7.1 has otherwise than 1.6.6: the introduction of projects.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './client.js';
import { settings, type Same } from './settings.mjs';

type Schemas = components['schemas'];

true satisfies Same<Schemas['ForestryProject']['content_introduction'], string>;
true satisfies Same<Schemas['NewDeposit']['gsm'], number | null | undefined>;

const api = createClient<paths>({
  baseUrl: settings.url,
  headers: {
    Authorization: `Bearer ${settings.key}`,
    'API-Revision': '1.7.1',
    'User-Agent': settings.userAgent,
  },
});

/** What came, or the error that the server sent. */
function answered<T>({ data, error }: { data?: T; error?: Schemas['ErrorResponse'] }): T {
  if (data === undefined) throw new Error(error?.error ?? 'There was no answer');
  return data;
}

const deposit = answered(await api.POST('/deposits', { body: { pages: 500, gsm: 80 } }));
assert.equal(deposit.gsm, 80);

const [listed] = answered(await api.GET('/forestry/projects', { params: { query: { limit: 1 } } }));
assert.equal(listed?.content_introduction, '');
const project = answered(
  await api.GET('/forestry/projects/{id}', { params: { path: { id: listed?.id ?? '' } } }),
);
assert.match(project.content_body_html, /^<p>/);

console.log('done');
