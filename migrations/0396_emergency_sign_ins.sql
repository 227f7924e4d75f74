-- Sign-ins with the emergency passkey of a workspace, until they are reported: noted as the session begins, so that
-- neither a sign-out nor the end of the requirement hides one.
create table emergency_sign_in (
  workspace_id uuid not null references workspace,
  session_id uuid not null,
  provider_id uuid not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, session_id)
);
alter table emergency_sign_in enable row level security;
alter table emergency_sign_in force row level security;
create policy identity on emergency_sign_in to atelier_identity using (true) with check (true);
create policy workspace on emergency_sign_in to atelier_tenant
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, delete on emergency_sign_in to atelier_tenant;
grant select, insert on emergency_sign_in to atelier_identity;

insert into emergency_sign_in (session_id, workspace_id, provider_id, user_id, created_at)
  select s.id, p.workspace_id, p.id, s.user_id, s.created_at from identity_provider p
  join session s on s.passkey_id = p.emergency_passkey_id and s.created_at > p.emergency_seen_at
  where p.required_at is not null;
alter table identity_provider drop column emergency_seen_at;

create function session_emergency() returns trigger language plpgsql as $$
begin
  insert into emergency_sign_in (session_id, workspace_id, provider_id, user_id)
    select new.id, p.workspace_id, p.id, new.user_id from identity_provider p
    where p.emergency_passkey_id = new.passkey_id and p.required_at is not null
    on conflict do nothing;
  return new;
end $$;
create trigger session_emergency after insert or update of passkey_id on session for each row
  when (new.passkey_id is not null) execute function session_emergency();
