import type { AccountId } from '../accounts/account.js';
import { columnParameters } from '../../database/column-parameters.js';
import type { Transaction } from '../../database/database.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Content, Recipient } from './mail.js';
import { subjectOf } from './mail-limits.js';

export interface OutgoingMail {
  readonly id: string;
  /** Identifies what the mail is about: there is never a second mail for the same event. */
  readonly event: string;
  readonly to: Recipient;
  readonly content: Content;
  readonly secretSealed: Buffer | null;
  readonly usefulUntil: Date | null;
}

const { names, lists, listsOf } = columnParameters(3, {
  id: 'uuid',
  event: 'text',
  kind: 'text',
  userId: 'uuid',
  address: 'text',
  locale: 'text',
  accountName: 'text',
  facts: 'jsonb',
  secretSealed: 'bytea',
  usefulUntil: 'timestamptz',
  rootId: 'uuid',
  subject: 'text',
});

const rowOf = ({ to, content, ...mail }: OutgoingMail) => ({
  ...mail,
  ...to,
  kind: content.kind,
  facts: JSON.stringify(content.facts),
  subject: subjectOf(content, to),
});

/** Unsent mails about the same subject as a new one, which are out of date. */
const isReplaced = `mails.account_id = $1 and mails.user_id = fresh.user_id and mails.subject = fresh.subject
  and mails.state = 'waiting' and mails.event <> fresh.event
  and (mails.kind = fresh.kind or mails.held_since is not null)`;
const fresh = `unnest(${lists}) as fresh (${names})`;

// A newer mail replaces unsent ones about the same subject, which are out of date, and inherits their wait for a limit.
// So an account that triggers very many mails creates neither many rows nor a high count.
const insert = statement(
  `
  with fresh as (select * from unnest(${lists}) as one (${names})),
    replaced as (
      delete from mails using fresh where ${isReplaced}
      returning fresh.id as by_id, mails.superseded + 1 as superseded, mails.held_since, mails.next_try_at, mails.last_error
    ),
    place as (
      select by_id, sum(superseded)::integer as superseded, min(held_since) as held_since,
        max(next_try_at) filter (where held_since is not null) as next_try_at,
        max(last_error) filter (where held_since is not null) as last_error
      from replaced group by by_id
    )
  insert into mails (account_id, created_at, state, ${names}, next_try_at, superseded, held_since, last_error)
  select $1::uuid, $2::timestamptz, 'waiting', ${names}, coalesce(next_try_at, $2::timestamptz),
    coalesce(superseded, 0), held_since, last_error
  from fresh left join place on by_id = id
  on conflict (account_id, event) do nothing`,
  {
    distributed: [
      // Locks them, so that no other transaction replaces or sends them meanwhile.
      `update mails set superseded = mails.superseded from ${fresh} where ${isReplaced}`,
      `insert into mails as made (account_id, created_at, state, ${names}, next_try_at, superseded, held_since, last_error)
       select account_states.account_id, $2::timestamptz, 'waiting', fresh.*, coalesce(place.next_try_at, $2::timestamptz),
         coalesce(place.superseded, 0), place.held_since, place.last_error
       from account_states cross join ${fresh} left join (
         select mails.account_id, fresh.id as by_id, sum(mails.superseded + 1)::integer as superseded,
           min(mails.held_since) as held_since,
           max(mails.next_try_at) filter (where mails.held_since is not null) as next_try_at,
           max(mails.last_error) filter (where mails.held_since is not null) as last_error
         from mails, ${fresh} where ${isReplaced} group by mails.account_id, fresh.id
       ) place on place.account_id = account_states.account_id and by_id = fresh.id
       where account_states.account_id = $1
       on conflict (account_id, event) do nothing`,
      `delete from mails using ${fresh} where ${isReplaced} and mails.id <> all($3::uuid[])`,
    ],
  },
);

const insertForMany = crossAccountStatement(
  'a close notifies the users of all accounts that it settles in one transaction',
  `insert into mails (account_id, created_at, next_try_at, state, ${names})
   select account_id, $2::timestamptz, $2::timestamptz, 'waiting', ${names}
   from unnest($1::uuid[], ${lists}) as one (account_id, ${names})
   on conflict (account_id, event) do nothing`,
  {
    distributed: `insert into mails (account_id, created_at, next_try_at, state, ${names})
     select account_states.account_id, $2::timestamptz, $2::timestamptz, 'waiting', ${names}
     ${unnestOnShard(`$1::uuid[], ${lists}`, names)}
     on conflict (account_id, event) do nothing`,
  },
);

export async function insertMails(
  db: Transaction,
  account: AccountId,
  mails: readonly OutgoingMail[],
  now: Date,
): Promise<void> {
  await db.rows(insert, [account, now, ...listsOf(mails.map(rowOf))]);
}

/** The same for mails to users of several accounts. */
export async function insertMailsForMany(
  db: Transaction,
  mails: readonly OutgoingMail[],
  now: Date,
): Promise<void> {
  await db.rows(insertForMany, [mails.map(({ to }) => to.accountId), now, ...listsOf(mails.map(rowOf))]);
}

const removeWaiting = statement(
  "delete from mails where account_id = $1 and user_id = $2 and state = 'waiting'",
);

/** Deletes the unsent mails to a user who was deleted, including held ones. */
export async function deleteWaitingMails(db: Transaction, account: AccountId, userId: string): Promise<void> {
  await db.rows(removeWaiting, [account, userId]);
}
