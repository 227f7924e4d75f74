#!/bin/sh
# Makes what Atelier needs in a new PostgreSQL server: a user of its own, who owns one database, and the two roles that
# the user serves as. Run once, as an administrator; the postgres image does so with files in /docker-entrypoint-initdb.d.
set -eu
: "${ATELIER_DATABASE_PASSWORD:?Set ATELIER_DATABASE_PASSWORD to the password of the new user.}"
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$ATELIER_DATABASE_PASSWORD" \
  --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role atelier_identity nologin;
create role atelier_tenant nologin;
create role atelier_server login password :'password';
grant atelier_identity, atelier_tenant to atelier_server;
create database atelier_server owner atelier_server;
SQL
