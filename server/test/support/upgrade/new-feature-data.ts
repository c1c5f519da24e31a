import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { addMonths } from '../../../src/platform/time/months.js';
import type { ApiClient, Json } from '../api-client.js';
import type { DataDirectory } from '../data-directory.js';
import type { Processes } from '../faults/processes.js';

/** What only the present version knows, in an account of its own. */
export interface NewFeatureData {
  /** What stays as it is. */
  readonly kept: Json;
  /** A deposit that was imported as a job, and its file. */
  readonly job: { readonly depositId: string; readonly file: { readonly csv: string } };
  readonly agentFeedId: string;
  /** An offset that is on an invoice. */
  readonly billedId: string;
}

const readKept = async (api: ApiClient): Promise<Json> => ({
  endpoints: (await api.get('/webhook_endpoints')).body,
  sandboxes: (await api.get('/sandboxes')).body,
  page: (await api.get('/settings?expand=public_page')).body.public_page,
});

/** Creates it by API and commands of the present version. `close`: closes and bills the month. */
export async function addNewFeatureData(
  directory: DataDirectory,
  present: Processes,
  { key }: { readonly key: string },
  { month, close }: { readonly month: Date; readonly close: () => Promise<void> },
): Promise<NewFeatureData> {
  const api = await present.client(key);
  const post = async (path: string, sent: Json): Promise<Json> => {
    const { status, body } = await api.post(path, sent);
    expect({ path, status, body }).toMatchObject({ status: 200 });
    return body;
  };
  await post('/webhook_endpoints', { url: 'https://hooks.example/regrove', events: ['*'] });
  await post('/sandboxes', {});
  const { id: agentFeedId } = await post('/feeds', { type: 'agent' });
  await post(`/feeds/${agentFeedId}/agents`, { name: 'Cellar' });
  await post('/users', { email: 'reader@example.com', permission: 'restricted' });
  const page = { slug: 'newcomer', enabled: true };
  expect((await api.patch('/settings', { public_page: page })).status).toBe(200);
  const file = { csv: 'job,sheets\nfolder,8333' };
  await post('/deposits/import', file);
  const [{ id: depositId }] = (await api.get('/deposits')).body as [Json];

  const [project] = (await api.get('/forestry/projects')).body as [Json];
  const plantings = join(directory.path, 'plantings.json');
  const planting = { reference: 'N-1', planted_on: '2024-05-01', trees: 1_000, partner: 'Green Hands' };
  await writeFile(plantings, JSON.stringify([{ project: project.name, species: [], ...planting }]));
  await present.command('plantings', 'import', plantings);
  await post('/biomass/offsets', { pages: 8333, project_id: project.id });
  await post('/deposits', { pages: 16_666, date: month.toISOString() });
  await close();
  const [{ id: billedId }] = (await api.get('/biomass/offsets')).body.filter(
    ({ date }: Json) => new Date(date) < addMonths(month, 1),
  );
  return { kept: await readKept(api), job: { depositId, file }, agentFeedId, billedId };
}

/** Checks that an earlier version serves the account meanwhile, and lets it delete what the present one has created. */
export async function useNewFeatureData(
  earlier: Processes,
  key: string,
  { job, agentFeedId }: NewFeatureData,
): Promise<void> {
  const api = await earlier.client(key);
  for (const path of [
    '/feeds',
    '/users',
    '/deposits',
    '/biomass/offsets',
    '/biomass/certificates',
    '/invoices',
    '/settings',
  ])
    expect({ path, status: (await api.get(path)).status }).toEqual({ path, status: 200 });
  for (const path of [`/deposits/${job.depositId}`, `/feeds/${agentFeedId}`])
    expect({ path, status: (await api.delete(path)).status }).toEqual({ path, status: 200 });
}

/** Checks that the rest is as it was, and that what was deleted can be created again. */
export async function expectNewFeatureData(
  present: Processes,
  key: string,
  { kept, job }: NewFeatureData,
): Promise<void> {
  const api = await present.client(key);
  expect(await readKept(api)).toEqual(kept);
  expect((await api.post('/deposits/import', job.file)).body).toMatchObject({ created: 1, unchanged: 0 });
}
