import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiClient } from './support/api-client.mjs';
import { program as ownProgram } from './support/compiled-server.mjs';
import { createInstallation } from './support/installation.mjs';
import { runWrk } from './support/load/wrk.mjs';
import { processorMs } from './support/processor-time.mjs';
import { median } from './support/rounds.mjs';
import { count } from './support/table.mjs';

const connections = 64;
const requests = [
  { what: 'GET /account', path: '/v1/account' },
  { what: 'GET /deposits/:id', pathOf: ({ depositId }) => `/v1/deposits/${depositId}` },
  { what: 'POST /deposits', method: 'POST', path: '/v1/deposits', body: { pages: 100 } },
  { what: 'GET /deposits?limit=100', path: '/v1/deposits?limit=100' },
];

/**
 * What requests cost compared with another version, whose built checkout `REGROVE_BENCH_AGAINST` names; without it, nothing is
 * measured. Judged by requests per second of processor time, of the server and its database: on a busy machine, rates say little.
 */
export async function measureOtherVersion({ sizes }) {
  const other = process.env.REGROVE_BENCH_AGAINST;
  if (other === undefined) {
    console.log('  skipped: REGROVE_BENCH_AGAINST names no checkout of another version');
    return [];
  }
  const versions = [await open(ownProgram), await open(join(other, 'server/bin/regrove.js'))];
  const rows = [];
  for (const { what, ...request } of requests) {
    for (const version of versions) await measure(version, request, 1);
    const measured = [];
    for (let round = 0; round < sizes.against.rounds; round++) {
      // Whoever comes second finds another machine: they take turns.
      const order = round % 2 === 0 ? versions : versions.toReversed();
      const figures = new Map();
      for (const version of order)
        figures.set(version, await measure(version, request, sizes.against.seconds));
      measured.push({ ours: figures.get(versions[0]), theirs: figures.get(versions[1]) });
    }
    rows.push(rowOf(`${what}, per second of processor time`, measured, 'perProcessorSecond', 0.97));
    rows.push(rowOf(`${what}, ${connections} connections`, measured, 'rate'));
  }
  for (const { server } of versions) await server.stop();
  return rows;
}

async function open(program) {
  const installation = await createInstallation(program);
  const server = await installation.serve();
  const run = (...args) =>
    JSON.parse(
      execFileSync(process.execPath, [program, ...args, '--json'], {
        env: { ...process.env, ...installation.settings },
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  const record = join(installation.dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const postmasterPid = Number.parseInt(await readFile(record, 'utf8'), 10);
  const { id } = run('accounts', 'create', '--name', 'Shop', '--role', 'channel');
  const { key } = run('keys', 'create', '--account', id);
  const client = apiClient(server, key);
  const deposit = JSON.parse(await client.post('/deposits', { pages: 100 }));
  client.close();
  return { server, postmasterPid, key, depositId: deposit.id };
}

async function measure(version, { pathOf, ...request }, seconds) {
  const { server, postmasterPid, key } = version;
  const path = pathOf?.(version) ?? request.path;
  const usedMs = () => processorMs(server.pid) + processorMs(postmasterPid);
  const before = usedMs();
  const { rate } = await runWrk(server.url, [{ ...request, path, key }], { connections, seconds });
  return { rate, perProcessorSecond: (rate * seconds) / ((usedMs() - before) / 1_000) };
}

function rowOf(what, measured, figure, atLeast) {
  const ratio = median(measured.map(({ ours, theirs }) => ours[figure] / theirs[figure]));
  return {
    what,
    ours: `${count(Math.round(median(measured.map(({ ours }) => ours[figure]))))} /s`,
    other: `${count(Math.round(median(measured.map(({ theirs }) => theirs[figure]))))} /s`,
    otherIs: 'the other version',
    ratio,
    bar: atLeast === undefined ? 'none' : `at least ${atLeast}`,
    holds: atLeast === undefined || ratio >= atLeast,
  };
}
