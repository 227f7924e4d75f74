-- A research run that finished lets plays be proposed once; runs that finished before this do not.
alter table growth_run add column proposals_due boolean not null default false;
create index growth_run_proposals_due on growth_run (workspace_id) where proposals_due;
create policy due on growth_run for select to atelier_identity using (proposals_due);
grant select (workspace_id, proposals_due) on growth_run to atelier_identity;

-- A play that a research run proposed: what it stands on, and how it was proposed, so that it is not proposed again.
alter table growth_play
  add column growth_run_id uuid,
  add column evidence jsonb not null default '[]',
  -- The name and the audience as they were proposed, in the form in which they are compared.
  add column proposed_as text[] not null default '{}' check (cardinality(proposed_as) <= 2),
  add foreign key (workspace_id, growth_run_id) references growth_run (workspace_id, id),
  add check ((growth_run_id is null) = (cardinality(proposed_as) = 0));

-- One run that proposes plays from what a research run found.
create table growth_proposal_run (
  id uuid primary key,
  workspace_id uuid not null,
  growth_project_id uuid not null,
  growth_run_id uuid not null unique,
  status text not null check (status in ('queued', 'finished', 'failed')),
  run_id uuid,
  plays_proposed integer not null default 0 check (plays_proposed >= 0),
  -- Plays of the model that were left out: malformed, without evidence, or proposed before.
  plays_dropped integer not null default 0 check (plays_dropped >= 0),
  failure_code text check (length(failure_code) between 1 and 50),
  failure_message text check (length(failure_message) between 1 and 1000),
  started_by uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (workspace_id, growth_project_id) references growth_project (workspace_id, id),
  foreign key (workspace_id, growth_run_id) references growth_run (workspace_id, id),
  check ((status in ('finished', 'failed')) = (ended_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  check ((failure_code is null) = (failure_message is null))
);
create index growth_proposal_run_page on growth_proposal_run (growth_project_id, created_at desc, id desc);

alter table growth_proposal_run enable row level security;
alter table growth_proposal_run force row level security;
create policy workspace on growth_proposal_run to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on growth_proposal_run to atelier_tenant;
