-- Few mails carry a secret, and all that do are looked up when the secret key is replaced.
create index mails_with_secret on mails (account_id, id) where secret_sealed is not null;
