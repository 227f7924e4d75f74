-- Who answers agents that ask the web: providers with a key, and the built-in crawler with what it read in a month.

-- A data key of the workspace itself, for secrets that belong to no project.
create table workspace_data_key (
  workspace_id uuid not null references workspace,
  version integer not null check (version > 0),
  root_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, version)
);

create table web_provider (
  workspace_id uuid not null references workspace,
  provider text not null check (provider ~ '^[a-z]{1,40}$'),
  key_version integer not null,
  ciphertext bytea not null,
  enabled boolean not null,
  enabled_at timestamptz(3),
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (workspace_id, provider),
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version),
  check (enabled = (enabled_at is not null))
);

create table crawl_setting (
  workspace_id uuid primary key references workspace,
  enabled boolean not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null
);

-- The month is the workspace's own.
create table crawl_month (
  workspace_id uuid not null references workspace,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  pages integer not null check (pages >= 0),
  primary key (workspace_id, month)
);

do $$
declare name text;
begin
  foreach name in array array['workspace_data_key', 'web_provider', 'crawl_setting', 'crawl_month']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update on workspace_data_key to atelier_tenant;
grant select, insert, update, delete on web_provider to atelier_tenant;
grant select, insert, update on crawl_setting to atelier_tenant;
grant select, insert, update on crawl_month to atelier_tenant;

-- The month that a time lies in where the workspace is, as 2026-11. The row that says where is for people alone.
create function month_here(at timestamptz) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select to_char(at at time zone time_zone, 'YYYY-MM') from workspace
  where id = nullif(current_setting('app.workspace', true), '')::uuid
$$;
revoke all on function month_here(timestamptz) from public;
grant execute on function month_here(timestamptz) to atelier_tenant;
