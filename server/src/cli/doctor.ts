import { X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  failedSettlements,
  type FailedSettlement,
} from '../features/settlements/settlement-progress-store.js';
import { stuckMonths } from '../features/settlements/settlement-store.js';
import { listFailedJobs } from '../jobs/queue-store.js';
import type { LedgerFinding } from '../installation/ledger/ledger-finding.js';
import { knownLog } from '../installation/ledger/known-log.js';
import { reconcile } from '../installation/ledger/reconcile.js';
import { checkSmtp } from '../features/mail/check-smtp.js';
import { countTroubled } from '../features/mail/mail-list-store.js';
import { commandHint } from '../platform/config/command-hint.js';
import type { Config } from '../platform/config/config.js';
import { applicationRoleName, auditTrailAccess, readConnectionRoles } from '../database/application-role.js';
import { unavailableNodes, readClusterState } from '../database/cluster-store.js';
import { currentPosition } from '../database/replica-store.js';
import { pendingMigrations } from '../database/migrate.js';
import type { Instance } from '../database/instance.js';
import { isoMonth } from '../platform/time/months.js';
import { pingRedis } from '../platform/net/redis.js';
import { currentCertificate } from '../platform/net/tls-certificate.js';
import { inspectSecrets } from '../installation/secrets/inspect-secrets.js';
import { pauseOfWrites } from './pause-of-writes.js';
import { pluralize, onInstance, type CommandLine } from './command-line.js';
import { checkLog } from './doctor-log.js';
import { checkSandboxLedgers } from './doctor-sandboxes.js';
import { checkSignIn } from './doctor-sign-in.js';
import { checkTables } from './doctor-tables.js';
import { reminderOfUpgrade } from './doctor-upgrade.js';
import { checkWitnesses } from './doctor-witnesses.js';
import { dayMs } from '../platform/time/durations.js';

interface Check {
  readonly name: string;
  /** Returns what was found; throws if something is wrong. */
  readonly run: (instance: Instance) => Promise<string>;
}

interface Result {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

const checks: readonly Check[] = [
  { name: 'database', run: checkDatabase },
  { name: 'schema', run: checkSchema },
  { name: 'cluster', run: checkCluster },
  { name: 'tables', run: checkTables },
  { name: 'login', run: checkLogin },
  { name: 'audit', run: checkAudit },
  { name: 'secrets', run: checkSecrets },
  { name: 'tls', run: checkTls },
  { name: 'jobs', run: checkJobs },
  { name: 'months', run: checkMonths },
  { name: 'mail', run: checkMail },
  { name: 'redis', run: checkRedis },
  { name: 'replica', run: checkReplica },
  { name: 'sign-in', run: checkSignIn },
  { name: 'log', run: checkLog },
  { name: 'witness', run: checkWitnesses },
];

export function addDoctorCommand(program: Command, line: CommandLine): void {
  onInstance(
    line,
    program
      .command('doctor')
      .description(
        'check database, schema, cluster, large tables, login, audit trail, secrets, TLS, jobs, months, mail, Redis, the read replica, sign-in, the transparency log and its witnesses; exits with 1 if a check fails',
      )
      .option('--ledger', 'also check that stored amounts add up'),
    async (instance, { ledger }: { ledger?: boolean }) => {
      const results: Result[] = [];
      for (const { name, run } of checks) {
        results.push(
          await run(instance).then(
            (detail) => ({ check: name, ok: true, detail }),
            (error: unknown) => ({
              check: name,
              ok: false,
              detail: error instanceof Error ? error.message : String(error),
            }),
          ),
        );
      }
      if (ledger === true) results.push(...(await checkLedger(instance, results)));
      const text = results.map(
        ({ check, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(8)}  ${detail}`,
      );
      return { value: results, text: text.join('\n'), failed: results.some(({ ok }) => !ok) };
    },
    { migrates: false },
  );
}

async function checkJobs({ context, pool, config }: Instance): Promise<string> {
  if ((await pendingMigrations(pool)).length > 0) return 'none: the schema is not up to date';
  const failed = await listFailedJobs(context.db);
  if (failed.length === 0) return 'none has failed';
  const names = [...new Set(failed.map(({ task }) => task))].join(', ');
  throw new Error(
    `${failed.length} failed (${names}): see \`${commandHint(config, 'jobs list --failed')}\`, then ` +
      `\`${commandHint(config, 'jobs retry')}\``,
  );
}

async function checkMonths({ context, pool, config }: Instance): Promise<string> {
  if ((await pendingMigrations(pool)).length > 0) return 'none: the schema is not up to date';
  const now = context.clock();
  const stuck = await stuckMonths(context.db, new Date(now.getTime() - dayMs));
  const setAside = await failedSettlements(context.db);
  if (setAside.length > 0) throw new Error(describeSetAside(config, setAside));
  if (stuck.length === 0) return 'no unfinished close, no account set aside';
  throw new Error(
    `unfinished for a day: ${stuck.map(isoMonth).join(', ')} ` +
      `(run: ${commandHint(config, `month close ${isoMonth(stuck[0] ?? now)}`)})`,
  );
}

function describeSetAside(config: Config, failed: readonly FailedSettlement[]): string {
  const shown = failed
    .slice(0, shownOfMany)
    .map(({ month, accountName, failure }) => `${month.slice(0, 7)} ${accountName}: ${failure}`);
  const more = failed.length > shownOfMany ? '; ...' : '';
  return (
    `closed without ${pluralize(failed.length, 'account')} (${shown.join('; ')}${more}): retried every hour, ` +
    `or by \`${commandHint(config, `month close ${(failed[0]?.month ?? '').slice(0, 7)}`)}\` once the cause is fixed`
  );
}

const mailDays = 30;

async function checkMail({ context, pool, config }: Instance): Promise<string> {
  const way = await checkSmtp(context.mail);
  if ((await pendingMigrations(pool)).length > 0) return way;
  const since = new Date(context.clock().getTime() - mailDays * dayMs);
  const { failed, unsure, held } = await countTroubled(context.db, since);
  const waiting =
    held === 0
      ? way
      : `${way}. A limit holds ${held} back: see \`${commandHint(config, 'mail list --state held')}\``;
  if (failed + unsure === 0) return waiting;
  return (
    `${waiting}. In the last ${mailDays} days ${failed} failed and ${unsure} may or may not have been sent: ` +
    `see \`${commandHint(config, 'mail list --state failed')}\` and \`--state unsure\`, then ` +
    `\`${commandHint(config, 'mail retry ID')}\``
  );
}

async function checkRedis({ config: { redisUrl } }: Instance): Promise<string> {
  if (redisUrl === undefined) return 'none: each server limits rates separately';
  return `Redis ${await pingRedis(redisUrl)}: servers share their rate limits`;
}

async function checkReplica({ context: { db, replica } }: Instance): Promise<string> {
  if (!replica) return 'none: reports are read from the primary';
  try {
    if (!(await replica.catchUp(await currentPosition(db))))
      return 'after a failover, reports are read from the primary until the replica has made a checkpoint';
  } catch (error) {
    const { message } =
      error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    throw new Error(`reports are read from the primary: ${message}`, { cause: error });
  }
  return 'it has everything that the primary has';
}

const shownOfMany = 5;

/** Only needs a database with our tables. */
async function checkLedger({ context, pool }: Instance, others: readonly Result[]): Promise<Result[]> {
  if (others.some(({ check, ok }) => !ok && (check === 'database' || check === 'schema')))
    return [{ check: 'ledger', ok: false, detail: 'cannot be read' }];
  const { replica } = context;
  const pauses: Result[] = [];
  const findings = await reconcile(
    { snapshot: (...args) => replica?.snapshot(pool, ...args) ?? pool.snapshot(...args) },
    {
      onPause: (ms) => pauses.push({ check: 'ledger', ok: true, detail: pauseOfWrites(ms) }),
      log: await knownLog(context),
    },
  );
  const checked = findings.map((finding) => ({
    check: 'ledger',
    ok: finding.broken.length === 0,
    detail: finding.broken.length === 0 ? finding.name : describeFinding(finding),
  }));
  const ofSandboxes = (await checkSandboxLedgers(context)).map(({ isSound, detail }) => ({
    check: 'ledger',
    ok: isSound,
    detail,
  }));
  return [...pauses, ...checked, ...ofSandboxes];
}

function describeFinding({ name, broken, advice }: LedgerFinding): string {
  const shown = broken.slice(0, shownOfMany).join(', ');
  const more = broken.length > shownOfMany ? ', ...' : '';
  return `not so: ${name} (${broken.length}: ${shown}${more})${advice === undefined ? '' : `. What to do: ${advice}`}`;
}

const oldestServer = 150_000;

async function checkDatabase({ pool, config }: Instance): Promise<string> {
  return pool.withClient(async (client) => {
    const { rows } = await client.query<{ number: number; name: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
    );
    const { number = 0, name = '' } = rows[0] ?? {};
    if (number < oldestServer) throw new Error(`PostgreSQL ${name} is too old: 15 or later is needed`);
    return config.databaseUrl === undefined
      ? `PostgreSQL ${name}, embedded${await reminderOfUpgrade(config)}`
      : `PostgreSQL ${name}, external`;
  });
}

async function checkSchema({ pool, config }: Instance): Promise<string> {
  const pending = await pendingMigrations(pool);
  if (pending.length > 0)
    throw new Error(`not migrated: ${pending.join(', ')} (run: ${commandHint(config, 'migrate')})`);
  return 'up to date';
}

async function checkCluster({ pool, config }: Instance): Promise<string> {
  const state = await readClusterState(pool);
  if (!state) return 'none: one PostgreSQL has all tables';
  const { workers, shards, misplaced, role, withoutLogin } = state;
  if (withoutLogin.length > 0)
    throw new Error(
      `Citus cannot connect to other nodes as ${withoutLogin.join(' and ')}: run alter role ... login for each`,
    );
  const unavailable = await unavailableNodes(pool);
  if (unavailable.length > 0)
    throw new Error(
      `no response to ${role} from ${unavailable.join(', ')}: requests of the accounts there get a 503`,
    );
  if (misplaced.length > 0)
    throw new Error(`not distributed: ${misplaced.join(', ')} (run: ${commandHint(config, 'migrate')})`);
  return `${pluralize(workers, 'worker')}, ${pluralize(shards, 'shard')}, all of them respond to ${role}`;
}

async function checkLogin({ pool }: Instance): Promise<string> {
  const found = await pool.withClient(readConnectionRoles);
  if (!found) return 'unknown until there is a schema';
  const { login, role, becomesOwner } = found;
  const says = `Regrove logs in as ${login}${role === login ? '' : ` and runs as ${role}`}`;
  if (!becomesOwner) return `${says}: it cannot become the owner of the tables`;
  return (
    `${says}. Warning: ${login} can become the owner of the tables, so an SQL injection could, too. ` +
    'Use a separate login for servers: see docs/operations.md, "The application\'s login"'
  );
}

async function checkAudit({ pool, config }: Instance): Promise<string> {
  const guard = await pool.withClient(auditTrailAccess);
  if (!guard) return 'none yet: it is created with the schema';
  const { role, changes } = guard;
  if (changes)
    throw new Error(
      `Regrove runs as ${role}, which can change the audit trail. As an administrator of the database, run: ` +
        `create role ${applicationRoleName}; grant ${applicationRoleName} to ${role}; then run: ${commandHint(config, 'migrate')}`,
    );
  return `Regrove runs as ${role}, which cannot change it`;
}

async function checkSecrets({ context, config, pool }: Instance): Promise<string> {
  const { mode } = await stat(config.dataDir);
  if ((mode & 0o077) !== 0) throw new Error(`${config.dataDir} can be read by others: run chmod 700 on it`);
  if ((await pendingMigrations(pool)).length > 0) return 'the key exists; nothing is encrypted yet';
  const { stored, waiting, unopenable, unopenableIn } = await inspectSecrets(context);
  const place = unopenableIn.length > 0 ? ` (in sandboxes: ${unopenableIn.join(', ')})` : '';
  if (unopenable > 0)
    throw new Error(
      `${unopenable} of ${pluralize(stored, 'stored secret')} cannot be decrypted with any key${place}: set ` +
        'REGROVE_SECRET_KEY_PREVIOUS to the key that was used, or enter these passwords again',
    );
  if (stored === 0) return 'the key exists; nothing is encrypted yet';
  if (waiting === 0) return 'all secrets can be decrypted';
  return `all secrets can be decrypted; ${waiting} should be re-encrypted with \`${commandHint(config, 'secrets rotate')}\``;
}

const warnDays = 14;

async function checkTls({ context, config }: Instance): Promise<string> {
  const now = context.clock();
  const current = await currentCertificate(config);
  if (!current) return 'none yet: the first start creates one';
  const { cert, certFile } = current;
  const days = Math.floor((new Date(new X509Certificate(cert).validTo).getTime() - now.getTime()) / dayMs);
  if (days < warnDays)
    throw new Error(
      `${certFile} expires in ${days} days${config.tls ? '' : ': a restart creates a new one'}`,
    );
  return `${certFile} is valid for ${days} days`;
}
