import type { Transaction } from '../../database/database.js';
import { limitsOf, type MailLimits } from './mail-limits.js';
import { lockLimits, releasedSince, type LimitedMail, type Scope } from './mail-limit-store.js';

/** Why a mail has to wait. */
export interface MailHold {
  readonly reason: string;
  /** When the oldest of the mails that count against the limit no longer counts. */
  readonly until: Date;
}

/** Whether a limit delays the mail. Mails are counted in the database, so the limits apply across all processes. */
export async function checkMailLimits(
  db: Transaction,
  mail: LimitedMail,
  now: Date,
  { countsOthers }: { countsOthers: boolean },
): Promise<MailHold | undefined> {
  const limits = limitsOf(mail.kind);
  if (!limits) return undefined;
  await lockLimits(db);
  const since = new Date(now.getTime() - limits.withinMs);
  const countsTree = limits.tree !== undefined;
  const released = await releasedSince(db, mail, since, { countsTree, countsOthers });
  const holds = scopesOf(limits, mail).flatMap(([scope, max, words]) => {
    const { count, first } = released[scope];
    if (count < max) return [];
    const until = new Date((first ?? now).getTime() + limits.withinMs);
    return [{ reason: `held: at most ${max} of this kind ${spanOf(limits)} ${words}`, until }];
  });
  // The mail has to wait for the limit that ends last.
  return holds.sort((a, b) => b.until.getTime() - a.until.getTime())[0];
}

const scopesOf = (
  { perSubject, perAddress, perAccount, tree }: MailLimits,
  { accountId, rootId }: LimitedMail,
): (readonly [Scope, number, string])[] => [
  ['subject', perSubject, 'to one address about the same subject'],
  ['address', perAddress, 'to one address'],
  ['account', perAccount, 'from one account'],
  ...(tree
    ? ([
        ['treeToAddress', tree.perAddress, 'to one address from a root account and all accounts below it'],
        ...(accountId === rootId
          ? [['tree', tree.inAll, 'from a root account and all accounts below it'] as const]
          : [
              ['tree', tree.below, 'from accounts below a root account'] as const,
              [
                'branch',
                tree.perBranch,
                'from an account directly below a root account and all accounts below it',
              ] as const,
            ]),
      ] satisfies (readonly [Scope, number, string])[])
    : []),
];

const spanOf = ({ withinMs }: MailLimits): string => (withinMs === 3_600_000 ? 'an hour' : 'a day');
