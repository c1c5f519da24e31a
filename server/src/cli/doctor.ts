import { X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Instance } from '../database/instance.js';
import { pendingMigrations } from '../database/migrate.js';
import { inspectSecrets } from '../installation/secrets/inspect-secrets.js';
import { pingRedis } from '../platform/net/redis.js';
import { currentCertificate } from '../platform/net/tls-certificate.js';
import { dayMs } from '../platform/time/durations.js';
import type { Command } from './command.js';
import { onInstance, pluralize, type CommandLine } from './command-line.js';
import { adviceFor, type Advice } from './doctor-advice.js';
import {
  checkAudit,
  checkCluster,
  checkDatabase,
  checkLogin,
  checkReplica,
  checkSchema,
} from './doctor-database.js';
import { failure, messageOf, sound, warning, type Check, type Finding } from './doctor-finding.js';
import { checkLedger } from './doctor-ledger.js';
import { checkLog } from './doctor-log.js';
import { checkSignIn } from './doctor-sign-in.js';
import { checkTables } from './doctor-tables.js';
import { checkWitnesses } from './doctor-witnesses.js';
import { checkJobs, checkMail, checkMonths } from './doctor-work.js';

type Result = Finding & { readonly check: string };

const databaseFirst = (advice: Advice): string => advice.databaseFirst;

const checks: readonly Check[] = [
  { name: 'database', run: checkDatabase, otherwise: (advice) => advice.databaseAway },
  { name: 'schema', run: checkSchema, otherwise: databaseFirst },
  { name: 'cluster', run: checkCluster, otherwise: databaseFirst },
  { name: 'tables', run: checkTables, otherwise: databaseFirst },
  { name: 'login', run: checkLogin, otherwise: databaseFirst },
  { name: 'audit', run: checkAudit, otherwise: databaseFirst },
  { name: 'secrets', run: checkSecrets, otherwise: (advice) => advice.secretsUnread },
  { name: 'tls', run: checkTls, otherwise: (advice) => advice.badCertificate },
  { name: 'jobs', run: checkJobs, otherwise: databaseFirst },
  { name: 'months', run: checkMonths, otherwise: databaseFirst },
  { name: 'mail', run: checkMail, otherwise: (advice) => advice.mailServerAway },
  { name: 'redis', run: checkRedis, otherwise: (advice) => advice.redisAway },
  { name: 'replica', run: checkReplica, otherwise: databaseFirst },
  { name: 'sign-in', run: checkSignIn, otherwise: (advice) => advice.providerAway },
  { name: 'log', run: checkLog, otherwise: databaseFirst },
  { name: 'witness', run: checkWitnesses, otherwise: databaseFirst },
];

const ledger: Check = { name: 'ledger', run: checkLedger, otherwise: (advice) => advice.ledgerUnread };

export function addDoctorCommand(program: Command, line: CommandLine): void {
  onInstance(
    line,
    program
      .command('doctor')
      .description(
        'check the installation and what it depends on, and say what to do; exits with 1 if a check fails',
      )
      .example('doctor')
      .example('doctor --ledger')
      .option('--ledger', 'also check that stored amounts add up'),
    async (instance, options: { ledger?: boolean }) => {
      const advice = adviceFor(instance.config);
      const results: Result[] = [];
      for (const check of checks) results.push(...(await runCheck(check, instance, advice)));
      if (options.ledger === true)
        results.push(
          ...(results.some(({ check, ok }) => !ok && (check === 'database' || check === 'schema'))
            ? [{ check: ledger.name, ...failure('cannot be read', advice.ledgerLater) }]
            : await runCheck(ledger, instance, advice)),
        );
      return {
        value: results,
        text: results.flatMap(linesOf).join('\n'),
        failed: results.some(({ ok }) => !ok),
      };
    },
    { migrates: false },
  );
}

async function runCheck(
  { name, run, otherwise }: Check,
  instance: Instance,
  advice: Advice,
): Promise<Result[]> {
  const found = await run(instance, advice).catch((error: unknown) =>
    failure(messageOf(error), otherwise(advice)),
  );
  return [found].flat().map((finding) => ({ check: name, ...finding }));
}

const linesOf = ({ check, ok, detail, advice }: Result): string[] => [
  `${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(8)}  ${detail}`,
  ...(advice === null ? [] : [`${' '.repeat(16)}What to do: ${advice}`]),
];

async function checkSecrets({ context, config, pool }: Instance, advice: Advice): Promise<Finding> {
  const { mode } = await stat(config.dataDir);
  if ((mode & 0o077) !== 0)
    return failure(`${config.dataDir} can be read by others`, advice.openDirectory(config.dataDir));
  if ((await pendingMigrations(pool)).length > 0) return sound('the key exists; nothing is encrypted yet');
  const { stored, waiting, unopenable, unopenableIn } = await inspectSecrets(context);
  const place = unopenableIn.length > 0 ? ` (in sandboxes: ${unopenableIn.join(', ')})` : '';
  if (unopenable > 0)
    return failure(
      `${unopenable} of ${pluralize(stored, 'stored secret')} cannot be decrypted with any key${place}`,
      advice.lostKey,
    );
  if (stored === 0) return sound('the key exists; nothing is encrypted yet');
  if (waiting === 0) return sound('all secrets can be decrypted');
  return warning(`all secrets can be decrypted; ${waiting} should be re-encrypted`, advice.oldKey);
}

const warnDays = 14;

async function checkTls({ context, config }: Instance, advice: Advice): Promise<Finding> {
  const now = context.clock();
  const current = await currentCertificate(config);
  if (!current) return sound('none yet: the first start creates one');
  const { cert, certFile } = current;
  const days = Math.floor((new Date(new X509Certificate(cert).validTo).getTime() - now.getTime()) / dayMs);
  if (days >= warnDays) return sound(`${certFile} is valid for ${days} days`);
  return failure(
    days < 0 ? `${certFile} has expired` : `${certFile} expires in ${days} days`,
    config.tls ? advice.renewCertificate : advice.restartServer,
  );
}

async function checkRedis({ config: { redisUrl } }: Instance): Promise<Finding> {
  if (redisUrl === undefined) return sound('none: each server limits rates separately');
  return sound(`Redis ${await pingRedis(redisUrl)}: servers share their rate limits`);
}
