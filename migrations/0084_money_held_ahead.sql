-- Money that the settling of a call over the network held for the next one: decisions/0097. Its budgets count it as
-- reserved; a call takes the row's place, or the row is given back, or it expires and counts as spent.
create table model_hold (
  workspace_id uuid not null references workspace,
  id uuid not null,
  endpoint_id uuid,
  provider text not null,
  model text not null,
  micros bigint not null check (micros between 1 and 9007199254740991),
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
alter table model_hold enable row level security;
alter table model_hold force row level security;
create policy workspace on model_hold
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on model_hold to atelier_tenant;
