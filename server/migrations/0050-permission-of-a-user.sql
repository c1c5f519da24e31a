-- What a user may do in the dashboard. Users from before, and users that name none, may do everything.
alter table users add column permission text not null default 'full';
-- Every row there is has the default, so it need not be read.
alter table users add constraint users_permission_check check (permission in ('full', 'restricted')) not valid;
