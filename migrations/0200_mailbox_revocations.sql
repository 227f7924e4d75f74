-- Access to mailboxes of erased people that is withdrawn at the provider. A row goes with that, at the latest after a day.
create table growth_mailbox_revocation (
  mailbox_id uuid primary key,
  workspace_id uuid not null,
  provider text not null check (provider = 'google'),
  key_version integer not null,
  ciphertext bytea not null,
  due_at timestamptz(3) not null,
  tried_until timestamptz(3) not null,
  foreign key (workspace_id, mailbox_id) references growth_mailbox (workspace_id, id) on delete cascade,
  foreign key (workspace_id, key_version) references workspace_data_key (workspace_id, version)
);
create index growth_mailbox_revocation_due on growth_mailbox_revocation (due_at, workspace_id);

alter table growth_mailbox_revocation enable row level security;
alter table growth_mailbox_revocation force row level security;
create policy workspace on growth_mailbox_revocation to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on growth_mailbox_revocation to atelier_tenant;
create policy due on growth_mailbox_revocation for select to atelier_identity using (true);
grant select (workspace_id, due_at) on growth_mailbox_revocation to atelier_identity;
