#!/bin/sh
# The login of servers and workers, which only has the application's rights. PostgreSQL's image runs this when it creates
# its data directory; for an existing one: docker compose exec postgres sh /docker-entrypoint-initdb.d/regrove-roles.sh
set -eu
: "${POSTGRES_APP_PASSWORD:?}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
set client_min_messages = warning;
\getenv password POSTGRES_APP_PASSWORD
select 'create role regrove_app nologin' where not exists (select from pg_roles where rolname = 'regrove_app') \gexec
select 'create role regrove_server' where not exists (select from pg_roles where rolname = 'regrove_server') \gexec
alter role regrove_server with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
grant regrove_app to regrove_server;
SQL
