import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { readMonth } from '../../src/platform/time/months.js';
import { countTrees } from '../../src/features/projects/count-trees.js';
import type { Answer } from '../support/api-client.js';
import { okBody, newPassword, auditTrail } from '../support/audit-trail.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const { bodies, post, creator, entriesAfter } = auditTrail(() => world);

describe('A change without effect adds no entry', () => {
  const twice: Readonly<Record<string, () => Promise<() => Promise<Answer>>>> = {
    'activating an active account': async () => {
      const id = await creator('/accounts', bodies.account)();
      return () => world.distributor.api.post(`/accounts/${id}/activate`);
    },
    'deactivating an inactive account': async () => {
      const id = await creator('/accounts', bodies.account, 'deactivate')();
      return () => world.distributor.api.post(`/accounts/${id}/deactivate`);
    },
    'an account that gets the name that it has': async () => {
      const { id, name } = await post('/accounts', bodies.account());
      return () => world.distributor.api.patch(`/accounts/${String(id)}`, { name });
    },
    'an empty change of a server': async () => {
      const id = await creator('/servers', bodies.server)();
      return () => world.distributor.api.patch(`/servers/${id}`, {});
    },
    'settings that are so already': async () => {
      await world.distributor.api.patch('/settings', { locale: 'de', badge_enabled: true });
      return () => world.distributor.api.patch('/settings', { locale: 'de', badge_enabled: true });
    },
    'activating an active feed': async () => {
      const id = await creator('/feeds', bodies.feed)();
      return () => world.distributor.api.post(`/feeds/${id}/activate`);
    },
    'deactivating an inactive feed': async () => {
      const id = await creator('/feeds', bodies.feed, 'deactivate')();
      return () => world.distributor.api.post(`/feeds/${id}/deactivate`);
    },
    'a feed that gets the external id that it has': async () => {
      const { id } = await post('/feeds', { ...bodies.feed(), external_id: 'same' });
      return () => world.distributor.api.patch(`/feeds/${String(id)}`, { external_id: 'same' });
    },
    'a favorite that is one already': async () => {
      await post(`/projects/${world.projects.forest}`);
      return () => world.distributor.api.post(`/projects/${world.projects.forest}`);
    },
  };
  it.each(Object.entries(twice))('%s', async (_, prepare) => {
    const call = await prepare();
    expect(await entriesAfter(async () => okBody(await call()))).toEqual([]);
  });
});

describe('An entry', () => {
  it('of a change contains the old and new values of the changed fields only', async () => {
    const { id, name } = await post('/accounts', bodies.account());
    const [entry] = await entriesAfter(() =>
      world.distributor.api.patch(`/accounts/${String(id)}`, { name: 'Other' }),
    );
    expect(entry).toMatchObject({ before: { name }, after: { name: 'Other' } });
  });

  it('of a new password says only that there is one', async () => {
    const id = await creator('/servers', bodies.server)();
    const [entry] = await entriesAfter(() =>
      world.distributor.api.patch(`/servers/${id}`, { password: newPassword }),
    );
    expect(entry).toMatchObject({ action: 'server.update', after: { password_changed: true } });
  });

  it('of a deposit has the paper weight as a number, also for a returned deposit', async () => {
    const deposit = { pages: 10, date: '2020-01-15' };
    const [created] = await entriesAfter(() => post('/deposits', deposit));
    await closeMonth(world.server.running.instance.context, readMonth('2020-01'));
    const { api } = world.distributor;
    const { body: offsets } = await api.get('/biomass/offsets?start_date=2020-01-01&end_date=2020-01-31');
    const entries = await entriesAfter(() => api.delete(`/biomass/offsets/${String(offsets[0].id)}`));
    const returned = entries.find(({ action }) => action === 'deposit.return');
    expect([created?.after?.['gsm'], returned?.after?.['gsm']]).toEqual([75, 75]);
  });

  it('of a full project belongs to the installation, with the actor that detected it', async () => {
    const { forest } = world.projects;
    await post('/biomass/offsets', { pages: 10_000, project_id: forest });
    await world.server.sql('update forestry_projects set capacity_trees = 1 where id = $1', [forest]);
    const job = { kind: 'job', id: 'count-trees' } as const;
    const run = () => countTrees({ ...world.server.running.instance.context, actor: job });
    expect(await entriesAfter(run)).toMatchObject([
      {
        accountId: '00000000-0000-0000-0000-000000000000',
        actorKind: 'job',
        actorId: 'count-trees',
        action: 'forestry_project.complete',
        subjectId: forest,
        before: { status: 'active' },
        after: { status: 'complete', capacity_trees: '1.000000' },
      },
    ]);
    expect(await entriesAfter(run)).toEqual([]);
  });
});
