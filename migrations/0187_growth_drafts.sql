-- Leads whose law of sending is not known get no mail without consent, unless a play decides otherwise.
alter table growth_play add column excludes_unknown_law boolean not null default true;

-- One run that writes drafts for leads of a play.
create table growth_draft_run (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  growth_play_id uuid not null,
  status text not null check (status in ('queued', 'writing', 'finished', 'failed')),
  run_id uuid,
  -- Some leads of the play; null for all of them.
  lead_ids uuid[] check (cardinality(lead_ids) between 1 and 1000),
  -- The last lead that was looked at; leads come in the order of their ids.
  last_lead_id uuid,
  leads integer not null default 0 check (leads >= 0),
  drafts integer not null default 0 check (drafts >= 0),
  -- Leads for which no mail could be written, and sentences that stand on no source.
  leads_skipped integer not null default 0 check (leads_skipped >= 0),
  sentences_dropped integer not null default 0 check (sentences_dropped >= 0),
  failure_code text check (length(failure_code) between 1 and 50),
  failure_message text check (length(failure_message) between 1 and 1000),
  started_by uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, growth_play_id) references growth_play (workspace_id, id),
  check ((status in ('finished', 'failed')) = (ended_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  check ((failure_code is null) = (failure_message is null))
);
create index growth_draft_run_newest on growth_draft_run (growth_play_id, created_at desc, id desc);
create unique index growth_draft_run_active on growth_draft_run (growth_play_id) where status in ('queued', 'writing');

alter table growth_draft_run enable row level security;
alter table growth_draft_run force row level security;
create policy workspace on growth_draft_run to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on growth_draft_run to atelier_tenant;
