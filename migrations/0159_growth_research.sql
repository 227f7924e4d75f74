-- A growth project is the outreach of one company: its website, what was read there, and the Company brain.
create table growth_project (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  name text not null check (length(name) between 1 and 200),
  website_url text not null check (length(website_url) between 1 and 2000),
  -- What the agency says about itself, beside its website.
  notes text check (length(notes) between 1 and 50000),
  -- The newest version of the Company brain; 0 before the first.
  brain_version integer not null default 0 check (brain_version >= 0),
  created_at timestamptz(3) not null,
  created_by uuid not null,
  archived_at timestamptz(3),
  archived_by uuid,
  check ((archived_at is null) = (archived_by is null)),
  unique (workspace_id, id)
);
create index growth_project_page on growth_project (workspace_id, created_at desc, id desc);

-- One reading of the website, and the brain that was written from it.
create table growth_run (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  status text not null check (status in ('queued', 'reading', 'writing', 'finished', 'failed')),
  run_id uuid,
  -- Why it failed, by a word for programs and in a sentence for people.
  failure_code text check (length(failure_code) between 1 and 50),
  failure_message text check (length(failure_message) between 1 and 1000),
  brain_version integer check (brain_version > 0),
  statements_written integer not null default 0 check (statements_written >= 0),
  -- Statements of the model whose quoted words are on no page that was read.
  statements_dropped integer not null default 0 check (statements_dropped >= 0),
  started_by uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  check ((status in ('finished', 'failed')) = (ended_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  check ((failure_code is null) = (failure_message is null)),
  unique (workspace_id, id)
);
create index growth_run_newest on growth_run (growth_project_id, created_at desc, id desc);
create unique index growth_run_active on growth_run (growth_project_id)
  where status in ('queued', 'reading', 'writing');

-- Every address that a run asked for, so that none is asked for twice.
create table growth_page (
  id uuid primary key,
  workspace_id uuid not null,
  growth_run_id uuid not null,
  number integer not null check (number > 0),
  asked_url text not null check (length(asked_url) between 1 and 2000),
  -- Where the answer came from, after redirects.
  url text not null check (length(url) between 1 and 2000),
  outcome text not null check (outcome in ('read', 'refused', 'duplicate', 'elsewhere')),
  depth integer not null check (depth >= 0),
  title text not null check (length(title) <= 500),
  content text not null check (length(content) <= 200000),
  links text[] not null check (cardinality(links) <= 300),
  read_at timestamptz(3) not null,
  foreign key (workspace_id, growth_run_id) references growth_run (workspace_id, id),
  unique (growth_run_id, number),
  unique (workspace_id, id)
);
create index growth_page_due on growth_page (read_at, workspace_id);

create table growth_brain (
  growth_project_id uuid not null,
  workspace_id uuid not null,
  version integer not null check (version > 0),
  source text not null check (source in ('research', 'person')),
  growth_run_id uuid,
  written_by uuid,
  created_at timestamptz(3) not null,
  primary key (growth_project_id, version),
  check ((source = 'research') = (growth_run_id is not null)),
  check ((source = 'person') = (written_by is not null)),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, growth_run_id) references growth_run (workspace_id, id),
  unique (workspace_id, growth_project_id, version)
);

-- The id of a statement stays the same from version to version.
create table growth_statement (
  growth_project_id uuid not null,
  version integer not null,
  id uuid not null,
  workspace_id uuid not null,
  position integer not null check (position > 0),
  kind text not null check (kind in ('does', 'audience', 'proof', 'tone', 'offer')),
  statement text not null check (length(statement) between 1 and 500),
  origin text not null check (origin in ('page', 'person')),
  page_id uuid,
  page_url text check (length(page_url) between 1 and 2000),
  quote text check (length(quote) between 1 and 600),
  primary key (growth_project_id, version, id),
  foreign key (workspace_id, growth_project_id, version)
    references growth_brain (workspace_id, growth_project_id, version),
  foreign key (workspace_id, page_id) references growth_page (workspace_id, id),
  check ((origin = 'page') = (page_id is not null)),
  check ((page_id is null) = (page_url is null)),
  check ((page_id is null) = (quote is null))
);
create index growth_statement_of_page on growth_statement (page_id) where page_id is not null;

do $$
declare name text;
begin
  foreach name in array array['growth_project', 'growth_run', 'growth_page', 'growth_brain', 'growth_statement']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update on growth_project, growth_run to atelier_tenant;
grant select, insert, delete on growth_page to atelier_tenant;
grant select, insert on growth_brain, growth_statement to atelier_tenant;

-- In which workspaces pages are kept no longer.
create policy due on growth_page for select to atelier_identity using (true);
grant select (workspace_id, read_at) on growth_page to atelier_identity;
