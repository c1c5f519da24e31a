import { applicationRoleName } from '../database/application-role.js';
import { commandHint, type HintSettings } from '../platform/config/command-hint.js';
import { shellWord } from '../platform/text/shell.js';

export type Advice = ReturnType<typeof adviceFor>;

/** What to do about everything that `doctor` can find, in one line each: commands as they can be pasted, settings, pages. */
export function adviceFor(config: HintSettings) {
  const command = (words: string): string => `\`${commandHint(config, words)}\``;
  const see = (page: string, heading: string): string => `see docs/${page}.md, "${heading}"`;
  return {
    // The database
    databaseAway: `start the database, or correct REGROVE_DATABASE_URL: ${see('operations', 'When something fails')}`,
    databaseFirst: `if \`database\` fails, too, fix that first; otherwise ${see('operations', 'When something fails')}`,
    oldDatabase: `upgrade PostgreSQL to 15 or later: ${see('operations', 'The database')}`,
    unconfirmedUpgrade: `once all is well, run ${command('upgrade-database --confirm')}, which frees the room of the former database`,
    interruptedUpgrade: `stop everything that uses the database, then run ${command('upgrade-database')}, which removes it`,
    revertedUpgrade: `remove it once you do not need what was written to it: ${see('upgrading', 'The embedded PostgreSQL')}`,
    notMigrated: `run ${command('migrate')}, with the login that owns the tables`,
    noLogin: (roles: readonly string[]) =>
      `as an administrator of the database, run on every node: ${roles.map((role) => `alter role ${role} login;`).join(' ')} ` +
      see('scale', '4. Distribute accounts over several databases'),
    nodesAway: `start these nodes, and everything continues by itself: ${see('scale', 'When a node is down')}`,
    notDistributed: `run ${command('migrate --distribute')}, with the login that owns the tables`,
    unfinishedPartitions: `run ${command('partition')} to finish it`,
    partitionsPay: `${see('scale', '3. Partition by month')}, then run ${command('partition')}`,
    noStatistics: `run ${command('partition')}, which collects them`,
    fewMonths: `run ${command('partition')} to prepare more months`,
    ownerLogin: `use a separate login for servers: ${see('operations', "The application's login")}`,
    changeableTrail: (role: string) =>
      `as an administrator of the database, run: create role ${applicationRoleName}; grant ${applicationRoleName} to ${role}; ` +
      `then run ${command('migrate')}`,
    replicaAway: `start the replica, or correct REGROVE_DATABASE_REPLICA_URL: ${see('scale', 'Read replicas')}`,

    // Files and neighbours
    openDirectory: (directory: string) => `run \`chmod 700 ${shellWord(directory)}\``,
    secretsUnread: `run this as the user of the servers, with their settings: ${see('deploying', 'Commands')}`,
    lostKey: `set REGROVE_SECRET_KEY_PREVIOUS to the key that was used, or enter these passwords again: ${see('operations', 'Replacing the secret key')}`,
    oldKey: `run ${command('secrets rotate')}`,
    renewCertificate: `replace the files of REGROVE_TLS_CERT and REGROVE_TLS_KEY by renewed ones; servers use them within seconds`,
    restartServer: 'restart the server, which creates a new one',
    badCertificate: `correct the files that REGROVE_TLS_CERT and REGROVE_TLS_KEY name: ${see('operations', 'Settings')}`,
    mailServerAway: `start the mail server, or correct REGROVE_SMTP_URL; mails wait until then: ${see('operations', 'Mail')}`,
    redisAway: `start Redis, or correct REGROVE_REDIS_URL; until then each server limits rates separately: ${see('operations', 'Several servers')}`,
    needsHostName: `set REGROVE_BASE_URL to an address with a host name: ${see('operations', 'Passkeys')}`,
    providerAway: `start the provider, or correct REGROVE_OIDC_ISSUER; other ways to sign in still work: ${see('operations', 'Single sign-on')}`,

    // Work
    failedJobs: `see ${command('jobs list --failed')}; once the cause is fixed, run ${command('jobs retry')}`,
    unfinishedMonth: (month: string) => `run ${command(`month close ${month}`)}`,
    setAside: (month: string) =>
      `fix the cause, then run ${command(`month close ${month}`)} or wait: it is retried every hour`,
    heldMails: `see ${command('mail list --state held')}; ${command('mail retry ID')} sends one at once`,
    failedMails: `see ${command('mail list --state failed')} and ${command('mail list --state unsure')}, then run ${command('mail retry ID')}`,

    // The transparency log
    logHalted: `after a restore or a new name, ${see('backup', 'The transparency log')}; otherwise correct what it names, and it goes on by itself`,
    logWaits: `start ${command('worker')}, or \`serve\` without --no-jobs; if one is running, see what it logs about enter-log`,
    forkOfOthers: `tell everyone who relies on that log; both signed notes are in the table witnessed_forks: ${see('operations', 'Witnesses')}`,
    ownFork: `find out whether an older backup was restored or somebody else has your key, and tell who relies on your log: ${see('operations', 'Witnesses')}`,
    witnessSilent: `ask its operator whether it is running, and check its line in the file of REGROVE_LOG_WITNESSES: ${see('operations', 'Witnesses')}`,
    witnessRefuses: `ask its operator to list your key, as ${command('log key')} prints it: ${see('operations', 'Witnesses')}`,

    // The ledger
    ledgerLater: 'fix `database` and `schema` first',
    ledgerUnread: `run ${command('doctor --ledger')} again; of a distributed database, all nodes must respond: ${see('scale', 'Backup and ledger')}`,
    brokenSandbox: (id: string) =>
      `live accounts are not affected: ask its developers, then run ${command(`sandboxes delete ${id}`)} and create another`,
  };
}
