import { Option } from 'commander';
import { listAuditEntries, installationAccountId, type AuditEntry } from '../features/audit/audit-store.js';
import type { Database } from '../database/database.js';
import { reportDatabase } from '../database/report-database.js';
import { invalid } from '../platform/errors.js';
import type { Instance } from '../database/instance.js';
import type { Command } from './command.js';
import { onInstance, rejectIf, table, type CliEnvironment, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { readId, readTime, wholeNumber } from './option-parsers.js';
import { dayMs } from '../platform/time/durations.js';

const defaultDays = 30;
const defaultLimit = 100;
const maxEntries = 100_000;

export function addAuditCommands(program: Command, line: CliEnvironment): void {
  const audit = program.command('audit').description('who changed what, and when');
  onInstance(
    line,
    rejectIf(
      audit
        .command('list')
        .description(`list changes, newest first; by default of the last ${defaultDays} days`)
        .example('audit list --account ID --from 2026-10-01')
        .example('audit list --installation --limit 20')
        .option('--account <id>', 'only of this account', readId)
        .addOption(
          new Option('--installation', 'only of the installation, not of accounts').conflicts('account'),
        )
        .option(
          '--from <time>',
          'a day (midnight UTC) or a time such as 2026-10-01T08:00:00Z, inclusive',
          readTime,
        )
        .option('--until <time>', 'the same, exclusive', readTime)
        .option('--limit <number>', 'how many', wholeNumber(1, maxEntries), defaultLimit),
      spanProblem,
    ),
    list,
  );
}

interface ListOptions {
  readonly account?: string;
  readonly installation?: boolean;
  readonly from?: Date;
  readonly until?: Date;
  readonly limit: number;
}

const emptySpan = '--from must be before --until';

function spanProblem(command: Command): string | undefined {
  const { from, until } = command.opts<ListOptions>();
  return from && until && from >= until ? emptySpan : undefined;
}

async function list({ context }: Instance, options: ListOptions): Promise<Outcome> {
  const { clock } = context;
  const db = reportDatabase(context);
  // Includes an entry written in the current millisecond.
  const until = options.until ?? new Date(clock().getTime() + 1);
  const from = options.from ?? new Date(until.getTime() - defaultDays * dayMs);
  if (from >= until) throw invalid(`${emptySpan}, which defaults to now`);
  const accountId = await readAccountId(db, options);
  const entries = (await listAuditEntries(db, { accountId, from, until, limit: options.limit })).map(present);
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
  if (installation) return installationAccountId;
  return account === undefined ? undefined : (await requireAccount(db, account)).id;
}

const present = (entry: AuditEntry) => ({
  at: entry.at.toISOString(),
  actor: { kind: entry.actorKind, id: entry.actorId },
  account_id: entry.accountId === installationAccountId ? null : entry.accountId,
  action: entry.action,
  subject_id: entry.subjectId,
  before: entry.before,
  after: entry.after,
});

/** `name: "Old" -> "New"` for each changed fact; for creations and deletions, the facts themselves. */
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
