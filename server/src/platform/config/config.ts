import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { addressRanges } from '../net/address-ranges.js';
import { claims, defaultClaims, type Claims } from './claims-setting.js';
import { databaseTimeouts, type DatabaseTimeouts } from './database-timeouts.js';
import { readPrimaryUrl, readReplicaUrl } from './database-url.js';
import type { Decimal } from '../decimals.js';
import { invoiceSettings, type InvoiceSettings } from './invoice-settings.js';
import { transparencySettings, type TransparencySettings } from './transparency-settings.js';
import { mailFrom, smtpServer, type SmtpServer } from './mail-settings.js';
import { nearestName } from '../text/nearest-name.js';
import { redisUrl } from './redis-settings.js';
import { signInSettings, type SignInSettings } from './sign-in-settings.js';
import { sendsTraces } from './trace-settings.js';

export interface Config {
  readonly dataDir: string;
  /** Absent: the embedded PostgreSQL in the data directory. */
  readonly databaseUrl: string | undefined;
  /** Logs in as the owner of the tables, for migrations, backup and restore. Absent: same as `databaseUrl`. */
  readonly databaseOwnerUrl: string | undefined;
  /** A copy of the database for reports. Absent: they are read from `databaseUrl`. */
  readonly databaseReplicaUrl: string | undefined;
  readonly databaseTimeouts: DatabaseTimeouts;
  readonly host: string;
  readonly port: number;
  readonly httpPort: number;
  /** Absent: a generated certificate in the data directory. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Public address for links, without a trailing slash. Absent: built from host and port. */
  readonly baseUrl: string | undefined;
  /** Absent: mails are written to files in the data directory. */
  readonly smtp: SmtpServer | undefined;
  /** Sender of mails. Absent: no-reply at the host of the public address. */
  readonly mailFrom: string | undefined;
  /** How people may sign in to the dashboard. */
  readonly signIn: SignInSettings;
  readonly trustedProxies: readonly string[];
  /** Requests per minute and key; 0: no limit. */
  readonly rateLimit: number;
  /** Requests per minute for all keys and sessions of an account; 0: no limit. */
  readonly accountRateLimit: number;
  /** Concurrent requests of an account per process. */
  readonly accountConcurrency: number;
  /** Where servers share rate limits. Absent: each server counts separately. */
  readonly redisUrl: string | undefined;
  /** How long a request waits for Redis before the server falls back to its own count. */
  readonly redisTimeoutMs: number;
  /** Encrypts stored credentials. Absent: generated keys in the data directory. */
  readonly secretKey: string | undefined;
  /** Used only to decrypt what they encrypted earlier. */
  readonly previousSecretKeys: readonly string[];
  /** What is said of the trees that were paid for. */
  readonly claims: Claims;
  /** ISO 4217 code for all prices. */
  readonly currency: string;
  /** Limit on the unbilled offsets of an account. Null: no limit. */
  readonly maxUnbilled: Decimal | null;
  readonly invoicing: InvoiceSettings;
  readonly demo: boolean;
  /** Command that runs the CLI of this installation with its settings. Absent: `npx regrove`. */
  readonly command: string | undefined;
  readonly allowPrivateFeeds: readonly string[];
  readonly allowPrivateWebhooks: readonly string[];
  readonly transparency: TransparencySettings;
  readonly logLevel: string;
  /** Which requests are logged. Absent: none. */
  readonly accessLog: 'all' | 'errors' | undefined;
  /** How long a stopping server keeps serving, so that load balancers notice. */
  readonly drainSeconds: number;
  /** Absent: no metrics. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Whether a trace endpoint is configured. OpenTelemetry reads the rest from its own variables. */
  readonly traces: boolean;
  /** `REGROVE_` variables that are not settings: possible typos. */
  readonly unknownSettings: readonly UnknownSetting[];
  readonly startedByNpm: boolean;
}

export interface UnknownSetting {
  readonly name: string;
  /** The setting probably meant; undefined if none is similar. */
  readonly nearest: string | undefined;
}

/** Relative to the working directory. */
export const defaultDataDir = '.regrove';
export const defaultHost = '127.0.0.1';
export const defaultPort = 8443;

/** Passed between the processes of a server; not a setting. */
export const processRoleVariable = 'REGROVE_PROCESS_PART';

/** The only reader of the environment. Throws one error that lists every problem. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const known = new Set<string>();
  const read = <T>(name: string, fallback: T, parse: (text: string) => T): T => {
    known.add(name);
    const text = env[name]?.trim();
    if (text === undefined || text === '') return fallback;
    try {
      return parse(text);
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
      return fallback;
    }
  };

  const certFile = read('REGROVE_TLS_CERT', undefined, asPath);
  const keyFile = read('REGROVE_TLS_KEY', undefined, asPath);
  if ((certFile === undefined) !== (keyFile === undefined)) {
    problems.push('REGROVE_TLS_CERT and REGROVE_TLS_KEY must be set together');
  }

  const rateLimit = read('REGROVE_RATE_LIMIT', 600, wholeNumber);
  const config: Omit<Config, 'unknownSettings'> = {
    dataDir: read('REGROVE_DATA_DIR', resolve(defaultDataDir), (text) => resolve(text)),
    databaseUrl: read<string | undefined>('REGROVE_DATABASE_URL', undefined, readPrimaryUrl),
    databaseOwnerUrl: read<string | undefined>('REGROVE_DATABASE_OWNER_URL', undefined, readPrimaryUrl),
    databaseReplicaUrl: read<string | undefined>('REGROVE_DATABASE_REPLICA_URL', undefined, readReplicaUrl),
    databaseTimeouts: databaseTimeouts(read),
    host: read('REGROVE_HOST', defaultHost, hostName),
    port: read('REGROVE_PORT', defaultPort, port),
    httpPort: read('REGROVE_HTTP_PORT', 8080, port),
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
    baseUrl: read('REGROVE_BASE_URL', undefined, publicUrl),
    smtp: read('REGROVE_SMTP_URL', undefined, smtpServer),
    mailFrom: read('REGROVE_MAIL_FROM', undefined, mailFrom),
    signIn: signInSettings(env, read, problems),
    trustedProxies: read('REGROVE_TRUSTED_PROXIES', [], ranges),
    rateLimit,
    accountRateLimit: read('REGROVE_ACCOUNT_RATE_LIMIT', rateLimit * keysPerAccount, wholeNumber),
    accountConcurrency: read('REGROVE_ACCOUNT_CONCURRENCY', 200, fromOne),
    redisUrl: read('REGROVE_REDIS_URL', undefined, redisUrl),
    redisTimeoutMs: read('REGROVE_REDIS_TIMEOUT_MS', 100, fromOne),
    secretKey: read('REGROVE_SECRET_KEY', undefined, secret),
    previousSecretKeys: read('REGROVE_SECRET_KEY_PREVIOUS', [], secrets),
    claims: read('REGROVE_CLAIMS', defaultClaims, claims),
    currency: read('REGROVE_CURRENCY', 'USD', currency),
    maxUnbilled: read<Decimal | null>('REGROVE_MAX_UNBILLED', '1000000', amountOrNone),
    invoicing: invoiceSettings(read, problems),
    demo: read('REGROVE_DEMO', true, zeroOrOne),
    command: read<string | undefined>('REGROVE_COMMAND', undefined, String),
    allowPrivateFeeds: read('REGROVE_ALLOW_PRIVATE_FEEDS', [], ranges),
    allowPrivateWebhooks: read('REGROVE_ALLOW_PRIVATE_WEBHOOKS', [], ranges),
    transparency: transparencySettings(read),
    logLevel: read('REGROVE_LOG_LEVEL', 'info', logLevel),
    accessLog: read('REGROVE_ACCESS_LOG', undefined, accessLog),
    drainSeconds: read('REGROVE_DRAIN_SECONDS', 0, wholeNumber),
    metricsPort: read<number | undefined>('REGROVE_METRICS_PORT', undefined, port),
    traces: sendsTraces(env, read),
    metricsHost: read('REGROVE_METRICS_HOST', defaultHost, hostName),
    startedByNpm: env['npm_lifecycle_event'] !== undefined,
  };
  const { databaseUrl, databaseOwnerUrl, databaseReplicaUrl } = config;
  const others = {
    REGROVE_DATABASE_OWNER_URL: databaseOwnerUrl,
    REGROVE_DATABASE_REPLICA_URL: databaseReplicaUrl,
  };
  for (const [name, url] of Object.entries(others))
    if (url !== undefined && databaseUrl === undefined)
      problems.push(`${name} also needs REGROVE_DATABASE_URL`);
  if (problems.length > 0) throw new Error(`The configuration is invalid:\n  ${problems.join('\n  ')}`);
  return { ...config, unknownSettings: unknownSettings(env, known) };
}

/** Not settings, but not typos either: used between our processes, or by integrators in the same shell. */
const otherVariables = new Set([processRoleVariable, 'REGROVE_URL', 'REGROVE_KEY']);

function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  known: ReadonlySet<string>,
): UnknownSetting[] {
  const names = Object.keys(env).filter(
    (name) => /^REGROVE_/i.test(name) && !known.has(name) && !otherVariables.has(name),
  );
  const ours = [...known].filter((name) => name.startsWith('REGROVE_'));
  return names.map((name) => ({ name, nearest: nearestName(name.toUpperCase(), ours) }));
}

/** By default, this many keys of an account can be used at their full limit. */
const keysPerAccount = 5;

const asPath = (text: string): string | undefined => resolve(text);

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error('must be a whole number from 0');
  return Number(text);
}

function fromOne(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error('must be a whole number from 1');
  return Number(text);
}

/** 0 means no limit. */
function amountOrNone(text: string): Decimal | null {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text))
    throw new Error('must be an amount such as 5000, or 0 for no limit');
  return Number(text) === 0 ? null : text;
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) throw new Error('must be a port from 0 to 65535');
  return Number(text);
}

function hostName(text: string): string {
  const isName = text.length <= 253 && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);
  if (isIP(text) === 0 && !isName)
    throw new Error('must be an address or a name of this machine, such as 0.0.0.0');
  return text;
}

function zeroOrOne(text: string): boolean {
  if (text !== '0' && text !== '1') throw new Error('must be 0 or 1');
  return text === '1';
}

function accessLog(text: string): Config['accessLog'] {
  if (text === 'errors') return text;
  if (text !== '0' && text !== '1') throw new Error('must be 0, 1 or errors');
  return text === '1' ? 'all' : undefined;
}

function publicUrl(text: string): string | undefined {
  if (!/^https:\/\//.test(text) || !URL.canParse(text)) throw new Error('must be an https:// address');
  return text.replace(/\/+$/, '');
}

const minSecretLength = 16;

function secret(text: string): string | undefined {
  if (text.length < minSecretLength) throw new Error(`must have at least ${minSecretLength} characters`);
  return text;
}

/** Separated by spaces; a key that contains spaces is written in double quotes. */
function secrets(text: string): string[] {
  const found = [...text.matchAll(/"([^"]*)"(?!\S)|\S+/g)].map(([whole, quoted]) => quoted ?? whole);
  if (found.some((key) => key.length < minSecretLength))
    throw new Error(`must be keys of at least ${minSecretLength} characters each, separated by spaces`);
  return found;
}

function currency(text: string): string {
  const code = text.toUpperCase();
  if (!Intl.supportedValuesOf('currency').includes(code)) throw new Error('must be a currency such as EUR');
  return code;
}

function ranges(text: string): string[] {
  const found = text.split(',').map((range) => range.trim());
  try {
    addressRanges(found);
  } catch {
    throw new Error('must be addresses or ranges such as 10.1.0.0/16, separated by commas');
  }
  return found;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function logLevel(text: string): string {
  if (!logLevels.includes(text)) throw new Error(`must be one of ${logLevels.join(', ')}`);
  return text;
}
