import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFeed } from '../../src/features/feeds/feed-store.js';
import { recordHealth } from '../../src/features/feeds/health/record-health.js';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { coverTrees } from '../../src/features/plantings/cover-trees.js';
import { sendMails } from '../../src/features/mail/send-mails.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { readMonth } from '../../src/platform/time/months.js';
import { closedPort } from '../support/ports.js';
import { PlantedProject } from '../support/planted-project.js';
import { feedAt, startPrintServer } from '../support/print-server.js';
import { createAcceptedUser, createInvitedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const october = readMonth('2026-10');

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.server.setNow('2026-11-01T00:15:00Z');
  member = await world.newAccount('channel', world.distributor);
});
afterEach(() => world.server.sql('delete from mails'));

const context = () => world.server.running.instance.context;
let count = 0;
const user = async ({ account }: TestAccount) =>
  createAcceptedUser(world.server, account, { email: `user-${String(++count)}@example.com` });
const deposit = async ({ api }: TestAccount, pages = 1000) => {
  expect((await api.post('/deposits', { pages, date: '2026-10-10' })).status).toBe(200);
};

interface Receipt {
  readonly user_id: string;
  readonly state: string;
  readonly facts: {
    pages: number;
    certificates: { id: string; project: string; place: object }[];
    planted?: { day: string; trees: string; covered: string };
    methodology?: { source: string };
    checkpoint?: string;
  };
}
const receiptsOf = ({ id }: TestAccount) =>
  world.server.sql<Receipt>(
    `select user_id, state, facts from mails where account_id = $1 and kind = 'month-end' order by user_id`,
    [id],
  );
const certificatesOf = async ({ id }: TestAccount) =>
  (
    await world.server.sql<{ id: string }>(
      'select id from biomass_certificates where account_id = $1 order by id',
      [id],
    )
  ).map((certificate) => certificate.id);

describe('The close of a month', () => {
  it('notifies each user of an account about all its certificates, and no others', async () => {
    const other = await world.newAccount();
    const lonely = await world.newAccount();
    for (const project of [world.projects.forest, world.projects.grove])
      await member.api.post(`/projects/${project}`);
    const users = [await user(member), await user(member)];
    await user(other);
    for (const one of [member, other, lonely]) await deposit(one);
    await Promise.all(Array.from({ length: 4 }, () => closeMonth(context(), october)));
    await closeMonth(context(), october);
    const receipts = await receiptsOf(member);
    expect(receipts.map(({ user_id }) => user_id)).toEqual(users.map(({ id }) => id).sort());
    for (const { facts } of receipts) {
      expect(facts.certificates.map(({ id }) => id).sort()).toEqual(await certificatesOf(member));
      expect(facts.certificates.map(({ project }) => project)).toEqual(['Forest', 'Grove']);
      expect(facts.pages).toBe(1000);
      expect(facts.methodology?.source).toContain('EPA Victoria');
    }
    const [foreign, ...more] = await receiptsOf(other);
    expect(more).toEqual([]);
    expect(foreign?.facts.certificates.map(({ id }) => id)).toEqual(await certificatesOf(other));
    expect(await receiptsOf(lonely)).toEqual([]);
  });

  it('tells where the projects are, and how many of all trees are planted', async () => {
    await user(member);
    const project = await PlantedProject.open(world);
    await member.api.post(`/projects/${project.id}`);
    // Of another month, so that a planting covers three of its four trees before the close.
    await member.api.post('/biomass/offsets', { pages: 4 * 8_333, project_id: project.id });
    await project.plant({ reference: 'north', trees: 3 });
    await coverTrees(context());
    await deposit(member, 8_333);
    await closeMonth(context(), october);
    const [receipt] = await receiptsOf(member);
    const { day, trees, covered } = receipt?.facts.planted ?? {};
    expect([day, Number(trees), Number(covered)]).toEqual(['2026-11-01', 5, 3]);
    expect(receipt?.facts.certificates).toMatchObject([
      { project: project.name, place: { latitude: 1, longitude: 2, place: '' } },
    ]);
  });

  it('sends the newest checkpoint of the transparency log with it', async () => {
    await user(member);
    await member.api.post('/biomass/offsets', { pages: 3 });
    await updateLog(context());
    await deposit(member);
    await closeMonth(context(), october);
    const [checkpoint] = await world.server.sql<{ note: string }>('select note from log_checkpoints');
    const [receipt] = await receiptsOf(member);
    expect(receipt?.facts.checkpoint).toBe(checkpoint?.note);
    expect(checkpoint?.note).toMatch(/\/log\n\d+\n.{44}\n\n— /);
  });

  it('does not notify users who have not accepted the invitation', async () => {
    await createInvitedUser(world.server, member.account);
    await deposit(member);
    await closeMonth(context(), october);
    expect(await receiptsOf(member)).toEqual([]);
  });

  it('also notifies users of inactive accounts', async () => {
    await user(member);
    await deposit(member);
    await world.distributor.api.post(`/accounts/${member.id}/deactivate`);
    await closeMonth(context(), october);
    expect(await receiptsOf(member)).toHaveLength(1);
  });

  it('does not notify about what was not settled', async () => {
    await user(member);
    await deposit(member);
    await world.server.sql(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
      create trigger refuse before insert on mails for each row
        when (new.kind = 'month-end') execute function refuse()`);
    expect(await closeMonth(context(), october)).toMatchObject({ failed: 1, isClosed: true });
    await world.server.sql('drop trigger refuse on mails');
    expect(await certificatesOf(member)).toEqual([]);
    expect(await receiptsOf(member)).toEqual([]);
    await closeMonth(context(), october);
    expect(await receiptsOf(member)).toHaveLength(1);
  });

  it('adds no jobs to the queue, where batches would wait for each other', async () => {
    await user(member);
    await deposit(member);
    await world.server.sql('delete from graphile_worker._private_jobs');
    await closeMonth(context(), october);
    expect(await world.server.sql('select from graphile_worker.jobs')).toEqual([]);
  });
});

describe('A feed', () => {
  const told = async () =>
    (
      await world.server.sql<{ kind: string; reason: string | null }>(
        `select kind, facts->>'reason' as reason from mails where kind like 'feed%' order by created_at, id`,
      )
    ).map(({ kind, reason }) => [kind, reason]);

  const note = async (id: string, health: 'healthy' | 'unhealthy') => {
    const feed = await findFeed(context().db, member.account.id, id);
    if (!feed) throw new Error('the feed is gone');
    return recordHealth(
      context(),
      feed,
      health === 'healthy' ? { health } : { health, reason: 'login', host: null },
    );
  };

  it('sends one mail per change of its health to each user', async () => {
    await user(member);
    await user(member);
    const { body: feed } = await member.api.post('/feeds', { type: 'fmaudit' });
    for (const [minute, health] of (
      ['unhealthy', 'unhealthy', 'healthy', 'healthy', 'unhealthy'] as const
    ).entries()) {
      world.server.setNow(new Date(Date.UTC(2026, 10, 2, 0, minute)));
      await Promise.all(Array.from({ length: 4 }, () => note(feed.id, health)));
      await sendMails(context());
    }
    const trouble = ['feed-trouble', 'login'];
    const recovered = ['feed-recovered', null];
    expect(await told()).toEqual([trouble, trouble, recovered, recovered, trouble, trouble]);
  });

  it('sends no mail to users who have not accepted the invitation', async () => {
    await createInvitedUser(world.server, member.account);
    const { body: feed } = await member.api.post('/feeds', { type: 'fmaudit' });
    await note(feed.id, 'unhealthy');
    expect(await told()).toEqual([]);
  });

  it('sends a mail with the reason when its source is changed to one that does not respond', async () => {
    await user(member);
    const printServer = await startPrintServer({ copier: 350 });
    const feed = await printServer.feed(member);
    const { server_id } = await feedAt(member, `http://127.0.0.1:${String(await closedPort())}`);
    expect(await told()).toEqual([]);
    await member.api.patch(`/feeds/${String(feed.id)}`, { server_id });
    await printServer.close();
    expect(await told()).toEqual([['feed-trouble', 'noAnswer']]);
  });

  it('sends no mail while it or its account is inactive', async () => {
    await user(member);
    const { body: feed } = await member.api.post('/feeds', { type: 'fmaudit' });
    await member.api.post(`/feeds/${String(feed.id)}/deactivate`);
    await note(feed.id, 'unhealthy');
    await member.api.post(`/feeds/${String(feed.id)}/activate`);
    await world.distributor.api.post(`/accounts/${member.id}/deactivate`);
    await note(feed.id, 'healthy');
    expect(await told()).toEqual([]);
  });
});
