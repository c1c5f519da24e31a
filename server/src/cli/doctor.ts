import { isDatabaseFailure } from '../database/failures.js';
import type { Instance } from '../database/instance.js';
import { pendingMigrations } from '../database/migrate.js';
import { inspectSecrets } from '../installation/secrets/inspect-secrets.js';
import { statIfExists } from '../platform/atomic-files.js';
import { messageForOperator } from '../platform/errors.js';
import { pingRedis } from '../platform/net/redis.js';
import { currentCertificate, expiryOf } from '../platform/net/tls-certificate.js';
import { dayMs } from '../platform/time/durations.js';
import type { Command } from './command.js';
import { onInstance, pluralize, type CliEnvironment } from './command-line.js';
import { adviceFor, type Advice } from './doctor-advice.js';
import {
  checkAudit,
  checkCluster,
  checkDatabase,
  checkLogin,
  checkReplica,
  checkSchema,
} from './doctor-database.js';
import { failure, success, warning, type Check, type Finding } from './doctor-finding.js';
import { checkLedger } from './doctor-ledger.js';
import { checkTransparencyLog } from './doctor-transparency-log.js';
import { checkSignIn } from './doctor-sign-in.js';
import { checkTables } from './doctor-tables.js';
import { checkWitnesses } from './doctor-witnesses.js';
import { checkJobs, checkMail, checkMonths } from './doctor-work.js';

type Result = Finding & { readonly check: string };

const databaseFirst = (advice: Advice): string => advice.databaseFirst;
/** For checks that ask something else as well. */
const unlessDatabase =
  (own: (advice: Advice) => string): Check['adviceOnError'] =>
  (advice, error) =>
    isDatabaseFailure(error) ? advice.databaseFirst : own(advice);

const checks: readonly Check[] = [
  { name: 'database', run: checkDatabase, adviceOnError: (advice) => advice.databaseAway },
  { name: 'schema', run: checkSchema, adviceOnError: databaseFirst },
  { name: 'cluster', run: checkCluster, adviceOnError: databaseFirst },
  { name: 'tables', run: checkTables, adviceOnError: databaseFirst },
  { name: 'login', run: checkLogin, adviceOnError: databaseFirst },
  { name: 'audit', run: checkAudit, adviceOnError: databaseFirst },
  { name: 'secrets', run: checkSecrets, adviceOnError: unlessDatabase((advice) => advice.secretsUnread) },
  {
    name: 'tls',
    run: checkTls,
    adviceOnError: (advice, _, { tls }) => (tls ? advice.badCertificate : advice.secretsUnread),
  },
  { name: 'jobs', run: checkJobs, adviceOnError: databaseFirst },
  { name: 'months', run: checkMonths, adviceOnError: databaseFirst },
  { name: 'mail', run: checkMail, adviceOnError: unlessDatabase((advice) => advice.mailServerAway) },
  { name: 'redis', run: checkRedis, adviceOnError: (advice) => advice.redisAway },
  { name: 'replica', run: checkReplica, adviceOnError: databaseFirst },
  { name: 'sign-in', run: checkSignIn, adviceOnError: (advice) => advice.providerAway },
  { name: 'log', run: checkTransparencyLog, adviceOnError: databaseFirst },
  { name: 'witness', run: checkWitnesses, adviceOnError: databaseFirst },
];

const ledger: Check = { name: 'ledger', run: checkLedger, adviceOnError: (advice) => advice.ledgerUnread };

export function addDoctorCommand(program: Command, line: CliEnvironment): void {
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
  { name, run, adviceOnError }: Check,
  instance: Instance,
  advice: Advice,
): Promise<Result[]> {
  const found = await run(instance, advice).catch((error: unknown) =>
    failure(messageForOperator(error), adviceOnError(advice, error, instance.config)),
  );
  return [found].flat().map((finding) => ({ check: name, ...finding }));
}

const linesOf = ({ check, ok, detail, advice }: Result): string[] => [
  `${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(8)}  ${detail}`,
  ...(advice === null ? [] : [`${' '.repeat(16)}What to do: ${advice}`]),
];

async function checkSecrets({ context, config, pool }: Instance, advice: Advice): Promise<Finding> {
  const directory = await statIfExists(config.dataDir);
  if (directory && (directory.mode & 0o077) !== 0)
    return failure(`${config.dataDir} can be read by others`, advice.openDirectory(config.dataDir));
  const hasKey = context.secrets.keyPrefixes().length > 0;
  const nothing = success(
    hasKey ? 'the key exists; nothing is encrypted yet' : 'no key yet: the first start creates one',
  );
  if ((await pendingMigrations(pool)).length > 0) return nothing;
  const { stored, waiting, unopenable, unopenableIn } = await inspectSecrets(context);
  const place = unopenableIn.length > 0 ? ` (in sandboxes: ${unopenableIn.join(', ')})` : '';
  if (unopenable > 0)
    return failure(
      `${unopenable} of ${pluralize(stored, 'stored secret')} cannot be decrypted with any key${place}`,
      advice.lostKey,
    );
  if (stored === 0) return nothing;
  if (waiting === 0) return success('all secrets can be decrypted');
  return warning(`all secrets can be decrypted; ${waiting} should be re-encrypted`, advice.oldKey);
}

const warnDays = 14;

async function checkTls({ context, config }: Instance, advice: Advice): Promise<Finding> {
  const now = context.clock();
  const current = await currentCertificate(config);
  if (!current) return success('none yet: the first start creates one');
  const { certFile } = current;
  const expiry = expiryOf(current);
  if (!expiry) return failure(`the generated certificate, ${certFile}, is damaged`, advice.restartServer);
  const days = Math.floor((expiry.getTime() - now.getTime()) / dayMs);
  if (days >= warnDays) return success(`${certFile} is valid for ${days} days`);
  return failure(
    days < 0 ? `${certFile} has expired` : `${certFile} expires in ${days} days`,
    config.tls ? advice.renewCertificate : advice.restartServer,
  );
}

async function checkRedis({ config: { redisUrl } }: Instance): Promise<Finding> {
  if (redisUrl === undefined) return success('none: each server limits rates separately');
  return success(`Redis ${await pingRedis(redisUrl)}: servers share their rate limits`);
}
