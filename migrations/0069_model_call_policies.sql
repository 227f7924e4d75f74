-- How calls of models over the network go on where a model does not answer; a workspace without a row has what the
-- instance assumes.
create table model_call_policy (
  workspace_id uuid primary key references workspace,
  attempts integer not null check (attempts between 1 and 5),
  begin_seconds integer check (begin_seconds between 1 and 86400),
  call_seconds integer check (call_seconds between 1 and 86400),
  fallbacks jsonb not null,
  updated_at timestamptz(3) not null,
  updated_by uuid not null
);
alter table model_call_policy enable row level security;
alter table model_call_policy force row level security;
create policy workspace on model_call_policy
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on model_call_policy to atelier_tenant;

-- The call that it was sent in the place of, because that model did not answer.
alter table model_call add column instead_of uuid;
