import { join } from 'node:path';
import { auditTrailAccess, readConnectionRoles } from '../database/application-role.js';
import { unavailableNodes, readClusterState } from '../database/cluster-store.js';
import { unconfirmedUpgrade, upgradeLeftovers } from '../database/embedded-postgres/index.js';
import { databaseDirectory } from '../database/require-installation.js';
import type { Instance } from '../database/instance.js';
import { pendingMigrations } from '../database/migrate.js';
import { currentPosition } from '../database/replica-store.js';
import type { Advice } from './doctor-advice.js';
import { failure, success, warning, type Finding } from './doctor-finding.js';
import { pluralize } from './pluralize.js';

const oldestServer = 150_000;

export async function checkDatabase({ pool, config }: Instance, advice: Advice): Promise<readonly Finding[]> {
  return pool.withClient(async (client) => {
    const { rows } = await client.query<{ number: number; name: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
    );
    const { number = 0, name = '' } = rows[0] ?? {};
    if (number < oldestServer)
      return [failure(`PostgreSQL ${name} is too old: 15 or later is needed`, advice.oldDatabase)];
    if (config.databaseUrl !== undefined) return [success(`PostgreSQL ${name}, external`)];
    const directory = databaseDirectory(config.dataDir);
    const unconfirmed = await unconfirmedUpgrade(directory);
    return [
      unconfirmed
        ? warning(
            `PostgreSQL ${name}, embedded; the upgrade from PostgreSQL ${unconfirmed.from} is not confirmed`,
            advice.unconfirmedUpgrade,
          )
        : success(`PostgreSQL ${name}, embedded`),
      ...(await checkLeftovers(directory, advice)),
    ];
  });
}

/** What upgrades of the embedded database have left, which takes as much room as the database. */
async function checkLeftovers(directory: string, advice: Advice): Promise<Finding[]> {
  const { interrupted, setAside } = await upgradeLeftovers(directory);
  return [
    ...interrupted.map((name) =>
      warning(`an interrupted upgrade has left ${join(directory, name)}`, advice.interruptedUpgrade),
    ),
    ...setAside.map((name) =>
      warning(
        `an upgrade was reverted, and its database kept in ${join(directory, name)}`,
        advice.revertedUpgrade,
      ),
    ),
  ];
}

export async function checkSchema({ pool }: Instance, advice: Advice): Promise<Finding> {
  const pending = await pendingMigrations(pool);
  return pending.length > 0
    ? failure(`not migrated: ${pending.join(', ')}`, advice.notMigrated)
    : success('up to date');
}

export async function checkCluster({ pool }: Instance, advice: Advice): Promise<Finding> {
  const state = await readClusterState(pool);
  if (!state) return success('none: one PostgreSQL has all tables');
  const { workers, shards, misplaced, role, withoutLogin } = state;
  if (withoutLogin.length > 0)
    return failure(
      `Citus cannot connect to other nodes as ${withoutLogin.join(' and ')}`,
      advice.noLogin(withoutLogin),
    );
  const unavailable = await unavailableNodes(pool);
  if (unavailable.length > 0)
    return failure(
      `no response to ${role} from ${unavailable.join(', ')}: requests of the accounts there get a 503`,
      advice.nodesAway,
    );
  if (misplaced.length > 0) return failure(`not distributed: ${misplaced.join(', ')}`, advice.notDistributed);
  return success(
    `${pluralize(workers, 'worker')}, ${pluralize(shards, 'shard')}, all of them respond to ${role}`,
  );
}

export async function checkLogin({ pool }: Instance, advice: Advice): Promise<Finding> {
  const found = await pool.withClient(readConnectionRoles);
  if (!found) return success('unknown until there is a schema');
  const { login, role, canBecomeOwner } = found;
  const says = `Regrove logs in as ${login}${role === login ? '' : ` and runs as ${role}`}`;
  if (!canBecomeOwner) return success(`${says}: it cannot become the owner of the tables`);
  return warning(
    `${says}. Warning: ${login} can become the owner of the tables, so an SQL injection could, too`,
    advice.ownerLogin,
  );
}

export async function checkAudit({ pool }: Instance, advice: Advice): Promise<Finding> {
  const guard = await pool.withClient(auditTrailAccess);
  if (!guard) return success('none yet: it is created with the schema');
  const { role, changes } = guard;
  if (changes)
    return failure(`Regrove runs as ${role}, which can change the audit trail`, advice.changeableTrail(role));
  return success(`Regrove runs as ${role}, which cannot change it`);
}

export async function checkReplica({ context: { db, replica } }: Instance, advice: Advice): Promise<Finding> {
  if (!replica) return success('none: reports are read from the primary');
  try {
    if (!(await replica.catchUp(await currentPosition(db))))
      return success(
        'after a failover, reports are read from the primary until the replica has made a checkpoint',
      );
  } catch (error) {
    const { message } =
      error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    return failure(`reports are read from the primary: ${message}`, advice.replicaAway);
  }
  return success('it has everything that the primary has');
}
