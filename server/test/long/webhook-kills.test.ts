import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { Depositors } from '../support/faults/depositors.js';
import { fillInstallation, type Installation } from '../support/faults/installation.js';
import { KillableReceiver } from '../support/faults/killable-receiver.js';
import { observe } from '../support/faults/observer.js';
import { Processes } from '../support/faults/processes.js';
import { Random } from '../support/faults/random.js';
import { pause } from '../support/pause.js';
import { until } from '../support/until.js';

// `REGROVE_CHAOS_KILLS` is set by `npm run chaos`.
const kills = Number(process.env['REGROVE_CHAOS_KILLS'] ?? 8);
const hangMs = 300_000;
const random = new Random();

let directory: DataDirectory;
let installation: Installation;
const receiver = new KillableReceiver();
beforeAll(async () => {
  const place = await createDataDirectory('regrove-webhook-kills-');
  directory = { ...place, env: { ...place.env, REGROVE_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8' } };
  installation = await fillInstallation(directory, { members: 4, accounts: 0, lots: 1, role: 'distributor' });
  await receiver.start();
});
afterAll(async () => {
  await directory.remove();
  await receiver.kill();
});

const victims = ['server', 'worker', 'other worker', 'database', 'receiver'] as const;

it(
  'whatever is killed, every committed change has exactly one event, which arrives at least once, and nothing else does',
  async () => {
    const observer = observe(directory);
    const processes = new Processes(directory);
    const start = (role: string): void =>
      role === 'server' ? processes.start(role, 'serve', '--no-jobs') : processes.start(role, 'worker');
    const roles = ['server', 'worker', 'other worker'];
    for (const role of roles) {
      start(role);
      await processes.isUp(role);
    }
    for (const { key } of installation.members) {
      const { status } = await (
        await processes.client(key)
      ).post('/webhook_endpoints', {
        url: receiver.url,
        events: ['deposit.*'],
      });
      expect(status).toBe(200);
    }
    const depositors = new Depositors(
      installation.members,
      (key) => processes.client(key),
      () => new Date(),
    );
    try {
      for (let killed = 0; killed < kills; killed++) {
        for (const role of roles) await processes.isUp(role);
        const known = depositors.known.length;
        await until('more deposits', () => depositors.known.length >= known + 10);
        await pause(random.upTo(300));
        const victim = victims[random.upTo(victims.length)] ?? 'server';
        if (victim === 'database') {
          await until('the database to run', async () => (await directory.postmaster()) !== undefined);
          await processes.killDatabase();
        } else if (victim === 'receiver') {
          await receiver.kill();
          await pause(random.upTo(500));
          await receiver.start();
        } else {
          await processes.kill(victim);
          start(victim);
        }
      }
      for (const role of roles) await processes.isUp(role);
    } finally {
      await depositors.stop();
    }
    expect(depositors.unexpected).toEqual([]);
    expect(processes.unexpectedExits).toEqual([]);

    // Exactly one event for what happened, and none for what did not.
    const wrong = await observer.query(
      `with happened as (
         select id, 'deposit.created' as type from deposits
         union all select subject_id, case action when 'deposit.create' then 'deposit.created' else 'deposit.deleted' end
           from audit_entries where action in ('deposit.create', 'deposit.delete')
           and (action = 'deposit.delete' or not exists (select from deposits where deposits.id = subject_id))
       ), told as (select subject_id as id, type, count(*) as times from events where type like 'deposit.%' group by 1, 2)
       select coalesce(happened.id, told.id) as id, happened.type as happened, told.type as told, times
       from happened full join told using (id, type) where happened.id is null or times is distinct from 1`,
    );
    expect(wrong).toEqual([]);
    for (const { id, state } of depositors.known) {
      const types = (
        await observer.query<{ type: string }>(
          'select type from events where subject_id = $1 order by sequence',
          [id],
        )
      ).map(({ type }) => type);
      if (state === 'exists' || state === 'refused') expect(types).toEqual(['deposit.created']);
      else if (state === 'deleted') expect(types).toEqual(['deposit.created', 'deposit.deleted']);
      else expect(types[0]).toBe('deposit.created');
    }

    // What failed while the receiver was away is due in minutes. Nobody waits for that here.
    const hasten = async (): Promise<void> => {
      await observer.query(
        `update webhook_deliveries set next_attempt_at = now() where status = 'pending' and next_attempt_at > now()`,
      );
      for (const { key } of installation.members) {
        const client = await processes.client(key);
        const [endpoint] = (await client.get('/webhook_endpoints')).body;
        await client.patch(`/webhook_endpoints/${endpoint.id}`, {
          description: `hastened ${random.upTo(1e9)}`,
        });
      }
    };
    const ids = (
      await observer.query<{ id: string }>("select id from events where type like 'deposit.%'")
    ).map(({ id }) => id);
    await hasten();
    await until(
      'all events to arrive',
      () => ids.filter((id) => !receiver.events.has(id)).length,
      (missing) => missing === 0,
      hangMs,
    );
    expect(receiver.events.size).toBe(ids.length);
    await until('all results to be stored', async () => {
      await hasten();
      await pause(500);
      return (await observer.count("from webhook_deliveries where status <> 'succeeded'")) === 0;
    });
    expect(await observer.count('from webhook_deliveries')).toBe(ids.length);
    expect(await observer.count('from events where pending')).toBe(0);
    await observer.close();
    for (const { code, stderr } of await processes.stopAll())
      expect([code, stderr]).toEqual([0, expect.any(String)]);
    if (process.env['REGROVE_CHAOS_KILLS'] !== undefined)
      process.stderr.write(
        `${kills} kills, ${ids.length} events, ${receiver.deliveries} deliveries (seed ${random.seed})\n`,
      );
  },
  kills * 60_000 + 2 * hangMs,
);
