import type { AccountId } from '../accounts/account.js';
import { findAnyByExternalIds, findByExternalIds, type NamedAccount } from '../accounts/external-id-store.js';
import { countWaitingInvitations } from '../mail/count-waiting-invitations.js';
import type { Context, TransactionContext } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid } from '../../platform/errors.js';
import type { InvalidLine } from '../../platform/reason.js';
import { refuseLines } from '../../platform/text/refuse-lines.js';
import { shorten, valueParam } from '../../platform/text/shorten.js';
import { createUser, type NewUserInput } from './create-user.js';
import { lockForImport } from './import-lock-store.js';
import { takenEmails } from './user-store.js';

/** A line of a file of users. */
export interface UserLine {
  readonly line: number;
  readonly input: NewUserInput;
  /** The external id of its account; undefined: the account that the file is for. */
  readonly account: string | undefined;
  /** What is wrong with its columns. */
  readonly faults: readonly InvalidLine[];
}

/** A line whose account is known. */
export interface ResolvedLine extends UserLine {
  readonly accountId: AccountId;
  /** Undefined: the account that the file is for. */
  readonly accountName: string | undefined;
}

export interface CheckedUsers {
  /** Those without faults. */
  readonly resolved: readonly ResolvedLine[];
  readonly faults: readonly InvalidLine[];
}

/**
 * Finds the accounts of the lines, and who is a user already. `within` is the account that the file is for: lines name
 * it or accounts below it. Undefined for the operator, whose lines name any account.
 */
export async function checkUsers(
  db: Database,
  within: AccountId | undefined,
  lines: readonly UserLine[],
): Promise<CheckedUsers> {
  const wanted = [...new Set(lines.flatMap(({ account }) => account ?? []))];
  const accounts =
    within === undefined
      ? await findAnyByExternalIds(db, wanted)
      : await findByExternalIds(db, within, wanted);
  const found = new Map(accounts.map((one) => [one.externalId, one]));
  const results = lines.filter(isRight('account')).map((line) => placeOf(line, within, found));
  const placed = results.filter((result) => 'accountId' in result);
  const unplaced = results.filter((result) => 'what' in result);
  const repeated = await repetitionsIn(db, placed.filter(isRight('email')));
  // All faults of a line, so that people can correct them at once.
  const faults = [...lines.flatMap((line) => line.faults), ...unplaced, ...repeated];
  const wrong = new Set(faults.map(({ line }) => line));
  return { resolved: placed.filter(({ line }) => !wrong.has(line)), faults };
}

const isRight =
  (column: 'account' | 'email') =>
  ({ faults }: UserLine): boolean =>
    faults.every(({ reason }) => reason?.field !== column);

function placeOf(
  line: UserLine,
  within: AccountId | undefined,
  found: ReadonlyMap<string, NamedAccount>,
): ResolvedLine | InvalidLine {
  const { account } = line;
  if (account === undefined)
    return within === undefined
      ? faultOf(line, 'account is required', { code: 'required' })
      : { ...line, accountId: within, accountName: undefined };
  const named = found.get(account);
  if (!named)
    return faultOf(line, `account is no external id of an accessible account: ${shorten(account)}`, {
      code: 'account-unknown',
      params: valueParam(account),
    });
  if (named.others > 0)
    return faultOf(line, `account is the external id of several accessible accounts: ${shorten(account)}`, {
      code: 'account-ambiguous',
      params: valueParam(account),
    });
  return { ...line, accountId: named.id, accountName: named.displayName };
}

const faultOf = (
  { line }: UserLine,
  what: string,
  reason: Omit<NonNullable<InvalidLine['reason']>, 'field'>,
  field = 'account',
): InvalidLine => ({ line, what, reason: { ...reason, field } });

/** Lines whose address another line has, or a user of the account. */
async function repetitionsIn(db: Database, lines: readonly ResolvedLine[]): Promise<InvalidLine[]> {
  const faults: InvalidLine[] = [];
  for (const [accountId, own] of byAccount(lines)) {
    const keys = own.map(({ input }) => input.email.toLowerCase());
    const taken = new Set(await takenEmails(db, accountId, keys));
    const firstLines = new Map<string, number>();
    for (const [index, line] of own.entries()) {
      const key = keys[index] ?? '';
      const first = firstLines.get(key);
      const params = valueParam(line.input.email);
      if (taken.has(key))
        faults.push(
          faultOf(
            line,
            `email already belongs to a user of the account: ${shorten(line.input.email)}`,
            { code: 'email-taken', params },
            'email',
          ),
        );
      else if (first !== undefined)
        faults.push(
          faultOf(
            line,
            `email is also on line ${first}: ${shorten(line.input.email)}`,
            { code: 'email-twice', params: { ...params, line: first } },
            'email',
          ),
        );
      else firstLines.set(key, line.line);
    }
  }
  return faults;
}

function byAccount(lines: readonly ResolvedLine[]): ReadonlyMap<AccountId, ResolvedLine[]> {
  const groups = new Map<AccountId, ResolvedLine[]>();
  for (const line of lines) {
    const group = groups.get(line.accountId);
    if (group) group.push(line);
    else groups.set(line.accountId, [line]);
  }
  return groups;
}

export interface ImportedUsers {
  readonly created: number;
  readonly accounts: number;
  /** How many invitations are sent later, because of the limits of mails. */
  readonly waiting: number;
}

/** How many of their invitations would be sent later. */
export const invitationsWaiting = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  placed: readonly ResolvedLine[],
): Promise<number> =>
  countWaitingInvitations(
    db,
    clock(),
    placed.map(({ accountId }) => accountId),
  );

/** Creates and invites all of them, or throws an error that names the faulty lines. */
export const importUsers = (
  context: Context,
  within: AccountId | undefined,
  { lines, faults }: { readonly lines: readonly UserLine[]; readonly faults: readonly InvalidLine[] },
): Promise<ImportedUsers> =>
  inTransaction(context, async (tx) => {
    const checked = await checkedAlone(tx, within, { lines, faults });
    const waiting = await invitationsWaiting(tx, checked);
    // In one order, so that two imports with the same addresses do not wait for each other.
    const ordered = [...checked].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    for (const { accountId, input } of ordered) await createUser(tx, accountId, input);
    return { created: ordered.length, accounts: byAccount(ordered).size, waiting };
  });

/** Of two imports for the same account, the second is refused at once: it would wait for every address that both have. */
async function checkedAlone(
  tx: TransactionContext,
  within: AccountId | undefined,
  { lines, faults }: { readonly lines: readonly UserLine[]; readonly faults: readonly InvalidLine[] },
): Promise<readonly ResolvedLine[]> {
  const before = await checkUsers(tx.db, within, lines);
  refuseLines([...faults, ...before.faults]);
  if (!(await lockForImport(tx.db, [...byAccount(before.resolved).keys()])))
    throw invalid('Another file of users is being imported for one of the accounts', {
      code: 'import-in-progress',
    });
  // An import that ended meanwhile may have created some of them.
  const checked = await checkUsers(tx.db, within, lines);
  refuseLines(checked.faults);
  return checked.resolved;
}

const orderOf = ({ accountId, input }: ResolvedLine): string => `${accountId} ${input.email.toLowerCase()}`;
