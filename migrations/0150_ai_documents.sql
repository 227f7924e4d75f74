-- Documents that were parsed. A parse is the work: once for the same bytes, engine and version in a workspace. A document
-- is one request for it.
create table ai_parse (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  engine text not null check (engine in ('text', 'ocr', 'native')),
  engine_version text not null check (length(engine_version) between 1 and 200),
  format text not null check (length(format) between 1 and 20),
  source_asset_id uuid not null,
  status text not null check (status in ('queued', 'parsing', 'parsed', 'failed')),
  run_id uuid,
  -- Null until the document was opened.
  pages_total integer check (pages_total >= 0),
  refusal text check (length(refusal) <= 50),
  markdown_asset_id uuid,
  cost_micros bigint not null check (cost_micros >= 0),
  created_at timestamptz(3) not null,
  status_changed_at timestamptz(3) not null,
  check ((status = 'failed') = (refusal is not null)),
  check ((status = 'parsed') = (markdown_asset_id is not null)),
  unique (workspace_id, id),
  unique (workspace_id, sha256, engine, engine_version)
);

create table ai_page (
  parse_id uuid not null,
  workspace_id uuid not null,
  number integer not null check (number > 0),
  state text not null check (state in ('parsed', 'empty', 'needs_ocr', 'refused')),
  confidence_percent smallint not null check (confidence_percent between 0 and 100),
  reasons text[] not null,
  markdown text not null,
  primary key (parse_id, number),
  foreign key (workspace_id, parse_id) references ai_parse (workspace_id, id) on delete cascade
);

create table ai_document (
  id uuid primary key,
  workspace_id uuid not null,
  parse_id uuid not null,
  project_id uuid,
  title text not null check (length(title) between 1 and 255),
  source_url text check (length(source_url) <= 2048),
  is_critical boolean not null,
  is_reused boolean not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  unique (workspace_id, id),
  foreign key (workspace_id, parse_id) references ai_parse (workspace_id, id),
  foreign key (workspace_id, project_id) references project (workspace_id, id)
);
create index ai_document_page on ai_document (workspace_id, created_at desc, id desc);
create index ai_document_of_parse on ai_document (parse_id);
create index ai_document_of_project on ai_document (project_id) where project_id is not null;
create index ai_document_due on ai_document (created_at, workspace_id);
create index ai_document_of_person on ai_document (workspace_id, created_by, id);

-- What a person decided about a page of a critical document.
create table ai_page_decision (
  document_id uuid not null,
  workspace_id uuid not null,
  number integer not null check (number > 0),
  decision text not null check (decision in ('accepted', 'rejected')),
  decided_by uuid not null,
  decided_at timestamptz(3) not null,
  primary key (document_id, number),
  foreign key (workspace_id, document_id) references ai_document (workspace_id, id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['ai_parse', 'ai_page', 'ai_document', 'ai_page_decision']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- In which workspaces documents are kept no longer.
create policy due on ai_document for select to atelier_identity using (true);
grant select (workspace_id, created_at) on ai_document to atelier_identity;
