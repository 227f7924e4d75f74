-- Caps that a workspace sets for itself, its projects and cycles, and that a cycle has of its own; in micro-dollars.
alter table workspace_default
  add column cost_cap_micros bigint check (cost_cap_micros between 0 and 9007199254740991),
  add column project_cost_cap_micros bigint check (project_cost_cap_micros between 0 and 9007199254740991),
  add column cycle_cost_cap_micros bigint check (cycle_cost_cap_micros between 0 and 9007199254740991),
  add column max_revisions integer check (max_revisions >= 0);
alter table cycle add column cost_cap_micros bigint check (cost_cap_micros between 0 and 9007199254740991);

-- The highest of 50, 80 and 100 percent that an amount is of a cap, or 0.
create function budget_level(spent bigint, cap bigint) returns smallint language sql immutable return (
  case when cap is null or spent = 0 then 0 when spent >= cap then 100
    when spent * 5 >= cap * 4 then 80 when spent * 2 >= cap then 50 else 0 end)::smallint;

-- What people were warned of, on the row that each settlement holds.
alter table budget add column warned_percent smallint not null default 0 check (warned_percent in (0, 50, 80, 100));

-- Whom to warn next: a row from the transaction that crossed a level to the one that writes the letters and the event.
create table budget_warning (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  scope_kind text not null check (scope_kind in ('workspace', 'project', 'cycle')),
  scope_id uuid not null,
  level integer not null check (level in (50, 80, 100)),
  cap_micros bigint not null check (cap_micros between 0 and 9007199254740991),
  spent_micros bigint not null check (spent_micros between 0 and 9007199254740991),
  refused_micros bigint check (refused_micros between 0 and 9007199254740991),
  created_at timestamptz(3) not null
);
create index budget_warning_due on budget_warning (workspace_id, created_at);
alter table budget_warning enable row level security;
alter table budget_warning force row level security;
create policy workspace on budget_warning to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy due on budget_warning for select to atelier_identity using (true);
grant select, insert, update, delete on budget_warning to atelier_tenant;
grant select (workspace_id) on budget_warning to atelier_identity;

-- Letters about budgets: of a project or a cycle to who manages it, of the workspace to its administrators.
alter table letter alter column project_id drop not null, alter column cycle_id drop not null;
alter table letter drop constraint letter_kind_check, drop constraint letter_needs_check;
alter table letter add constraint letter_kind_check
  check (kind in ('request', 'question', 'approval', 'failed_run', 'budget'));
alter table letter add constraint letter_needs_check check (needs in ('view', 'steer', 'manage', 'administer'));
alter table letter_setting add column budgets boolean not null default true;

-- What a cap, or a price that nobody knows, kept from being sent: shown with the budget.
create index model_call_refused on model_call (workspace_id, project_id, id)
  where failure ->> 'code' in ('cycle_cap_reached', 'project_cap_reached', 'workspace_cap_reached', 'instance_cap_reached',
    'provider_price_unknown');
