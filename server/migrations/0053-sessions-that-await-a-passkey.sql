-- Where people must sign in with a passkey, a link only lets them add one: until then the session can do nothing else.
alter table sessions add column awaits_passkey boolean not null default false;
