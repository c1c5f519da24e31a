// Starts a Citus cluster of a coordinator and workers on this machine, and stops it on Ctrl-C: see docs/scale.md.
import { parseArgs } from 'node:util';
import {
  createCitusDatabase,
  findCitus,
  query,
  startCitusCluster,
} from '../server/test/support/citus-cluster.mjs';

const { values } = parseArgs({
  options: {
    directory: { type: 'string', default: '/tmp/regrove-citus' },
    port: { type: 'string', default: '15500' },
    workers: { type: 'string', default: '2' },
    shards: { type: 'string', default: '32' },
  },
});

const programs = await findCitus();
if (!programs) {
  console.error('No PostgreSQL with the extension Citus is installed here: see docs/scale.md');
  process.exit(1);
}
const ports = Array.from({ length: Number(values.workers) + 1 }, (_, index) => Number(values.port) + index);
const cluster = await startCitusCluster({
  programs,
  directory: values.directory,
  ports,
  shards: Number(values.shards),
});
const database = 'regrove';
const known = await query(cluster.urlOf('postgres'), [
  `select 1 from pg_database where datname = '${database}'`,
]);
if (known.length === 0) await createCitusDatabase(cluster, database);
console.log(`export REGROVE_DATABASE_URL=${cluster.urlOf(database)}`);
console.log('Run `npx regrove migrate --distribute` with it once. Ctrl-C stops the cluster; its data stays.');

const stop = async () => {
  await cluster.stop();
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
