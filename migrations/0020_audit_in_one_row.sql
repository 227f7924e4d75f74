-- An audit row is one insert: its details lie in the row itself, closed lists of words are types, and what else holds
-- for a row is one check, since PostgreSQL prepares every check of a table for every statement that writes to it.

create type audit_actor as enum ('user', 'api_key', 'agent', 'system');
create type audit_category as enum ('create', 'read', 'update', 'delete', 'execute', 'auth', 'export');
create type audit_outcome as enum ('success', 'failure', 'denied');
create type audit_severity as enum ('info', 'notice', 'warning', 'critical');
create type audit_source as enum
  ('web', 'api', 'cli', 'chat', 'tracker', 'codehost', 'webhook', 'internal', 'system');

create table audit_whole (
  workspace_id uuid not null,
  position bigint not null,
  id uuid not null,
  occurred_at timestamptz(3) not null,
  actor_type audit_actor not null,
  actor_id text,
  action text not null,
  category audit_category not null,
  resource_type text,
  resource_id text,
  parent_type text,
  parent_id text,
  outcome audit_outcome not null,
  severity audit_severity not null,
  source audit_source not null,
  request_id text,
  trace_id text,
  details_hash bytea not null,
  hash bytea not null,
  salt bytea,
  details jsonb,
  erased_at timestamptz(3),
  -- A column and no index of an expression: under row-level security only what is leakproof may choose an index.
  project_id text generated always as (details ->> 'projectId') stored
);

-- The migration's role does not pass row-level security when it is no superuser.
alter table audit_detail no force row level security;
alter table audit_row no force row level security;
insert into audit_whole
select r.workspace_id, r.position, r.id, r.occurred_at, r.actor_type::audit_actor, r.actor_id, r.action,
  r.category::audit_category, r.resource_type, r.resource_id, r.parent_type, r.parent_id, r.outcome::audit_outcome,
  r.severity::audit_severity, r.source::audit_source, r.request_id, r.trace_id, r.details_hash, r.hash, d.salt,
  d.details, d.erased_at
from audit_row r join audit_detail d on d.workspace_id = r.workspace_id and d.audit_id = r.id;
drop table audit_detail;
drop table audit_row;
alter table audit_whole rename to audit_row;

alter table audit_row
  add constraint audit_row_pkey primary key (workspace_id, position),
  add constraint audit_row_workspace_id_id_key unique (workspace_id, id),
  add constraint audit_row_whole check (position > 0 and length(details_hash) = 32 and length(hash) = 32
    and (erased_at is null) = (salt is not null and details is not null));
create index audit_row_time on audit_row (workspace_id, occurred_at desc, position desc);
create index audit_row_resource on audit_row (workspace_id, resource_id, occurred_at desc, position desc)
  where resource_id is not null;
create index audit_row_parent on audit_row (workspace_id, parent_id, occurred_at desc, position desc)
  where parent_id is not null;
create index audit_row_project on audit_row (workspace_id, project_id, occurred_at desc, position desc)
  where project_id is not null;
create index audit_row_action on audit_row (workspace_id, action, occurred_at desc, position desc);
create index audit_row_actor on audit_row (workspace_id, actor_id, occurred_at desc, position desc);
-- Without the outcome as a column: comparing words of a type is not leakproof.
create index audit_row_refused on audit_row (workspace_id, occurred_at desc, position desc) where outcome <> 'success';
create index audit_row_request on audit_row (workspace_id, request_id) where request_id is not null;
create index audit_row_trace on audit_row (workspace_id, trace_id) where trace_id is not null;

alter table audit_row enable row level security;
alter table audit_row force row level security;
create policy workspace on audit_row using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);

-- The serving role adds rows; it takes nothing away but details, and changes nothing else.
grant select, insert, update (salt, details, erased_at) on audit_row to atelier_tenant;
