-- Leads of growth projects, from uploaded lists.
create table growth_lead_list (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  file_name text check (length(file_name) between 1 and 255),
  rows_read integer not null default 0 check (rows_read >= 0),
  rows_imported integer not null default 0 check (rows_imported >= 0),
  uploaded_by uuid not null,
  created_at timestamptz(3) not null,
  -- Null while it is read. What a broken upload left behind is removed.
  finished_at timestamptz(3),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  unique (workspace_id, id)
);
create index growth_lead_list_unfinished on growth_lead_list (created_at, workspace_id) where finished_at is null;

create table growth_lead (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  lead_list_id uuid not null,
  status text not null check (status in ('new', 'queued', 'disqualified')),
  -- Normal forms.
  address text check (length(address) between 3 and 254),
  domain text not null check (length(domain) between 3 and 253),
  -- What is known, field by field: the value, where it is from, since when, what it cost and how sure it is.
  evidence jsonb not null,
  has_consent boolean not null,
  looked_up_at timestamptz(3),
  contacted_at timestamptz(3),
  opted_out_at timestamptz(3),
  created_at timestamptz(3) not null,
  status_changed_at timestamptz(3) not null,
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, lead_list_id) references growth_lead_list (workspace_id, id)
);
create unique index growth_lead_address on growth_lead (growth_project_id, address) where address is not null;
create unique index growth_lead_company on growth_lead (growth_project_id, domain) where address is null;
create index growth_lead_domain on growth_lead (growth_project_id, domain);
create index growth_lead_page on growth_lead (growth_project_id, created_at desc, id desc);
create index growth_lead_of_list on growth_lead (lead_list_id);
create index growth_lead_of_address on growth_lead (workspace_id, address) where address is not null;
create index growth_lead_due on growth_lead (created_at, workspace_id) where contacted_at is null and not has_consent;

do $$
declare name text;
begin
  foreach name in array array['growth_lead_list', 'growth_lead']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy workspace on %I to atelier_tenant
       using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
    execute format('create policy due on %I for select to atelier_identity using (true)', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- In which workspaces something is kept no longer.
grant select (workspace_id, created_at, contacted_at, has_consent) on growth_lead to atelier_identity;
grant select (workspace_id, created_at, finished_at) on growth_lead_list to atelier_identity;
