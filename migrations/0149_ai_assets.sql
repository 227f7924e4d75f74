-- Files of the AI capabilities: uploads, documents and what was made of them, media. The same bytes are one asset of a
-- workspace, whoever stores them and however often.
create table ai_asset (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes >= 0),
  media_type text not null check (length(media_type) between 3 and 200),
  -- As its sender called it; null where it was made here.
  file_name text check (length(file_name) between 1 and 255),
  origin text not null check (origin in ('upload', 'document', 'media', 'batch')),
  created_by uuid,
  created_at timestamptz(3) not null,
  -- When it was stored or needed last: it is removed some time after that.
  used_at timestamptz(3) not null,
  unique (workspace_id, id),
  unique (workspace_id, sha256)
);
create index ai_asset_due on ai_asset (used_at, workspace_id);
create index ai_asset_of_person on ai_asset (workspace_id, created_by, id);

-- Content that is being written: what a process left behind when it died is removed by it.
create table ai_asset_arrival (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  begun_at timestamptz(3) not null
);
create index ai_asset_arrival_due on ai_asset_arrival (begun_at, workspace_id);

do $$
declare name text;
begin
  foreach name in array array['ai_asset', 'ai_asset_arrival']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('create policy due on %I for select to atelier_identity using (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on ai_asset to atelier_tenant;
grant select, insert, delete on ai_asset_arrival to atelier_tenant;

-- In which workspaces something is due.
grant select (workspace_id, used_at) on ai_asset to atelier_identity;
grant select (workspace_id, begun_at) on ai_asset_arrival to atelier_identity;
