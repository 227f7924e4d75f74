-- The do-not-contact list of a workspace: addresses and domains that no outreach is sent to.

-- The key of the hashes, sealed: whoever has the rows alone cannot try addresses against them.
create table growth_suppression_key (
  workspace_id uuid primary key references workspace,
  key_version integer not null,
  ciphertext bytea not null,
  created_at timestamptz(3) not null,
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version)
);

create table growth_suppression (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  kind text not null check (kind in ('address', 'domain')),
  -- The normal form; null once the person is erased. The hash stays and still matches.
  value text check (length(value) between 3 and 254),
  value_hash text not null check (value_hash ~ '^[0-9a-f]{64}$'),
  source text not null check (source in ('person', 'unsubscribe', 'bounce', 'complaint', 'erasure')),
  added_by uuid,
  created_at timestamptz(3) not null,
  check ((source = 'erasure') = (value is null)),
  check ((source = 'person') = (added_by is not null)),
  unique (workspace_id, value_hash)
);
create index growth_suppression_page on growth_suppression (workspace_id, created_at desc, id desc);
create index growth_suppression_value on growth_suppression (workspace_id, value) where value is not null;

do $$
declare name text;
begin
  foreach name in array array['growth_suppression_key', 'growth_suppression']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert on growth_suppression_key to atelier_tenant;
grant select, insert, update, delete on growth_suppression to atelier_tenant;
