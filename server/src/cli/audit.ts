import { Option, type Command } from 'commander';
import { listAuditEntries, wholeInstallation, type AuditEntry } from '../audit/audit-store.js';
import type { Database } from '../platform/db/database.js';
import { invalid } from '../platform/errors.js';
import type { Instance } from '../platform/instance.js';
import { parseTimestamp } from '../wire/times.js';
import { onInstance, table, type CommandLine, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';

const defaultDays = 30;
const dayMs = 86_400_000;
const defaultLimit = 100;
const mostEntries = 100_000;

export function addAuditCommands(program: Command, line: CommandLine): void {
  const audit = program.command('audit').description('who changed what, and when');
  onInstance(
    line,
    audit
      .command('list')
      .description(`changes, newest first: of the last ${defaultDays} days, unless told otherwise`)
      .option('--account <id>', 'of this account alone')
      .addOption(
        new Option('--installation', 'of the installation itself alone, not of accounts').conflicts(
          'account',
        ),
      )
      .option('--from <time>', 'a day (midnight UTC) or a time such as 2026-10-01T08:00:00Z, inclusive')
      .option('--until <time>', 'the same, exclusive')
      .option('--limit <number>', 'how many', String(defaultLimit)),
    list,
  );
}

interface ListOptions {
  readonly account?: string;
  readonly installation?: boolean;
  readonly from?: string;
  readonly until?: string;
  readonly limit: string;
}

async function list({ context }: Instance, options: ListOptions): Promise<Outcome> {
  const { db, clock } = context;
  const limit = readLimit(options.limit);
  // An entry that is written at this very moment is one of them.
  const until = readTime('--until', options.until) ?? new Date(clock().getTime() + 1);
  const from = readTime('--from', options.from) ?? new Date(until.getTime() - defaultDays * dayMs);
  if (from >= until) throw invalid('--from must be before --until');
  const accountId = await readAccountId(db, options);
  const entries = (await listAuditEntries(db, { accountId, from, until, limit })).map(present);
  return {
    value: entries,
    text: table(
      ['at', 'by', 'account', 'action', 'subject', 'change'],
      entries.map((entry) => [
        entry.at,
        entry.actor.id === null ? entry.actor.kind : `${entry.actor.kind} ${entry.actor.id}`,
        entry.account_id,
        entry.action,
        entry.subject_id,
        shortened(describeChange(entry)),
      ]),
    ),
  };
}

async function readAccountId(
  db: Database,
  { account, installation }: ListOptions,
): Promise<string | undefined> {
  if (installation) return wholeInstallation;
  return account === undefined ? undefined : (await requireAccount(db, account)).id;
}

function readTime(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseTimestamp(text);
  if (!time)
    throw invalid(`${option} must be a day such as 2026-10-01 or a time such as 2026-10-01T08:00:00Z`);
  return time;
}

function readLimit(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > mostEntries)
    throw invalid(`--limit must be a whole number from 1 to ${mostEntries}`);
  return limit;
}

const present = (entry: AuditEntry) => ({
  at: entry.at.toISOString(),
  actor: { kind: entry.actorKind, id: entry.actorId },
  account_id: entry.accountId === wholeInstallation ? null : entry.accountId,
  action: entry.action,
  subject_id: entry.subjectId,
  before: entry.before,
  after: entry.after,
});

/** `name: "Old" -> "New"` for each fact that an update changed; of what was created or deleted, the facts that it had. */
function describeChange({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const described = [...names].map((name) => {
    const sides = [before, after].flatMap((facts) => (facts && name in facts ? [facts[name]] : []));
    return `${name}: ${sides.map((side) => JSON.stringify(side)).join(' -> ')}`;
  });
  return described.join(', ');
}

const widest = 120;

const shortened = (text: string): string => (text.length <= widest ? text : `${text.slice(0, widest)}...`);
