-- What administrators say for projects that say nothing themselves.
create table workspace_default (
  workspace_id uuid primary key references workspace,
  requires_approval boolean,
  review jsonb not null default '{}'::jsonb check (jsonb_typeof(review) = 'object'),
  approval jsonb not null default '{}'::jsonb check (jsonb_typeof(approval) = 'object'),
  delivery jsonb not null default '{}'::jsonb check (jsonb_typeof(delivery) = 'object')
);
alter table workspace_default enable row level security;
alter table workspace_default force row level security;
create policy workspace on workspace_default
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on workspace_default to atelier_tenant;

-- A project that does not say inherits. Every project began with false, so that it cannot be told from a choice: it
-- becomes nothing said, by which a project may be held to more than before, never to less.
alter table project alter column requires_approval drop not null;
alter table project alter column requires_approval drop default;
alter table project no force row level security;
update project set requires_approval = null where not requires_approval;
alter table project force row level security;
