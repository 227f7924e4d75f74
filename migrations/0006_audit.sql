-- Reading the audit log by its filters, repeats of refusals, and signed checkpoints of the chain.

-- Every page is in the order of time and then position, so every index that serves a filter ends in them.
drop index audit_row_resource;
create index audit_row_resource on audit_row (workspace_id, resource_id, occurred_at desc, position desc)
  where resource_id is not null;
create index audit_row_parent on audit_row (workspace_id, parent_id, occurred_at desc, position desc)
  where parent_id is not null;
create index audit_row_action on audit_row (workspace_id, action, occurred_at desc, position desc);
create index audit_row_actor on audit_row (workspace_id, actor_id, occurred_at desc, position desc);
create index audit_row_refused on audit_row (workspace_id, outcome, occurred_at desc, position desc)
  where outcome <> 'success';
create index audit_row_request on audit_row (workspace_id, request_id) where request_id is not null;

-- A row, its details and its number come from one statement that fails without the workspace's ledger, which refers to
-- the workspace: these keys guard nothing more. And the check of the first of them, planned while the table is empty,
-- reads the workspace's whole log until the next ANALYZE: a mutation's row cost twice as much after 2,000 rows.
alter table audit_detail drop constraint audit_detail_workspace_id_audit_id_fkey;
alter table audit_row drop constraint audit_row_workspace_id_fkey;
alter table activity_event drop constraint activity_event_workspace_id_fkey;

-- The project that details name, with the row's place in that order beside it. A column and no index of an expression:
-- under row-level security only what is leakproof may choose an index, and reading from jsonb is not. The migration's
-- role does not pass row-level security when it is no superuser, and the rows of every workspace have to be filled.
alter table audit_detail add column position bigint, add column occurred_at timestamptz(3),
  add column project_id text generated always as (details ->> 'projectId') stored;
alter table audit_detail no force row level security;
alter table audit_row no force row level security;
update audit_detail d set position = r.position, occurred_at = r.occurred_at
from audit_row r where r.workspace_id = d.workspace_id and r.id = d.audit_id;
alter table audit_detail force row level security;
alter table audit_row force row level security;
alter table audit_detail alter column position set not null, alter column occurred_at set not null;
create index audit_detail_project on audit_detail
  (workspace_id, project_id, occurred_at desc, position desc) where project_id is not null;

-- A refusal is on the chain at once; its repeats within a minute are counted here, and become one row after it.
create table audit_repeat (
  workspace_id uuid not null references workspace,
  fingerprint bytea not null check (length(fingerprint) = 32),
  entry jsonb not null,
  repeats integer not null default 0 check (repeats >= 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, fingerprint)
);
create index audit_repeat_end on audit_repeat (workspace_id, ends_at);

-- The head of a chain at one size, as a signed note (C2SP tlog-checkpoint).
create table audit_checkpoint (
  workspace_id uuid not null references workspace,
  size bigint not null check (size > 0),
  note text not null check (length(note) between 100 and 2000),
  created_at timestamptz(3) not null,
  primary key (workspace_id, size)
);

do $$
declare name text;
begin
  foreach name in array array['audit_repeat', 'audit_checkpoint']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;

grant select, insert, update, delete on audit_repeat to atelier_tenant;
grant select, insert on audit_checkpoint to atelier_tenant;
