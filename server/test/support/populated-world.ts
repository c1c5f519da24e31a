import { updateLog } from '../../src/features/log/update-log.js';
import { changeFirstSteps } from '../../src/features/accounts/change-first-steps.js';
import { countChildren } from '../../src/features/accounts/count-children.js';
import { changeBillingAddress } from '../../src/features/billing/change-billing-address.js';
import { retireAllocated } from '../../src/features/carbon/retire-allocated.js';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { setPictures } from '../../src/features/projects/change-picture.js';
import { createQuoteLink } from '../../src/features/quotes/quote-link.js';
import { demoPictures } from '../../src/installation/demo/demo-projects.js';
import { dispatchEvents } from '../../src/features/webhooks/dispatch-events.js';
import { enqueueInOwnTransaction } from '../../src/database/job-store.js';
import type { User } from '../../src/features/users/user-store.js';
import type { Answer, ApiClient, Json } from './api-client.js';
import { runInProcess } from './command-line.js';
import { importLines, verraLine } from './credits.js';
import { addPhotoTo } from './planted-forest.js';
import { examplePicture } from './example-picture.js';
import { PlantedProject } from './planted-project.js';
import { createPushFeed, pagesOf } from './readings.js';
import { createResources } from './resources.js';
import type { Environment } from './regrove-process.js';
import { signInVisitor, createInvitedUser, type Visitor } from './visitor.js';
import { startWorld, type World } from './world.js';

/** An installation that has at least one of everything that is stored. */
export interface PopulatedWorld {
  readonly world: World;
  readonly env: Environment;
  /** A signed-in user. */
  readonly person: Visitor;
  readonly serverId: string;
  /** The response to `repeatableDeposit`. */
  readonly deposit: Json;
}

export const storedPassword = 'swordfish of the print server';

export async function startPopulatedWorld(settings: Environment = {}): Promise<PopulatedWorld> {
  const world = await startWorld(settings);
  const { server, channel, customer } = world;
  const { instance } = server.running;
  const env = {
    REGROVE_DATABASE_URL: server.database.url,
    REGROVE_DATA_DIR: instance.config.dataDir,
  };
  await createResources(world, channel);
  await channel.api.post('/deposits', { pages: 1 });
  await dispatchEvents(instance.context);
  await countChildren(instance.context);
  await countTrees(instance.context);
  await rollUp(instance.context);
  const planted = await PlantedProject.open(world);
  await planted.certify(1);
  await planted.plant({ reference: 'a', trees: 1 });
  await planted.cover();
  await addPhotoTo(server, planted.reference('a'), examplePicture());
  await importLines(server, verraLine('Stoves', 1, 100));
  await setPictures(instance.context, 'Forest', await demoPictures('Usambara Slopes'));
  const { body: deposit } = await repeatableDeposit(customer.api);
  await customer.api.post(`/projects/${world.projects.forest}`);
  const { body } = await customer.api.post('/servers', {
    type: 'papercut',
    url: 'https://print.example',
    username: 'reader',
    password: storedPassword,
  });
  await customer.api.patch('/settings', { public_page: { slug: 'customer', enabled: true } });
  const { body: quote } = await customer.api.post('/quotes', {
    project_id: world.projects.forest,
    items: [{ quantity: 10 }],
  });
  await createQuoteLink(instance.context, customer.account.id, String(quote.id));
  const feed = await createPushFeed(world, { owner: customer });
  for (const total of [100, 350]) await pagesOf(feed.push([{ device: 'A', total }]));
  const ids = [customer.id, feed.id];
  await customer.api.post('/deposits/import', { csv: 'job,sheets\nJ-1,5' });
  const { body: agentFeed } = await customer.api.post('/feeds', { type: 'agent' });
  await customer.api.post(`/feeds/${String(agentFeed.id)}/agents`, { name: 'Office' });
  for (const [table, columns, values] of devicesOfFeeds)
    await server.sql(
      `insert into ${table} (account_id, feed_id, ${columns}) values ($1, $2, ${values})`,
      ids,
    );
  const [billed] = (await channel.api.get('/biomass/offsets?end_date=2020-01-31')).body;
  for (const args of [
    ['carbon', 'fulfil'],
    ['month', 'close', '2026-01'],
    ['month', 'bill', '2026-01'],
    ['invoices', 'paid', '1'],
    ['offsets', 'withdraw', String(billed.id), '--account', channel.id, '--reason', 'A mistake'],
  ]) {
    const { code, stderr } = await runInProcess(args, env);
    if (code !== 0) throw new Error(stderr);
  }
  await retireAllocated(instance.context, 'https://registry.example/1');
  await runInProcess(['accounts', 'settings', customer.id, '--rate', '0.001'], env);
  await changeBillingAddress(instance.context, customer.account.id, {
    name: 'Customer GmbH',
    address: '1 Lane\n2 Town',
    taxId: null,
    reference: null,
  });
  await changeFirstSteps(instance.context, customer.account.id, { shared: true });
  await queueJobs(world);
  await updateLog(instance.context);
  const user = await createInvitedUser(server, customer.account);
  const person = await signInVisitor(server, user);
  await addPasskey(world, user);
  await addWitnesses(world);
  return { world, env, person, serverId: body.id as string, deposit };
}

/** The server has no host name, so a passkey cannot be added in the usual way. */
async function addPasskey({ server }: World, { accountId, id }: User): Promise<void> {
  await server.sql(
    `insert into passkeys (account_id, id, user_id, credential_id, user_handle, public_key, counter, transports, name, created_at)
     values ($1, gen_random_uuid(), $2, 'AAAA', 'BBBB', '\\x00ff', 4294967295, '{internal,"a, b"}', 'Phone', now())`,
    [accountId, id],
  );
  await server.sql(`insert into used_passkey_challenges values ($1, '\\x00', now())`, [accountId]);
}

/** Those of its log, and logs that it witnesses. */
async function addWitnesses({ server }: World): Promise<void> {
  await server.sql(
    `insert into log_witnesses (key, added_at, next_attempt_at, failure, trouble) values ('w', now(), now(), E'it\\tfailed', 'failed')`,
  );
  await server.sql(`insert into witnessed_logs values ('other.example/log', 5, sha256('5'))`);
  await server.sql(
    `insert into witnessed_checkpoints values ('other.example/log', 5, sha256('5'), E'5\\n\\n— a b\\n')`,
  );
  await server.sql(`insert into witnessed_forks values ('other.example/log', 5, now(), E'5\\n', E'6\\n')`);
}

/** Repeated requests get the same response. */
export const repeatableDeposit = (api: ApiClient): Promise<Answer> =>
  api.post('/deposits', { pages: 9_000, date: '2026-01-10' }, { headers: { 'idempotency-key': 'one' } });

// Contains all characters that have a meaning in the text format of a row.
const devicesOfFeeds = [
  [
    'feed_places',
    'device, address, slot, serial, is_by_jobs, state',
    `'A', '10.0.0.1', '', null, false, 'home'`,
  ],
  ['feed_troubles', 'device, reason', `'A', 'noAnswer'`],
  ['feed_jobs', 'device, last_job, open_jobs, total', `'A', 7, '{5,6}', 12`],
  [
    'feed_passed_over',
    'address, slot, since',
    `E'tab\\there \\\\N\nline \u{1F333}', E'\\\\.', '2026-02-01T00:00:00.123456Z'`,
  ],
] as const;

/** Queues a waiting job, a failed one, and one that is locked. */
async function queueJobs({ server }: World): Promise<void> {
  const { context } = server.running.instance;
  await enqueueInOwnTransaction(context.db, {
    task: { name: 'check-feeds', attempts: 5 },
    payload: { of: 1 },
    key: 'k',
    inSeconds: 99,
  });
  for (const of of [2, 3])
    await enqueueInOwnTransaction(context.db, { task: { name: 'purge-mail', attempts: 3 }, payload: { of } });
  await server.sql(
    `update graphile_worker._private_jobs set attempts = 3, last_error = E'broken\\n\\tthrice' where payload->>'of' = '2'`,
  );
  await server.sql(
    `update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'somebody' where payload->>'of' = '3'`,
  );
  await server.sql(
    `insert into graphile_worker._private_known_crontabs values ('fulfil-carbon', '2026-01-01', '2026-02-01')`,
  );
}
