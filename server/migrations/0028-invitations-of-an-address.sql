-- However often somebody is made a user, and of how many accounts: their mailbox is not to be filled with invitations.
create index mails_inviting on mails (lower(address), created_at) where kind = 'invitation';
