// What revision 1.7.1 has otherwise than 1.6.6: the introduction of projects.
import assert from 'node:assert/strict';
import { client } from './client/client.gen.js';
import * as api from './client/index.js';
import { settings, type Same } from './settings.mjs';

true satisfies Same<api.ForestryProject['content_introduction'], string>;
true satisfies Same<api.NewDeposit['gsm'], number | null | undefined>;

client.setConfig({
  baseUrl: settings.url,
  auth: settings.key,
  headers: { 'API-Revision': '1.7.1', 'User-Agent': settings.userAgent },
  throwOnError: true,
});
const always = { throwOnError: true } as const;

const { data: deposit } = await api.createDeposit({ body: { pages: 500, gsm: 80 }, ...always });
assert.equal(deposit.gsm, 80);

const { data: projects } = await api.listForestryProjects({ query: { limit: 1 }, ...always });
assert.equal(projects[0]?.content_introduction, '');
const { data: project } = await api.getForestryProject({ path: { id: projects[0].id }, ...always });
assert.match(project.content_body_html, /^<p>/);

console.log('done');
