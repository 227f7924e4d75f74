-- Letters: mail that tells people what waits for them, and whether they want it.

-- Mail that people did not ask for goes out later where the address got as much as it may.
alter table mail add column paced boolean not null default false;

-- One row for each person and thing. Those of a person that are due go out as one mail, in the transaction that queues it.
create table letter (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('request', 'question', 'approval', 'failed_run')),
  reminds boolean not null,
  needs text not null check (needs in ('view', 'steer', 'manage')),
  project_id uuid not null,
  cycle_id uuid not null,
  subject_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  ended_at timestamptz(3),
  mail_id uuid,
  foreign key (workspace_id, project_id) references project (workspace_id, id),
  check (mail_id is null or ended_at is not null)
);
create index letter_due on letter (due_at, workspace_id) where ended_at is null;
create index letter_of_person on letter (workspace_id, user_id, created_at, id);
create index letter_sent on letter (workspace_id, user_id, ended_at) where mail_id is not null;
create index letter_of_mail on letter (mail_id) where mail_id is not null;
create index letter_of_subject on letter (subject_id) where ended_at is null;
create index letter_of_cycle on letter (cycle_id) where ended_at is null;
create index letter_of_project on letter (project_id);
create index letter_ended on letter (ended_at, workspace_id) where ended_at is not null;

alter table letter enable row level security;
alter table letter force row level security;
create policy workspace on letter to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy due on letter for select to atelier_identity using (true);
grant select, insert, update, delete on letter to atelier_tenant;
grant select (workspace_id, due_at, ended_at) on letter to atelier_identity;

-- What a person wants letters about, in every workspace; somebody without a row wants them all.
create table letter_setting (
  user_id uuid primary key references users on delete cascade,
  requests boolean not null,
  approvals boolean not null,
  failed_runs boolean not null,
  updated_at timestamptz(3) not null
);
alter table letter_setting enable row level security;
create policy identity on letter_setting to atelier_identity using (true) with check (true);
create policy workspace on letter_setting for select to atelier_tenant
  using (exists (select from membership m where m.user_id = letter_setting.user_id
    and m.workspace_id = nullif(current_setting('app.workspace', true), '')::uuid));
grant select, insert, update, delete on letter_setting to atelier_identity;
grant select on letter_setting to atelier_tenant;

-- Who began the run of a cycle; null where no person did.
alter table cycle add column run_started_by uuid;
