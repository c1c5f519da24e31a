import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('GET /biomass/certificates/:id', () => {
  it('includes the project and permalinks under the base URL', async () => {
    const { api, id: accountId } = world.customer;
    const { body: offset } = await api.post('/biomass/offsets', {
      pages: 8333,
      date: '2026-03-04T05:06:07Z',
      project_id: world.projects.forest,
    });
    const { status, body } = await api.get(`/biomass/certificates/${offset.certificate_id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: offset.certificate_id,
      account_id: accountId,
      date: '2026-03-04T05:06:07Z',
      pages: 8333,
      trees: 1,
      project_id: world.projects.forest,
      project: (await api.get(`/forestry/projects/${world.projects.forest}`)).body,
      url: `${world.server.running.baseUrl}/certificates/${offset.certificate_id}`,
      pdf_url: `${world.server.running.baseUrl}/certificates/${offset.certificate_id}.pdf`,
    });
    expect(body.project).toMatchObject({ id: world.projects.forest, name: 'Forest' });
  });

  it("returns 404 for an unknown id, a malformed id, another account's certificate and the id of an offset", async () => {
    const { body: foreign } = await world.stranger.api.post('/biomass/offsets', { pages: 1 });
    const { body: own } = await world.customer.api.post('/biomass/offsets', { pages: 1 });
    for (const id of [unknownId, 'not-a-uuid', foreign.certificate_id, own.id]) {
      expectRefusal(await world.customer.api.get(`/biomass/certificates/${id}`), 404);
    }
  });

  it('serves an account below the caller at its prefixed path', async () => {
    const { body: offset } = await world.customer.api.post('/biomass/offsets', { pages: 1 });
    const path = `/accounts/${world.customer.id}/biomass/certificates/${offset.certificate_id}`;
    expect(await world.distributor.api.get(path)).toMatchObject({
      status: 200,
      body: { id: offset.certificate_id, account_id: world.customer.id },
    });
  });
});

describe('GET /biomass/certificates', () => {
  it('lists by date, newest first, without withdrawn certificates', async () => {
    const { api } = await world.newAccount();
    const offsets: Json[] = [];
    for (const date of ['2026-02-01', '2026-04-01', '2026-03-01', '2026-05-01']) {
      offsets.push((await api.post('/biomass/offsets', { pages: 1, date })).body);
    }
    const [february, april, march, may] = offsets;
    const listed = async (): Promise<string[]> =>
      (await api.get('/biomass/certificates')).body.map(({ id }: Json) => id);
    const ids = [may, april, march, february].map((offset) => offset.certificate_id);
    expect(await listed()).toEqual(ids);

    await api.delete(`/biomass/offsets/${april.id}`);
    expect(await listed()).toEqual(ids.filter((id) => id !== april.certificate_id));
    expectRefusal(await api.get(`/biomass/certificates/${april.certificate_id}`), 404);
  });

  it('returns each certificate as it is retrieved', async () => {
    const { api } = await world.newAccount();
    const { body: offset } = await api.post('/biomass/offsets', { pages: 12 });
    const { body: one } = await api.get(`/biomass/certificates/${offset.certificate_id}`);
    expect((await api.get('/biomass/certificates')).body).toEqual([one]);
  });
});
