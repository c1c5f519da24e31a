import { createDeposit, createOffset } from './support/compiled-server.mjs';
import { compareRates } from './support/load/in-turns.mjs';
import { runPgbench } from './support/load/pgbench.mjs';
import { pgbenchScript, record } from './support/load/recorded-statements.mjs';
import { drive } from './support/load/wrk.mjs';
import { createMember, createProjects } from './support/members.mjs';

const connections = 64;

/** What point-of-sale traffic writes, beside what the database alone does of the same statements. */
export async function measureWrites({ installation, sizes }) {
  const { seconds, rounds, accounts } = sizes.load;
  const database = await installation.open();
  const { context, pool } = database;
  const { forestryId } = await createProjects(context, ' of writes');
  const members = [];
  for (let number = 0; number < accounts; number++)
    members.push(await createMember(context, `Shop ${number}`, 'customer'));

  const known = new Set([forestryId, ...members.map(({ account }) => account.id)]);
  const { rows } = await pool.driver.query('select id from methodologies');
  for (const { id } of rows) known.add(id);
  // What a request of each account sends.
  const deposits = await serially(members, ({ account }) =>
    record(pool, () => createDeposit(context, account.id, { pages: 100, date: null })),
  );
  const offsets = await serially(members, ({ account }) =>
    record(pool, () => createOffset(context, account.id, { amount: { pages: 100 }, projectId: forestryId })),
  );
  const asScripts = (sent) => sent.map((one) => pgbenchScript(one, { isKnown: (id) => known.has(id) }));

  const server = await installation.serve();
  const post = (path, body) => (some) =>
    drive(
      server.url,
      some.map(({ key }) => ({ method: 'POST', path: `/v1${path}`, key, body })),
      { connections, seconds },
    ).then(({ rate }) => rate);
  const deposit = post('/deposits', { pages: 100 });
  const offset = post('/biomass/offsets', { pages: 100, project_id: forestryId });
  const { host, port, user, database: name } = pool.driver.options;
  const besidePgbench = (what, send, sent) =>
    compareRates({
      what: `POST ${what}, ${connections} connections, ${accounts} accounts`,
      otherIs: 'pgbench, the same statements',
      ours: () => send(members),
      other: () => runPgbench({ host, port, user, database: name }, asScripts(sent), seconds),
      rounds,
      atLeast: 0.6,
      aim: 1,
    });

  const results = [
    await besidePgbench('/deposits', deposit, deposits),
    await besidePgbench('/biomass/offsets', offset, offsets),
    await compareRates({
      what: 'the same, one account',
      otherIs: `${accounts} accounts`,
      ours: () => offset(members.slice(0, 1)),
      other: () => offset(members),
      rounds,
      atLeast: 0.5,
    }),
  ];
  await server.stop();
  await database.close();
  return results;
}

async function serially(list, work) {
  const results = [];
  for (const one of list) results.push(await work(one));
  return results;
}
