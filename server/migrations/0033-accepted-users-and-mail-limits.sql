-- Who has accepted to be a user of an account, by signing in with a link that was sent to them. Until then anybody could
-- have written the address down: it counts neither for signing in nor for mails about the account.
create table accepted_users (
  account_id uuid not null,
  user_id uuid not null,
  accepted_at timestamptz(3) not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Users who have signed in before. The others have an invitation, and can ask for it again.
insert into accepted_users (account_id, user_id, accepted_at)
select users.account_id, users.id, min(audit_entries.at)
from users
  join audit_entries on audit_entries.account_id = users.account_id and audit_entries.actor_id = users.id::text
where audit_entries.action = 'session.create' and audit_entries.actor_kind = 'user'
group by users.account_id, users.id;

alter table mails
  -- The top of the tree that its account is in. Null in mails of the version before, as are the others.
  add column root_id uuid,
  -- What it is about: of two to the same user about the same, only the newer one is worth sending.
  add column subject text,
  -- When the limits let it pass. It counts from then on, however often it is tried.
  add column released_at timestamptz(3),
  -- Since when it has been waiting for its turn because of a limit.
  add column held_since timestamptz(3),
  -- How many that were never sent it has replaced.
  add column superseded integer not null default 0;
