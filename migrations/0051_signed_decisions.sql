-- Decisions that a reviewer signs with a passkey: what is about to be signed, and what was, with all that checking it
-- takes, so that it outlives the passkey and the account.

create unique index deliverable_approval_workspace on deliverable_approval (workspace_id, id);

create table deliverable_statement (
  approval_id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  session_id uuid not null,
  decision text not null check (decision in ('approved', 'changes_requested')),
  comment text,
  statement text not null,
  expires_at timestamptz(3) not null,
  foreign key (workspace_id, approval_id) references deliverable_approval (workspace_id, id)
);
create index deliverable_statement_project on deliverable_statement (project_id);

create table deliverable_signature (
  approval_id uuid primary key,
  workspace_id uuid not null,
  project_id uuid not null,
  statement text not null,
  credential_id text not null,
  public_key text not null,
  authenticator_data text not null,
  client_data text not null,
  signature text not null,
  signed_at timestamptz(3) not null,
  foreign key (workspace_id, approval_id) references deliverable_approval (workspace_id, id)
);
create index deliverable_signature_project on deliverable_signature (project_id);

do $$
declare name text;
begin
  foreach name in array array['deliverable_statement', 'deliverable_signature']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy workspace on %I to atelier_tenant using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update, delete on deliverable_statement to atelier_tenant;
grant select, insert, delete on deliverable_signature to atelier_tenant;
